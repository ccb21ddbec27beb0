public import BitcoinPrimitives
public import Descriptors
public import WalletTypes

/// Everything about one wallet that the chain does not tell.
public struct WalletSnapshot: Sendable {
  /// The wallet itself.
  public let wallet: WalletRecord
  /// The first index never handed out, by branch.
  public let next: [UInt32]
  /// Who holds which key, by its place in the descriptor.
  public let people: [Int: String]
  /// Its labels, and the lines of label files that it does not use.
  public let labels: [LabelLine]
  /// Those that may confirm one day: not those in a block, and of those that were given up or
  /// whose coins are gone only what was handed to a node.
  public let payments: [PaymentRecord]
  /// Their PSBTs, in the same order.
  public let packets: [StoredPacket]
}

/// What goes into a backup, as of one moment.
public struct StoreSnapshot: Sendable {
  /// Every wallet of the home.
  public let wallets: [WalletSnapshot]
  /// Every node of the home.
  public let nodes: [NodeRecord]
  /// The address book of the network.
  public let recipients: [NamedRecipient]
  /// The document that was restored last: its unknown members go back into the next backup.
  public let document: [UInt8]?
  /// How often what belongs into a backup had changed by then.
  public let changes: Int64
}

/// A wallet that comes back.
public struct RestoredWallet: Sendable {
  /// What it was called; another name is found when that one is taken.
  public let name: String
  /// Which scripts are its own.
  public let descriptor: Descriptor
  /// No coin of it is older than this block.
  public let birthHeight: Int
  /// How many addresses past the last used or handed out are watched.
  public let gapLimit: Int
  /// The first index never handed out, by branch.
  public let next: [UInt32]
  /// Who holds which key, by its place in the descriptor.
  public let people: [Int: String]
  /// What is written at addresses, coins and transactions, and what no wallet here uses.
  public let labels: [LabelLine]
  /// The payments that may still confirm.
  public let payments: [RestoredPayment]

  /// Takes everything that comes back of a wallet.
  public init(
    name: String, descriptor: Descriptor, birthHeight: Int, gapLimit: Int, next: [UInt32],
    people: [Int: String], labels: [LabelLine], payments: [RestoredPayment]
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
  /// How far it was.
  public let state: PaymentRecord.State
  /// Whether a node may have it, as the backup says.
  public let wasHandedOver: Bool
  /// The transaction without signatures.
  public let unsigned: Transaction
  /// The PSBT with everything collected so far.
  public let psbt: StoredPacket
  /// The finished transaction; nil while signatures are missing.
  public let final: Transaction?
  /// What the inputs are worth more than the outputs.
  public let fee: Amount
  /// The payment in words, for the list.
  public let summary: String
  /// When it was built, in seconds since 1970.
  public let created: Int64
  /// Where it stands in a fee ladder, by a number that its steps have in common; nil for a payment by itself.
  public let ladder: LadderPlace?
  /// The payment that was built to replace it, as it was built; nil for none, and for the next step of its ladder.
  public let replacedBy: Txid?

  /// Takes everything that comes back of a payment.
  public init(
    number: Int64, state: PaymentRecord.State, unsigned: Transaction, psbt: StoredPacket,
    final: Transaction?, fee: Amount, summary: String, created: Int64, wasHandedOver: Bool = false,
    ladder: LadderPlace? = nil, replacedBy: Txid? = nil
  ) {
    self.ladder = ladder
    self.replacedBy = replacedBy
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
    /// What it is called now.
    public let name: String
    /// Whether it was here already, so that only what it lacked was added.
    public let wasHere: Bool
  }

  /// The wallets that the backup has, in its order.
  public var wallets: [Wallet] = []
  /// The numbers under which the payments stand now.
  public var payments: [Int64] = []
  /// How many labels were added.
  public var labels = 0
  /// The names of the recipients that were added.
  public var recipients: [String] = []
  /// Those that were not, because the name has another address here, or the address another name.
  public var keptRecipients: [NamedRecipient] = []
  /// The names of the nodes that were added.
  public var nodes: [String] = []
}
