internal import Bytes
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// How far a payment is, as `payments` says it: its state, and what its state alone does not tell.
struct PaymentStage {
  let payment: PaymentRecord
  /// The block that it is in.
  let block: PaymentBlock?
  /// The block up to which its wallet was synced.
  let tip: Int
  /// Whether somebody has signed it.
  let isPartlySigned: Bool
  /// Whether what was built to replace it is in a block.
  let isReplaced: Bool

  /// In a few words, for a table.
  var words: String {
    switch payment.state {
    case .draft where isPartlySigned: "partly signed"
    case .draft where payment.writtenAt != nil: "exported"
    case .sent:
      if let sighting = payment.secondSighting, sighting.isThere {
        "sent, seen by \(ForeignText.name(sighting.node))"
      } else {
        "sent"
      }
    case .confirmed: "confirmed" + (block == nil ? "" : ", \(depth) deep")
    case .conflicted where isReplaced:
      payment.replacedBy.map { "replaced by \($0)" } ?? "conflicted"
    default: payment.state.rawValue
    }
  }

  /// How many blocks lie on top of it, its own counted; 0 without a block.
  var depth: Int { block.map { max(0, tip - $0.height + 1) } ?? 0 }

  /// What happened to it so far and when, a line each.
  var way: [String] {
    var lines = ["built \(Self.time(payment.created))"]
    if let written = payment.writtenAt {
      lines[0] += ", last written for signers \(Self.time(written))"
    }
    if let sighting = payment.secondSighting {
      lines.append("\(sighting.words), \(Self.time(sighting.time))")
    }
    if let block {
      lines.append(
        "in block \(block.height)" + (block.time.map { " of \(Self.time($0))" } ?? "")
          + ", \(depth) deep")
    }
    return lines
  }

  private static func time(_ seconds: Int64) -> String { "\(UTCTime(seconds).text) UTC" }

  /// The members about it that results have in common.
  func write(to object: inout JSONObject) {
    object["written"] = payment.writtenAt.map { .integer($0) } ?? .null
    object["height"] = block.map { .integer($0.height) } ?? .null
    object["time"] = block?.time.map { .integer($0) } ?? .null
    object["confirmations"] = .integer(depth)
    object["second"] = payment.secondSighting?.json ?? .null
  }
}

/// Looks up what is said of payments beside their records; wallets and the address book are read once.
final class PaymentStages {
  private let store: Store
  private let blocks: [Int64: PaymentBlock]
  private var known: [String: Wallet] = [:]

  private struct Wallet {
    let record: WalletRecord
    let tip: Int
    let book: KnownRecipients
  }

  init(of payments: [PaymentRecord], in store: Store) throws {
    self.store = store
    blocks = try store.blocks(of: payments)
  }

  func contents(of payment: PaymentRecord) throws -> PaymentContents {
    let wallet = try wallet(of: payment)
    return try PaymentContents(
      outputsOf: payment, of: wallet.record, beside: wallet.book, in: store)
  }

  /// How far it is; `status` is who has signed, where that was asked.
  func stage(of payment: PaymentRecord, _ status: PaymentStatus?) throws -> PaymentStage {
    let replaced =
      payment.state == .conflicted
      ? try payment.replacedBy.map { try store.payment($0).state == .confirmed } : nil
    return PaymentStage(
      payment: payment, block: blocks[payment.number], tip: try wallet(of: payment).tip,
      isPartlySigned: status?.hasSignatures ?? false, isReplaced: replaced ?? false)
  }

  private func wallet(of payment: PaymentRecord) throws -> Wallet {
    if let known = known[payment.walletName] { return known }
    let record = try store.wallet(of: payment)
    let wallet = Wallet(
      record: record, tip: try store.lastSync(of: record)?.height ?? 0,
      book: try KnownRecipients(on: record.network, in: store))
    known[payment.walletName] = wallet
    return wallet
  }
}

extension SecondSighting {
  /// Whether the node had the payment.
  fileprivate var isThere: Bool {
    switch place {
    case .mempool, .block: true
    case .spent, .nowhere: false
    }
  }

  fileprivate var words: String {
    let node = ForeignText.name(node)
    return switch place {
    case .mempool: "seen by \(node) in its mempool"
    case .block(let height): "seen by \(node) in block \(height)"
    case .spent: "\(node) said that one of its coins is spent"
    case .nowhere: "\(node) had not seen it"
    }
  }

  fileprivate var json: JSONValue {
    [
      "node": .string(node), "seen": .string(place.word),
      "height": place.height.map { .integer($0) } ?? .null, "time": .integer(time),
    ]
  }
}

extension CoordinatorSession {
  /// Notes that payments were written to where signers get them from.
  ///
  /// They are there: that it could not be noted fails nothing.
  func noteWritten(_ numbers: [Int64], _ store: Store) {
    do throws(StorageError) { try store.noteWritten(numbers, at: now) } catch {
      console.warn("it could not be noted that it was written: \(error)")
    }
  }
}
