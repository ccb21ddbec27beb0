internal import Bytes
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// Where a named node has seen a payment, as it is shown.
struct PaymentSighting {
  let number: Int64
  /// `mempool`, `block`, `spent`, `nowhere` or `unknown`.
  let seen: String
  let sentence: String

  init(of number: Int64, _ sighting: NodeSighting, at node: NodeRecord) {
    self.number = number
    let what: String
    switch sighting {
    case .mempool: (seen, what) = ("mempool", "in the mempool of \(node.name)")
    case .block(let height): (seen, what) = ("block", "in block \(height) at \(node.name)")
    case .coinSpent(let coin):
      (seen, what) = ("spent", "\(node.name) says that its coin \(coin) is spent")
    case .nowhere: (seen, what) = ("nowhere", "\(node.name) has not seen it")
    case .unasked(let reason): (seen, what) = ("unknown", reason)
    }
    sentence = "payment \(number): \(what)"
  }

  var json: JSONValue { ["payment": .integer(Int(number)), "seen": .string(seen)] }
}

extension CoordinatorSession {
  /// The most payments of a wallet that a second node is asked about at once.
  private static let mostAsked = 20

  /// What the second node says of the payments of a wallet that were sent and are in no block yet; nothing
  /// where none was chosen (`node second`).
  ///
  /// It learns which payments these are, and is asked no more once it did not answer.
  func secondSightings(
    of wallet: WalletRecord, _ store: Store
  ) async throws -> [PaymentSighting] {
    guard let node = try store.secondNode() else { return [] }
    var found: [PaymentSighting] = []
    for payment in try store.payments(of: wallet).filter({ $0.state == .sent }).suffix(
      Self.mostAsked)
    {
      let sighting = try await sighting(of: payment, of: wallet, store, at: node)
      keep(sighting, of: payment.number, at: node, store)
      found.append(PaymentSighting(of: payment.number, sighting, at: node))
      if case .unasked = sighting { break }
    }
    return found
  }

  /// What the second node says of one payment; nil where none was chosen.
  func secondSighting(
    of payment: PaymentRecord, of wallet: WalletRecord, _ store: Store
  ) async throws -> PaymentSighting? {
    guard let node = try store.secondNode() else { return nil }
    let sighting = try await sighting(of: payment, of: wallet, store, at: node)
    keep(sighting, of: payment.number, at: node, store)
    return PaymentSighting(of: payment.number, sighting, at: node)
  }

  /// Keeps what a node said for `payments`; that it did not answer takes nothing away of what one said before.
  ///
  /// What was done already does not fail for it.
  func keep(
    _ sighting: NodeSighting, of number: Int64, at node: NodeRecord, _ store: Store
  ) {
    guard let place = sighting.place else { return }
    do throws(StorageError) {
      try store.noteSighting(
        SecondSighting(node: node.name, place: place, time: now), of: number)
    } catch {
      console.warn("what \(node.name) said of payment \(number) could not be kept: \(error)")
    }
  }
}

extension NodeSighting {
  /// What is kept of it; nil where no node answered.
  fileprivate var place: SecondSighting.Place? {
    switch self {
    case .mempool: .mempool
    case .block(let height): .block(height: height)
    case .coinSpent: .spent
    case .nowhere: .nowhere
    case .unasked: nil
    }
  }
}
