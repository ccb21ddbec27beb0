public import Bytes

/// This coordinator's own part of a document: wallets with all that belongs to them, and nodes.
public struct CoordinatorRecords: Equatable, Sendable {
  /// The exact network, by its name.
  public var network: String
  /// When it was written, in seconds since 1970.
  public var written: Int64
  /// All wallets of the network.
  public var wallets: [BackupWallet]
  /// All nodes of the network.
  public var nodes: [BackupNode]
  /// The address book of the network.
  public var recipients: [BackupRecipient]
  /// The members that this version does not know.
  public var others: JSONObject

  /// Records without wallets and nodes.
  public init(network: String, written: Int64) {
    self.network = network
    self.written = written
    wallets = []
    nodes = []
    recipients = []
    others = JSONObject()
  }

  init(_ object: JSONObject) throws(BackupError) {
    var members = Members(object, at: "$.drawbridge")
    let version = try members.requiredInteger("version", in: 1...Int64(Int32.max))
    guard version == 1 else { throw .newer(version: Int(version)) }
    network = try members.requiredText("network", limit: 500)
    written = try members.requiredInteger("written", in: 0...Int64(UInt32.max) << 8)
    wallets = []
    for (number, value) in try members.list("wallets").enumerated() {
      wallets.append(try BackupWallet(value, number))
    }
    nodes = []
    for (number, value) in try members.list("nodes").enumerated() {
      nodes.append(try BackupNode(value, number))
    }
    recipients = []
    for (number, value) in try members.list("recipients").enumerated() {
      recipients.append(try BackupRecipient(value, number))
    }
    guard max(wallets.count, nodes.count, recipients.count) <= 10_000 else {
      throw .malformed(
        place: "$.drawbridge", reason: "has more than 10000 wallets, nodes or recipients")
    }
    others = members.others
  }

  var object: JSONObject {
    JSONObject(
      known: [
        ("version", 1), ("network", .string(network)), ("written", .integer(written)),
        ("wallets", .list(wallets.map { .object($0.object) })),
        ("nodes", .list(nodes.map { .object($0.object) })),
        ("recipients", .list(recipients.map { .object($0.object) })),
      ], others: others)
  }
}

/// A wallet: public keys, how far it went, who holds what, labels, payments on their way.
public struct BackupWallet: Equatable, Sendable {
  /// What the wallet is called on this machine.
  public var name: String
  /// With its checksum; public keys only.
  public var descriptor: String
  /// No coin of the wallet lies in an earlier block.
  public var birthHeight: Int64
  /// How many unused addresses in a row end a search.
  public var gapLimit: Int64
  /// The first index never handed out, by branch.
  public var next: [UInt32]
  /// Who holds which key.
  public var people: [BackupPerson]
  /// What is written at addresses, coins and transactions (BIP-329).
  public var labels: [BackupLabel]
  /// The payments that may still confirm.
  public var payments: [BackupPayment]
  /// The members that this version does not know.
  public var others: JSONObject

  /// A wallet without people, labels and payments.
  public init(
    name: String, descriptor: String, birthHeight: Int64, gapLimit: Int64, next: [UInt32]
  ) {
    self.name = name
    self.descriptor = descriptor
    self.birthHeight = birthHeight
    self.gapLimit = gapLimit
    self.next = next
    people = []
    labels = []
    payments = []
    others = JSONObject()
  }

  init(_ value: JSONValue, _ number: Int) throws(BackupError) {
    let place = "$.drawbridge.wallets[\(number)]"
    var members = try Members(value, at: place)
    name = try members.requiredText("name", limit: 64)
    descriptor = try members.requiredText("descriptor", limit: 100_000)
    birthHeight = try members.requiredInteger("birthHeight", in: 0...10_000_000)
    gapLimit = try members.requiredInteger("gapLimit", in: 1...10_000)
    next = []
    for value in try members.list("next") {
      guard let index = value.integerValue, (0...0x7fff_ffff).contains(index), next.count < 1_000
      else { throw .malformed(place: "\(place).next", reason: "is not a list of indices") }
      next.append(UInt32(index))
    }
    people = []
    for (number, value) in try members.list("people").enumerated() {
      people.append(try BackupPerson(value, at: "\(place).people[\(number)]"))
    }
    labels = []
    for (number, value) in try members.list("labels").enumerated() {
      labels.append(try BackupLabel(value, at: "\(place).labels[\(number)]"))
    }
    payments = []
    for (number, value) in try members.list("payments").enumerated() {
      payments.append(try BackupPayment(value, at: "\(place).payments[\(number)]"))
    }
    others = members.others
  }

  var object: JSONObject {
    JSONObject(
      known: [
        ("name", .string(name)), ("descriptor", .string(descriptor)),
        ("birthHeight", .integer(birthHeight)), ("gapLimit", .integer(gapLimit)),
        ("next", .list(next.map { .integer($0) })),
        ("people", .list(people.map { .object($0.object) })),
        ("labels", .list(labels.map { .object($0.object) })),
        ("payments", .list(payments.map { .object($0.object) })),
      ], others: others)
  }
}

/// Who holds a key.
public struct BackupPerson: Equatable, Sendable {
  /// The place of the key in the descriptor, from 0.
  public var position: Int64
  /// What the holder of the key is called.
  public var name: String
  /// The members that this version does not know.
  public var others: JSONObject

  /// Takes the place of the key and the name of its holder.
  public init(position: Int64, name: String) {
    self.position = position
    self.name = name
    others = JSONObject()
  }

  init(_ value: JSONValue, at place: String) throws(BackupError) {
    var members = try Members(value, at: place)
    position = try members.requiredInteger("position", in: 0...10_000)
    name = try members.requiredText("name", limit: 1_000)
    others = members.others
  }

  var object: JSONObject {
    JSONObject(
      known: [("position", .integer(position)), ("name", .string(name))], others: others)
  }
}

/// A label in the words of BIP-329.
public struct BackupLabel: Equatable, Sendable {
  /// `addr`, `output` or `tx`; others are kept and not shown.
  public var type: String
  /// The address, outpoint or txid that it is written at.
  public var ref: String
  /// The text; foreign text.
  public var label: String
  /// The members that this version does not know.
  public var others: JSONObject

  /// Takes the three.
  public init(type: String, ref: String, label: String) {
    self.type = type
    self.ref = ref
    self.label = label
    others = JSONObject()
  }

  init(_ value: JSONValue, at place: String) throws(BackupError) {
    var members = try Members(value, at: place)
    type = try members.requiredText("type", limit: 20)
    ref = try members.requiredText("ref", limit: 500)
    label = try members.requiredText("label", limit: TransactionNote.textLimit)
    others = members.others
  }

  var object: JSONObject {
    JSONObject(
      known: [("type", .string(type)), ("ref", .string(ref)), ("label", .string(label))],
      others: others)
  }
}

/// A payment that may still confirm.
public struct BackupPayment: Equatable, Sendable {
  /// The highest step of a fee ladder that is read: no version builds as many.
  private static let mostSteps: Int64 = 100

  /// The number of the payment in the coordinator.
  public var number: Int64
  /// `draft`, `complete` or `sent`.
  public var state: String
  /// The transaction as it was built.
  public var unsigned: [UInt8]
  /// The PSBT with everything collected so far.
  public var psbt: [UInt8]
  /// The finished transaction.
  public var final: [UInt8]?
  /// In satoshis.
  public var fee: Int64
  /// The payment in one sentence, as it is listed.
  public var summary: String
  /// In seconds since 1970.
  public var created: Int64
  /// Whether it was given up after it was sent.
  ///
  /// An earlier version does not know the member and takes it
  /// for one on its way, whose coins are held.
  public var isGivenUp: Bool
  /// The fee ladder that it belongs to, by a number that its steps in this document have in common; nil for a payment by
  /// itself.
  ///
  /// An earlier version does not know this member nor the next two, and takes it for a payment by itself.
  public var ladder: Int64?
  /// Which step of its ladder it is, from 1, the lowest fee first; 0 for what takes the payment back.
  public var step: Int64?
  /// The payment that was built to replace it, by the txid without signatures; nil for none, and for the next step of its
  /// ladder.
  public var replacedBy: Bytes32?
  /// The members that this version does not know.
  public var others: JSONObject

  /// Takes everything that a payment has.
  public init(
    number: Int64, state: String, unsigned: [UInt8], psbt: [UInt8], final: [UInt8]?, fee: Int64,
    summary: String, created: Int64, isGivenUp: Bool = false, ladder: Int64? = nil,
    step: Int64? = nil, replacedBy: Bytes32? = nil
  ) {
    self.number = number
    self.state = state
    self.unsigned = unsigned
    self.psbt = psbt
    self.final = final
    self.fee = fee
    self.summary = summary
    self.created = created
    self.isGivenUp = isGivenUp
    self.ladder = ladder
    self.step = step
    self.replacedBy = replacedBy
    others = JSONObject()
  }

  init(_ value: JSONValue, at place: String) throws(BackupError) {
    var members = try Members(value, at: place)
    let missing = { (name: String) in
      BackupError.malformed(place: "\(place).\(name)", reason: "is missing")
    }
    number = try members.requiredInteger("number", in: 1...Int64.max >> 1)
    state = try members.requiredText("state", limit: 16)
    guard ["draft", "complete", "sent"].contains(state) else {
      throw .malformed(place: "\(place).state", reason: "is neither draft, complete nor sent")
    }
    guard let unsigned = try members.hex("unsigned", limit: 4_000_000) else {
      throw missing("unsigned")
    }
    guard let psbt = try members.base64("psbt", limit: SealedBackup.contentsLimit) else {
      throw missing("psbt")
    }
    self.unsigned = unsigned
    self.psbt = psbt
    final = try members.hex("final", limit: 4_000_000)
    fee = try members.requiredInteger("fee", in: 0...2_100_000_000_000_000)
    summary = try members.requiredText("summary", limit: TransactionNote.textLimit)
    created = try members.requiredInteger("created", in: 0...Int64(UInt32.max) << 8)
    isGivenUp = try members.flag("givenUp")
    ladder = try members.integer("ladder", in: 1...Int64.max >> 1)
    step = try members.integer("step", in: 0...Self.mostSteps)
    guard (ladder == nil) == (step == nil) else { throw missing(ladder == nil ? "ladder" : "step") }
    replacedBy = try members.text("replacedBy", limit: 64).map { text throws(BackupError) in
      guard let txid = try? Bytes32(reversedHex: text) else {
        throw .malformed(place: "\(place).replacedBy", reason: "is not a txid")
      }
      return txid
    }
    others = members.others
  }

  var object: JSONObject {
    JSONObject(
      known: [
        ("number", .integer(number)), ("state", .string(state)),
        ("unsigned", .string(Hex.encode(unsigned))), ("psbt", .string(Base64.encode(psbt))),
        ("final", .text(final.map { Hex.encode($0) })), ("fee", .integer(fee)),
        ("summary", .string(summary)), ("created", .integer(created)),
        ("givenUp", isGivenUp ? true : nil), ("ladder", ladder.map { .integer($0) }),
        ("step", step.map { .integer($0) }),
        ("replacedBy", .text(replacedBy?.reversedHex)),
      ], others: others)
  }
}

/// A node, without its password.
public struct BackupNode: Equatable, Sendable {
  /// What the node is called on this machine.
  public var name: String
  /// Without user and password.
  public var url: String
  /// Whether it had a user and a password, which have to be given again.
  public var hadPassword: Bool
  /// Whether a cookie file led to it, which has to be named again.
  public var hadCookie: Bool
  /// The path of that file, as backups of earlier versions have it: read to be named, never used.
  public var cookie: String?
  /// The SOCKS proxy on the way to it; nil for none.
  public var proxy: String?
  /// PEM.
  public var certificate: String?
  /// Whether it was in use, as backups of earlier versions say: no restored node is.
  public var isActive: Bool
  /// The members that this version does not know.
  public var others: JSONObject

  /// A node as it is written: without the path of a file, and not in use.
  public init(
    name: String, url: String, hadPassword: Bool, hadCookie: Bool, proxy: String?,
    certificate: String?
  ) {
    self.name = name
    self.url = url
    self.hadPassword = hadPassword
    self.hadCookie = hadCookie
    self.proxy = proxy
    self.certificate = certificate
    isActive = false
    others = JSONObject()
  }

  init(_ value: JSONValue, _ number: Int) throws(BackupError) {
    var members = try Members(value, at: "$.drawbridge.nodes[\(number)]")
    name = try members.requiredText("name", limit: 64)
    url = try members.requiredText("url", limit: 1_024)
    hadPassword = try members.flag("hadPassword")
    hadCookie = try members.flag("hadCookie")
    cookie = try members.text("cookie", limit: 4_096)
    proxy = try members.text("proxy", limit: 300)
    certificate = try members.text("certificate", limit: 100_000)
    isActive = try members.flag("isActive")
    others = members.others
  }

  var object: JSONObject {
    JSONObject(
      known: [
        ("name", .string(name)), ("url", .string(url)),
        ("hadPassword", hadPassword ? true : nil), ("hadCookie", hadCookie ? true : nil),
        ("cookie", .text(cookie)),
        ("proxy", .text(proxy)), ("certificate", .text(certificate)),
        ("isActive", isActive ? true : nil),
      ], others: others)
  }
}
