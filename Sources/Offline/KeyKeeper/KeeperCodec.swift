internal import Bytes
internal import EncryptedVault
internal import PacketSigning
internal import Refusals
internal import SecondReading
internal import SignedMessages
internal import SignerHome
internal import TerminalUI
internal import WalletBackups

/// Writes messages: numbers are big-endian, lengths and counts four bytes (docs/formats.md, "Messages to key-keeper").
struct KeeperWriter {
  private(set) var writer = ByteWriter()

  var bytes: [UInt8] { writer.bytes }

  mutating func byte(_ value: UInt8) { writer.writeByte(value) }
  mutating func bool(_ value: Bool) { writer.writeByte(value ? 1 : 0) }
  mutating func number(_ value: Int) {
    writer.writeUInt32BE(UInt32(clamping: value))
  }
  mutating func number(_ value: UInt32) { writer.writeUInt32BE(value) }
  mutating func long(_ value: UInt64) { writer.writeUInt64BE(value) }
  mutating func hash(_ value: Bytes32) { writer.writeBytes32(value) }
  mutating func block(_ value: [UInt8]) {
    writer.writeUInt32BE(UInt32(clamping: value.count))
    writer.write(value)
  }
  mutating func text(_ value: String) { block(Array(value.utf8)) }
  mutating func optional<Value>(_ value: Value?, _ write: (inout Self, Value) -> Void) {
    bool(value != nil)
    if let value { write(&self, value) }
  }
  mutating func list<Value>(_ values: [Value], _ write: (inout Self, Value) -> Void) {
    number(values.count)
    for value in values { write(&self, value) }
  }
}

/// Reads messages; what does not read to its last byte is refused as a whole.
struct KeeperReader {
  private var reader: ByteReader
  /// The most elements of a list: ten signatures for each input that a packet may have.
  static let mostElements = 100_000

  init(_ bytes: [UInt8]) { reader = ByteReader(bytes) }

  mutating func byte() throws(BytesError) -> UInt8 { try reader.readByte() }
  mutating func bool() throws(BytesError) -> Bool {
    switch try reader.readByte() {
    case 0: return false
    case 1: return true
    default: throw .unknownMark
    }
  }
  mutating func number() throws(BytesError) -> UInt32 { try reader.readUInt32BE() }
  mutating func count(atMost limit: Int) throws(BytesError) -> Int {
    let count = Int(try reader.readUInt32BE())
    guard count <= limit else {
      throw .tooLarge(what: "list", value: UInt64(count), limit: UInt64(limit), offset: 0)
    }
    return count
  }
  mutating func long() throws(BytesError) -> UInt64 { try reader.readUInt64BE() }
  mutating func hash() throws(BytesError) -> Bytes32 { try reader.readBytes32() }
  mutating func block(atMost limit: Int = .max) throws(BytesError) -> [UInt8] {
    Array(try reader.read(try count(atMost: limit)))
  }
  mutating func text(atMost limit: Int = 10_000) throws(BytesError) -> String {
    let bytes = try block()
    guard bytes.count <= limit, let text = String(validating: bytes, as: UTF8.self) else {
      throw .unknownMark
    }
    return text
  }
  mutating func optional<Value>(
    _ read: (inout Self) throws(BytesError) -> Value
  ) throws(BytesError) -> Value? {
    try bool() ? try read(&self) : nil
  }
  mutating func list<Value>(
    atMost limit: Int = mostElements, _ read: (inout Self) throws(BytesError) -> Value
  ) throws(BytesError) -> [Value] {
    var values: [Value] = []
    for _ in 0..<(try count(atMost: limit)) { values.append(try read(&self)) }
    return values
  }
  func requireEnd() throws(BytesError) { try reader.requireEnd() }
}

extension BytesError {
  /// A byte that says which of several things follows, and is none of them.
  fileprivate static let unknownMark = BytesError.malformed(
    format: "message", reason: "an unknown mark", offset: 0)
}

// MARK: Requests

extension KeeperRequest {
  private static let openMark: UInt8 = 1
  private static let signMark: UInt8 = 2
  private static let keysMark: UInt8 = 3
  private static let registerMark: UInt8 = 4
  private static let removeMark: UInt8 = 5
  private static let backupKeyMark: UInt8 = 6
  private static let archiveMark: UInt8 = 7
  private static let textMark: UInt8 = 8
  private static let ladderMark: UInt8 = 9

  /// The message.
  package var encoded: [UInt8] {
    var writer = KeeperWriter()
    switch self {
    case .open: writer.byte(Self.openMark)
    case .sign(let request):
      writer.byte(Self.signMark)
      writer.put(request)
    case .ladder(let requests):
      writer.byte(Self.ladderMark)
      writer.list(requests) { $0.put($1) }
    case .keys(ofWallet: let descriptor):
      writer.byte(Self.keysMark)
      writer.text(descriptor)
    case .register(let request):
      writer.byte(Self.registerMark)
      writer.put(request)
    case .remove(let name):
      writer.byte(Self.removeMark)
      writer.text(name)
    case .backupKey: writer.byte(Self.backupKeyMark)
    case .archive(let contents):
      writer.byte(Self.archiveMark)
      writer.block(contents)
    case .text(let request):
      writer.byte(Self.textMark)
      writer.put(request)
    }
    return writer.bytes
  }

  /// Reads a message.
  ///
  /// - Throws: `KeyKeeperError.message` for bytes that are none.
  package init(decoding bytes: [UInt8]) throws(KeyKeeperError) {
    var reader = KeeperReader(bytes)
    do throws(BytesError) {
      switch try reader.byte() {
      case Self.openMark: self = .open
      case Self.signMark: self = .sign(try reader.signRequest())
      case Self.ladderMark:
        self = .ladder(
          try reader.list(atMost: KeptLadder.most) { (reader) throws(BytesError) in
            try reader.signRequest()
          })
      case Self.keysMark:
        self = .keys(ofWallet: try reader.text(atMost: KeeperReader.longestWallet))
      case Self.registerMark: self = .register(try reader.registration())
      case Self.removeMark: self = .remove(name: try reader.text(atMost: 100))
      case Self.backupKeyMark: self = .backupKey
      case Self.archiveMark:
        self = .archive(try reader.block(atMost: AEWBArchive.contentsLimit))
      case Self.textMark: self = .text(try reader.textRequest())
      default: throw .unknownMark
      }
      try reader.requireEnd()
    } catch {
      throw .message
    }
  }
}

extension KeeperWriter {
  fileprivate mutating func put(_ request: SignRequest) {
    block(request.packet)
    bool(request.isPutTogether)
    put(request.claims)
    list(request.inputs) { $0.number($1) }
    byte(request.round.rawValue)
    list(request.accepted) { writer, accepted in
      writer.text(accepted.name)
      switch accepted.answer {
      case .typed(let words):
        writer.byte(1)
        writer.text(words)
      case .option: writer.byte(2)
      case .notKept: writer.byte(3)
      }
    }
  }
}

extension KeeperReader {
  fileprivate mutating func signRequest() throws(BytesError) -> SignRequest {
    SignRequest(
      packet: try block(), isPutTogether: try bool(), claims: try claims(),
      inputs: try list { (reader) throws(BytesError) in Int(try reader.number()) },
      round: try round(),
      accepted: try list(atMost: 100) { (reader) throws(BytesError) in
        let name = try reader.text(atMost: 40)
        guard Rule(rawValue: name) != nil || SignerConsent(rawValue: name) != nil else {
          throw .unknownMark
        }
        switch try reader.byte() {
        case 1: return LoggedAcceptance(name, .typed(try reader.text(atMost: 200)))
        case 2: return LoggedAcceptance(name, .option)
        case 3: return LoggedAcceptance(name, .notKept)
        default: throw .unknownMark
        }
      })
  }
}

extension KeeperWriter {
  fileprivate mutating func put(_ request: TextRequest) {
    text(request.wallet)
    block(request.text)
    text(request.form.rawValue)
    number(request.branch)
    number(request.index)
    text(request.address)
    list(request.coins) { writer, coin in
      writer.hash(coin.txid)
      writer.number(coin.vout)
      writer.long(coin.amount)
      writer.number(coin.branch)
      writer.number(coin.index)
    }
  }

  fileprivate mutating func put(_ request: RegisterRequest) {
    text(request.name)
    text(request.descriptor)
    put(request.own)
    text(request.policy)
    text(request.trust)
    text(request.words)
    list(request.addresses) { $0.text($1) }
    text(request.source)
  }

  fileprivate mutating func put(_ own: [OwnKey]) {
    list(own) { writer, key in
      writer.number(key.position)
      writer.text(key.seed)
    }
  }
}

extension KeeperReader {
  /// The most bytes of a descriptor, as the second reader takes it.
  fileprivate static let longestWallet = 100_000

  fileprivate mutating func textRequest() throws(BytesError) -> TextRequest {
    let wallet = try text(atMost: 100)
    let signed = try block(atMost: SignableText.mostBytes)
    guard let form = MessageForm(rawValue: try text(atMost: 20)) else { throw .unknownMark }
    return TextRequest(
      wallet: wallet, text: signed, form: form, branch: Int(try number()), index: try number(),
      address: try text(atMost: 100),
      coins: try list(atMost: MessageReading.mostCoins) { (reader) throws(BytesError) in
        MessageReading.Shown(
          txid: try reader.hash(), vout: try reader.number(), amount: try reader.long(),
          branch: Int(try reader.number()), index: try reader.number())
      })
  }

  fileprivate mutating func registration() throws(BytesError) -> RegisterRequest {
    RegisterRequest(
      name: try text(atMost: 100), descriptor: try text(atMost: Self.longestWallet),
      own: try ownKeys(), policy: try text(atMost: Self.longestWallet),
      trust: try text(atMost: 100), words: try text(atMost: 100),
      addresses: try list { (reader) throws(BytesError) in try reader.text(atMost: 100) },
      source: try text(atMost: 100))
  }

  fileprivate mutating func ownKeys() throws(BytesError) -> [OwnKey] {
    try list(atMost: 1_000) { (reader) throws(BytesError) in
      OwnKey(position: Int(try reader.number()), seed: try reader.text(atMost: 100))
    }
  }
}

extension KeeperWriter {
  fileprivate mutating func put(_ claims: ReviewClaims) {
    number(claims.version)
    number(claims.lockTime)
    list(claims.coins) { writer, coin in
      writer.hash(coin.txid)
      writer.number(coin.vout)
      writer.number(coin.sequence)
      writer.optional(coin.amount) { $0.long($1) }
      writer.byte(coin.proof.code)
      writer.optional(coin.script) { $0.block($1) }
      writer.optional(coin.home) { $0.put($1) }
    }
    list(claims.outputs) { writer, output in
      writer.long(output.amount)
      writer.block(output.script)
      writer.optional(output.address) { $0.text($1) }
      writer.optional(output.home) { $0.put($1) }
      writer.bool(output.returns)
    }
    for amount in [claims.totalIn, claims.totalOut, claims.fee, claims.leaving] {
      optional(amount) { $0.long($1) }
    }
    list(claims.payees) { $0.number($1) }
    list(claims.sole.sorted()) { $0.number($1) }
  }

  private mutating func put(_ home: Home) {
    number(home.wallet)
    number(home.branch)
    number(home.index)
  }
}

extension KeeperReader {
  fileprivate mutating func claims() throws(BytesError) -> ReviewClaims {
    let (version, lockTime) = (try number(), try number())
    let coins = try list { (reader) throws(BytesError) in
      ReviewClaims.Coin(
        txid: try reader.hash(), vout: try reader.number(), sequence: try reader.number(),
        amount: try reader.optional { (reader) throws(BytesError) in try reader.long() },
        proof: try CoinReading.Proof(code: try reader.byte()),
        script: try reader.optional { (reader) throws(BytesError) in try reader.block() },
        home: try reader.optional { (reader) throws(BytesError) in try reader.home() })
    }
    let outputs = try list { (reader) throws(BytesError) in
      ReviewClaims.Output(
        amount: try reader.long(), script: try reader.block(),
        address: try reader.optional { (reader) throws(BytesError) in try reader.text() },
        home: try reader.optional { (reader) throws(BytesError) in try reader.home() },
        returns: try reader.bool())
    }
    var amounts: [UInt64?] = []
    for _ in 0..<4 {
      amounts.append(try optional { (reader) throws(BytesError) in try reader.long() })
    }
    let payees = try list { (reader) throws(BytesError) in Int(try reader.number()) }
    let sole = try list { (reader) throws(BytesError) in Int(try reader.number()) }
    return ReviewClaims(
      version: version, lockTime: lockTime, coins: coins, outputs: outputs, totalIn: amounts[0],
      totalOut: amounts[1], fee: amounts[2], leaving: amounts[3], payees: payees, sole: Set(sole))
  }

  fileprivate mutating func round() throws(BytesError) -> NonceAgreement.Round {
    guard let round = NonceAgreement.Round(rawValue: try byte()) else { throw .unknownMark }
    return round
  }

  private mutating func home() throws(BytesError) -> Home {
    Home(wallet: Int(try number()), branch: Int(try number()), index: try number())
  }
}

extension CoinReading.Proof {
  fileprivate var code: UInt8 {
    switch self {
    case .previousTransaction: 1
    case .remembered: 2
    case .claimed: 3
    case .none: 4
    }
  }

  fileprivate init(code: UInt8) throws(BytesError) {
    switch code {
    case 1: self = .previousTransaction
    case 2: self = .remembered
    case 3: self = .claimed
    case 4: self = .none
    default: throw .unknownMark
    }
  }
}

// MARK: Answers

extension KeeperAnswer {
  /// The message.
  package var encoded: [UInt8] {
    var writer = KeeperWriter()
    switch self {
    case .contents(let bytes):
      writer.byte(1)
      writer.block(bytes)
    case .signed(let signatures, let log):
      writer.byte(2)
      writer.put(signatures, log)
    case .signedLadder(let steps):
      writer.byte(9)
      writer.list(steps) { $0.put($1.signatures, $1.log) }
    case .keys(let descriptor, let own):
      writer.byte(4)
      writer.text(descriptor)
      writer.put(own)
    case .saved(let time):
      writer.byte(5)
      writer.long(UInt64(bitPattern: time))
    case .opened(let openings):
      writer.byte(6)
      writer.list(openings) { writer, opening in
        writer.number(opening.input)
        writer.block(opening.key)
        writer.block(opening.bytes)
      }
    case .backupKey(let text):
      writer.byte(7)
      writer.block(text)
    case .archive(let container, let time):
      writer.byte(8)
      writer.block(container)
      writer.number(time)
    case .refused(let error):
      writer.byte(3)
      writer.text(error.unruled)
      writer.optional(error.rule) { $0.text($1.rawValue) }
      writer.text(error.hint)
      writer.byte(UInt8(truncatingIfNeeded: error.exitCode.rawValue))
    }
    return writer.bytes
  }

  /// Reads a message.
  ///
  /// - Throws: `KeyKeeperError.message` for bytes that are none.
  package init(decoding bytes: [UInt8]) throws(KeyKeeperError) {
    var reader = KeeperReader(bytes)
    do throws(BytesError) {
      switch try reader.byte() {
      case 1: self = .contents(try reader.block())
      case 2:
        let step = try reader.signedStep()
        self = .signed(step.signatures, log: step.log)
      case 9:
        self = .signedLadder(
          try reader.list(atMost: KeptLadder.most) { (reader) throws(BytesError) in
            try reader.signedStep()
          })
      case 3:
        let message = try reader.text()
        let rule = try reader.optional { (reader) throws(BytesError) in try reader.text() }
        let hint = try reader.text()
        self = .refused(
          ProgramError(
            message, rule: rule.flatMap(Rule.init(rawValue:)), hint: hint,
            exitCode: ExitCode(rawValue: Int32(try reader.byte())) ?? .failed))
      case 4:
        self = .keys(
          descriptor: try reader.text(atMost: KeeperReader.longestWallet),
          own: try reader.ownKeys())
      case 5:
        self = .saved(time: Int64(bitPattern: try reader.long()))
      case 6:
        self = .opened(
          try reader.list { (reader) throws(BytesError) in
            MadeOpening(
              input: Int(try reader.number()), key: try reader.block(), bytes: try reader.block())
          })
      case 7: self = .backupKey(try reader.block(atMost: BackupKey.textLimit))
      case 8:
        self = .archive(
          try reader.block(atMost: AEWBArchive.fileLimit), time: try reader.number())
      default: throw .unknownMark
      }
      try reader.requireEnd()
    } catch {
      throw .message
    }
  }
}

extension KeeperWriter {
  fileprivate mutating func put(_ signatures: [MadeSignature], _ log: SignedLog?) {
    list(signatures) { writer, signature in
      writer.number(signature.input)
      switch signature.place {
      case .ecdsa(let key):
        writer.byte(1)
        writer.block(key)
      case .keyPath(let output, root: let root):
        writer.byte(2)
        writer.hash(output)
        writer.optional(root) { $0.hash($1) }
      case .leaf(let key, hash: let hash):
        writer.byte(3)
        writer.hash(key)
        writer.hash(hash)
      }
      writer.block(signature.bytes)
      writer.hash(signature.digest)
      writer.hash(signature.nonce)
    }
    optional(log) { writer, log in
      writer.number(log.count)
      writer.hash(log.hash)
      writer.hash(log.txid)
    }
  }
}

extension KeeperReader {
  fileprivate mutating func signedStep() throws(BytesError) -> SignedStep {
    SignedStep(
      signatures: try list { (reader) throws(BytesError) in
        MadeSignature(
          input: Int(try reader.number()), place: try reader.place(), bytes: try reader.block(),
          digest: try reader.hash(), nonce: try reader.hash())
      },
      log: try optional { (reader) throws(BytesError) in
        SignedLog(
          count: Int(try reader.number()), hash: try reader.hash(), txid: try reader.hash())
      })
  }

  fileprivate mutating func place() throws(BytesError) -> SecondReader.Signing.Place {
    switch try byte() {
    case 1: return .ecdsa(try block())
    case 2:
      return .keyPath(
        output: try hash(),
        root: try optional { (reader) throws(BytesError) in try reader.hash() })
    case 3: return .leaf(try hash(), hash: try hash())
    default: throw .unknownMark
    }
  }
}
