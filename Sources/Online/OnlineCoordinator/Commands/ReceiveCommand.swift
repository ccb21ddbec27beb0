internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `receive`.
struct ReceiveCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "receive",
    abstract: "Hands out the next address of a wallet, never the same twice.",
    discussion: """
      Compare it with the signer before anybody pays to it: this machine is on a
      network, and one that was taken over can show anybody's address.

        online-coordinator receive savings --label "rent, May"
        offline-signer address show savings-wpkh-0 INDEX

      With --amount or --message a request is made as well, a bitcoin: URI (BIP-21)
      that wallets read: in it are the amount, the message and the label, which the
      payer sees then. --out writes it as a QR code or as text; the signer says if
      the address in it is yours:

        online-coordinator receive savings --amount 0.1 --label Alice --out rent.png
        offline-signer address verify --from rent.png

      The wallet is synced first, so that you do not get an address that was already
      paid to; --offline leaves the sync out.

      A wallet with one address, such as a Chance wallet, hands it out each time.

      An index 1,000 or more above all that was handed out or paid in a block is
      asked about first (R07): a node may have invented payments to it.
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @Option(help: ArgumentHelp("What the address is for.", valueName: "text"))
  var label: String?

  @Option(help: ArgumentHelp("Ask for this much: 0.5 or 50000sat.", valueName: "amount"))
  var amount: String?

  @Option(help: ArgumentHelp("Tell the payer what it is for.", valueName: "text"))
  var message: String?

  @Option(
    help: ArgumentHelp("Tag the coins that this address gets (`pay --tag`).", valueName: "name"))
  var tag: TagArgument?

  @Option(
    help: ArgumentHelp(
      "Also write the address, or the request, as a QR code or as text.", valueName: "output"))
  var out: String?

  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var offline: OfflineOptions
  @OptionGroup var common: CoordinatorCommonOptions

  var freeTexts: [String] { [label, message, tag?.name].compactMap(\.self) }

  func run(in session: CoordinatorSession) async throws {
    var target: MessageOutput?
    if let out { target = try MessageOutput(out) }
    try target?.requireFree()
    let asked = try askedAmount()
    let store = try session.store()
    let record = try session.wallet(wallet, store)
    try Self.requireOneScript(record)
    await session.refresh([record], store, offline)
    // What other coordinators of the same keys have used is on the chain.
    if try store.lastSync(of: record) == nil {
      session.console.warn(
        """
        this wallet was never synced: an address that was used elsewhere could be handed out again
        """)
    }
    let issued = try issue(record, session, store)
    session.warnOfHandedOut(store)
    session.warnOfNoSharedFolder()
    let address: Address
    var request: PaymentURI?
    var late: ProgramError?
    do {
      address = try self.address(issued, record)
      request = try self.request(to: address, for: asked)
      // Before anybody can pay it: a coin that comes is never without its tag.
      if label != nil || tag != nil {
        try store.setLabel(
          label, tag: tag.map { .set($0.name) } ?? .none, on: .address, address.string, of: record)
      }
      late = try write(address, request, to: target, session.console)
    } catch {
      // Nobody got it: it is handed out the next time.
      if !issued.wasHandedOut { try takeBack(issued, record, store) }
      throw error
    }
    remark(on: issued, record, session.console)
    if issued.place.isBeyondGap {
      session.console.warn(
        """
        the \(record.gapLimit) addresses before this one were never paid to in a block: another wallet \
        restored from the same seed may stop looking before it
        """)
    }
    session.console.result(
      sentences: """
        \(address.grouped)
        \(address.string)
        index \(issued.place.index); compare the whole address with the signer's: address show NAME \
        \(issued.place.index)\(request.map { "\n\($0.text)" } ?? "")
        """,
      json: [
        "wallet": .string(wallet), "address": .string(address.string),
        "index": .integer(issued.place.index),
        "request": request.map { .string($0.text) } ?? .null,
      ])
    // Nobody saw it, not in a file either: it is handed out the next time.
    if session.console.hasLostResult, target?.isKept != true, !issued.wasHandedOut {
      try takeBack(issued, record, store)
    }
    if let late { throw late }
  }

  /// Makes it the next address again, without what was said of it.
  private func takeBack(_ issued: Issued, _ record: WalletRecord, _ store: Store) throws {
    if label != nil || tag != nil {
      let text = try address(issued, record).string
      try store.setLabel(
        label == nil ? nil : "", tag: tag == nil ? .none : .remove, on: .address, text, of: record)
    }
    try store.takeBack(issued.place, of: record)
  }

  private func askedAmount() throws -> Amount? {
    guard let amount else { return nil }
    let asked = try hinted(during: "--amount \(ForeignText.shown(amount, limit: 40))") {
      () throws(AmountError) in try Amount(parsing: amount)
    }
    guard asked > .zero else {
      throw ProgramError(
        "--amount asks for nothing", hint: "give an amount, or leave it out", exitCode: .wrongUsage)
    }
    return asked
  }

  /// What the payer gets; nil where nothing but the address is to be said.
  private func request(to address: Address, for asked: Amount?) throws -> PaymentURI? {
    guard asked != nil || message != nil else { return nil }
    return try hinted { () throws(PaymentURIError) in
      try PaymentURI(paying: address, amount: asked, label: label, message: message)
    }
  }

  /// Writes the address, or the request to pay it.
  ///
  /// - Returns: what went wrong although the file is there; somebody may have the address then.
  /// - Throws: `ProgramError`; then nobody got it.
  private func write(
    _ address: Address, _ request: PaymentURI?, to target: MessageOutput?, _ console: Console
  ) throws -> ProgramError? {
    do throws(ProgramError) {
      let text = request.map { target?.isQRCodes == true ? $0.textForQR : $0.text }
      try target?.write(.plain(text ?? address.string), on: console)
      return nil
    } catch {
      guard error.newContentsAreInPlace else { throw error }
      return ProgramError(
        "\(error)", hint: "the address stays handed out: keep the machine on, and check the disk"
      ).besideResult()
    }
  }

  /// Refuses a `combo`, of which no one address is the next.
  private static func requireOneScript(_ record: WalletRecord) throws {
    guard record.descriptor.alternatives.count > 1 else { return }
    let name = record.name
    let what = "\(name) is a combo wallet: \(WalletPage.combo)"
    if record.isForSweeping {
      throw ProgramError(
        "\(what). It holds the coins of a single private key: empty it, and pay nothing to it",
        hint:
          "give an address of another wallet, and empty this one: `pay \(name) --to ADDRESS=all`")
    }
    throw ProgramError(
      "\(what), so it has no next address",
      hint: """
        give an address of another wallet; to receive with these keys, remove this one (`wallet \
        remove \(name)`) and import one kind of address, as in wpkh(KEY) in place of combo(KEY)
        """)
  }

  private func address(
    _ issued: Issued, _ record: WalletRecord
  ) throws -> Address {
    let derived = try record.descriptor.address(
      branch: issued.place.branch, index: issued.place.index, on: record.network)
    guard let derived else {
      throw ProgramError("the wallet's scripts have no address", hint: "use another wallet")
    }
    return derived
  }

  /// Says, before anybody pays to it, that a wallet has no other address, or that other wallets do not
  /// look for this one (R07).
  private func remark(on issued: Issued, _ record: WalletRecord, _ console: Console) {
    let descriptor = record.descriptor
    if !descriptor.isRange {
      if !issued.wasHandedOut {
        console.warn(
          """
          \(record.name) has one address only: whoever gets it sees all that it is ever paid
          """)
      }
      if let key = descriptor.farOutKey {
        console.warn(
          """
          the key of this address is far out (R07): \(key). No wallet restored from the seed alone looks \
          there: keep this wallet's descriptor beside the seed's backup
          """)
      }
    } else if let branches = descriptor.unusualBranches,
      let steps = descriptor.steps(branch: issued.place.branch, index: issued.place.index)
    {
      console.warn("this address lies at \(steps) (R07): \(record.name) is unusual, \(branches)")
    }
  }

  private struct Issued {
    let place: IssuedAddress
    /// Whether somebody had it before: the only address of a wallet.
    let wasHandedOut: Bool
  }

  /// The next address; of a wallet that has one only, that one again, with a warning.
  private func issue(
    _ record: WalletRecord, _ session: CoordinatorSession, _ store: Store
  ) throws -> Issued {
    do throws(StorageError) {
      return Issued(place: try store.issueAddress(of: record), wasHandedOut: false)
    } catch .singleAddress {
      session.console.warn(
        """
        \(record.name) has one address, and it was handed out before: whoever gets it sees all that it \
        was ever paid
        """)
      return Issued(place: IssuedAddress(branch: 0, index: 0), wasHandedOut: true)
    } catch {
      try acceptance.acknowledgeFarAhead(error, on: session.console)
      return try hinted { () throws(StorageError) in
        Issued(place: try store.issueAddress(of: record, evenFarAhead: true), wasHandedOut: false)
      }
    }
  }
}
