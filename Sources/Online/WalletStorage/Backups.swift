public import BitcoinPrimitives
public import Descriptors
public import WalletTypes

/// Everything about one wallet that the chain does not tell.
public struct WalletSnapshot: Sendable {
  public let wallet: WalletRecord
  /// The first index never handed out, by branch.
  public let next: [UInt32]
  /// Who holds which key, by its place in the descriptor.
  public let people: [Int: String]
  public let labels: [StoredLabel]
  /// Those that may confirm one day: not those in a block, and of those that were given up or
  /// whose coins are gone only what was handed to a node.
  public let payments: [PaymentRecord]
  /// Their PSBTs, in the same order.
  public let packets: [StoredPacket]
}

/// A label and what it is on.
public struct StoredLabel: Hashable, Sendable {
  public let kind: LabelKind
  public let reference: String
  public let text: String

  public init(kind: LabelKind, reference: String, text: String) {
    self.kind = kind
    self.reference = reference
    self.text = text
  }
}

/// What goes into a backup, as of one moment.
public struct StoreSnapshot: Sendable {
  public let wallets: [WalletSnapshot]
  public let nodes: [NodeRecord]
  /// The document that was restored last: what in it nobody knew goes back into the next backup.
  public let document: [UInt8]?
}

/// A wallet that comes back.
public struct RestoredWallet: Sendable {
  public let name: String
  public let descriptor: Descriptor
  public let birthHeight: Int
  public let gapLimit: Int
  public let next: [UInt32]
  public let people: [Int: String]
  public let labels: [StoredLabel]
  public let payments: [RestoredPayment]

  public init(
    name: String, descriptor: Descriptor, birthHeight: Int, gapLimit: Int, next: [UInt32],
    people: [Int: String], labels: [StoredLabel], payments: [RestoredPayment]
  ) {
    self.name = name
    self.descriptor = descriptor
    self.birthHeight = birthHeight
    self.gapLimit = gapLimit
    self.next = next
    self.people = people
    self.labels = labels
    self.payments = payments
  }
}

/// A payment that comes back, to go on where it was.
public struct RestoredPayment: Sendable {
  /// Its number, which it keeps when nobody has it.
  public let number: Int64
  public let state: PaymentRecord.State
  /// Whether a node may have it, as the backup says.
  public let wasHandedOver: Bool
  public let unsigned: Transaction
  public let psbt: StoredPacket
  public let final: Transaction?
  public let fee: Amount
  public let summary: String
  public let created: Int64

  public init(
    number: Int64, state: PaymentRecord.State, unsigned: Transaction, psbt: StoredPacket,
    final: Transaction?, fee: Amount, summary: String, created: Int64, wasHandedOver: Bool = false
  ) {
    self.number = number
    self.state = state
    self.wasHandedOver = wasHandedOver
    self.unsigned = unsigned
    self.psbt = psbt
    self.final = final
    self.fee = fee
    self.summary = summary
    self.created = created
  }
}

/// What a restore brought.
public struct RestoreReport: Hashable, Sendable {
  /// A wallet under the name that it has now.
  public struct Wallet: Hashable, Sendable {
    public let name: String
    /// Whether it was here already, so that only what it lacked was added.
    public let wasHere: Bool
  }

  public var wallets: [Wallet] = []
  /// The numbers under which the payments stand now.
  public var payments: [Int64] = []
  public var labels = 0
  public var nodes: [String] = []
}
