import Bytes
import SecureMemory

/// Turns contents into the plaintext of a vault and back (docs/formats.md, "The vault").
///
/// The plaintext is the length of the CBOR (4 bytes, big-endian), the CBOR, the secrets one after
/// the other, and zeros up to the next power of two. The CBOR names each secret by its place, so
/// that no secret ever passes through an ordinary array.
enum ContentsCodec {
  static let contentsVersion: UInt64 = 2
  /// The oldest version that is still read: its wallets had one key and named one seed.
  static let oldestVersion: UInt64 = 1
  /// The smallest plaintext, in bytes.
  static let smallest = 4096
  /// The largest, in bytes.
  static let largest = 64 << 20

  // MARK: Writing

  static func encoded(_ contents: VaultContents) throws(VaultError) -> SecretBytes {
    let cbor = CBORWriter.encode(value(of: contents))
    let secrets = contents.seeds.reduce(0) { $0 + $1.secret.count }
    let needed = 4 + cbor.count + secrets
    guard needed <= largest else { throw .tooLarge(bytes: needed, limit: largest) }
    var size = smallest
    while size < needed { size *= 2 }
    return SecretBytes(count: size) { plain in
      plain.storeBytes(of: UInt32(cbor.count).bigEndian, as: UInt32.self)
      UnsafeMutableRawBufferPointer(rebasing: plain[4...]).copyBytes(from: cbor)
      var place = 4 + cbor.count
      for seed in contents.seeds {
        seed.secret.withUnsafeBytes { secret in
          UnsafeMutableRawBufferPointer(rebasing: plain[place...]).copyMemory(from: secret)
        }
        place += seed.secret.count
      }
    }
  }

  private static func value(of contents: VaultContents) -> CBORValue {
    var place = 0
    let seeds = contents.seeds.map { seed in
      defer { place += seed.secret.count }
      return CBORValue.array([
        .text(seed.name), .text(seed.kind.rawValue), .unsigned(UInt64(place)),
        .unsigned(UInt64(seed.secret.count)), seed.language.map { .text($0) } ?? .null,
        .bytes(seed.fingerprint), .bool(seed.usesPassphrase), .text(seed.origin),
        integer(seed.created), .array(seed.verifiedOn.map(integer)),
      ])
    }
    let wallets = contents.wallets.map { wallet in
      CBORValue.array([
        .text(wallet.name), .text(wallet.descriptor),
        .array(
          wallet.keys.map { .array([.unsigned(UInt64($0.position.magnitude)), .text($0.seed)]) }),
        .text(wallet.source), integer(wallet.registered),
        wallet.highestReceive.map { .unsigned(UInt64($0)) } ?? .null,
        wallet.highestChange.map { .unsigned(UInt64($0)) } ?? .null,
      ])
    }
    let settings = contents.settings.sorted { first, second in
      (first.key.utf8.count, first.key) < (second.key.utf8.count, second.key)
    }.map { CBORPair(.text($0.key), integer($0.value)) }
    let log = contents.log.map { record in
      CBORValue.array([
        integer(record.time), .text(record.wallet), .bytes(record.txid.bytes),
        integer(record.sent), integer(record.fee), .unsigned(UInt64(record.lockTime)),
        .array(record.accepted.map { .text($0) }),
      ])
    }
    let coins = contents.coins.sorted { $0.key < $1.key }.map { key, coin in
      CBORValue.array([
        .bytes(key.txid.bytes), .unsigned(UInt64(key.vout)), integer(coin.amount),
        .bytes(coin.script), .bool(coin.isProved),
      ])
    }
    return .array([
      .unsigned(contentsVersion), .text(contents.network),
      contents.signetChallenge.map { .bytes($0) } ?? .null, .array(seeds), .array(wallets),
      .map(settings), .array(log), .array(coins),
    ])
  }

  private static func integer(_ value: Int64) -> CBORValue {
    value >= 0 ? .unsigned(UInt64(value)) : .negative(UInt64(-1 - value))
  }

  // MARK: Reading

  static func decoded(_ plain: borrowing SecretBytes) throws(VaultError) -> VaultContents {
    let length = plain.withUnsafeBytes { bytes in
      bytes.count < 4 ? Int.max : Int(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
    }
    guard length <= plain.count - 4 else { throw .contents(field: "length") }
    let cbor = plain.withUnsafeBytes { Array($0[4..<4 + length]) }
    let value: CBORValue
    do throws(BytesError) {
      value = try CBORReader.parse(
        cbor, limits: CBORLimits(bytes: largest, depth: 8, values: 8_000_000))
    } catch {
      throw .contents(field: error.description)
    }
    // The version decides the form, so it is looked at first.
    guard let first = value.arrayValue?.first?.unsignedValue else {
      throw .contents(field: "version")
    }
    guard (oldestVersion...contentsVersion).contains(first) else {
      throw .contents(field: "version \(first)")
    }
    var top = try Record(value, count: 8, "contents")
    _ = try top.unsigned("version")
    let network = try top.text("network")
    let challenge = try top.optional { (record) throws(VaultError) in
      try record.bytes("signet challenge")
    }
    var contents = VaultContents(network: network, signetChallenge: challenge)
    let secrets = 4 + length
    for seed in try top.array("seeds") {
      contents.seeds.append(try storedSeed(seed, plain, secretsAt: secrets))
    }
    for wallet in try top.array("wallets") {
      contents.wallets.append(try registeredWallet(wallet, version: first))
    }
    for pair in try top.map("settings") {
      guard let name = pair.key.textValue else { throw .contents(field: "setting") }
      contents.settings[name] = try Record.integer(pair.value, "setting")
    }
    for record in try top.array("log") { contents.log.append(try signingRecord(record)) }
    for coin in try top.array("coins") {
      var record = try Record(coin, count: 5, "coin")
      let key = CoinKey(txid: try record.bytes32("txid"), vout: try record.uint32("vout"))
      contents.coins[key] = CoinRecord(
        amount: try record.integer("amount"), script: try record.bytes("script"),
        isProved: try record.bool("proved"))
    }
    return contents
  }

  private static func storedSeed(
    _ value: CBORValue, _ plain: borrowing SecretBytes, secretsAt start: Int
  ) throws(VaultError) -> StoredSeed {
    var record = try Record(value, count: 10, "seed")
    let name = try record.text("name")
    guard let kind = StoredSeed.Kind(rawValue: try record.text("kind")) else {
      throw .contents(field: "seed kind")
    }
    let place = try record.uint32("secret place")
    let count = try record.uint32("secret length")
    let from = start + Int(place)
    guard from + Int(count) <= plain.count else { throw .contents(field: "seed secret") }
    let secret = StoredSecret(plain.slice(from..<from + Int(count)))
    let language = try record.optional { (record) throws(VaultError) in
      try record.text("language")
    }
    let fingerprint = try record.bytes("fingerprint")
    guard fingerprint.count == 4 else { throw .contents(field: "seed fingerprint") }
    let usesPassphrase = try record.bool("passphrase")
    let origin = try record.text("origin")
    let created = try record.integer("created")
    var verified: [Int64] = []
    for date in try record.array("verified") {
      verified.append(try Record.integer(date, "verified"))
    }
    return StoredSeed(
      name: name, kind: kind, secret: secret, language: language, fingerprint: fingerprint,
      usesPassphrase: usesPassphrase, origin: origin, created: created, verifiedOn: verified)
  }

  private static func registeredWallet(
    _ value: CBORValue, version: UInt64
  ) throws(VaultError) -> RegisteredWallet {
    var record = try Record(value, count: 7, "wallet")
    let index: (inout Record) throws(VaultError) -> UInt32 = { record throws(VaultError) in
      try record.uint32("highest index")
    }
    return RegisteredWallet(
      name: try record.text("name"), descriptor: try record.text("descriptor"),
      keys: try ownKeys(&record, version: version),
      source: try record.text("source"), registered: try record.integer("registered"),
      highestReceive: try record.optional(index), highestChange: try record.optional(index))
  }

  /// The own keys of a wallet; version 1 knew only wallets of one key and named its seed.
  private static func ownKeys(
    _ record: inout Record, version: UInt64
  ) throws(VaultError) -> [OwnKey] {
    if version == 1 {
      let seed = try record.optional { (record) throws(VaultError) in try record.text("seed") }
      return seed.map { [OwnKey(position: 0, seed: $0)] } ?? []
    }
    var keys: [OwnKey] = []
    for value in try record.array("keys") {
      var key = try Record(value, count: 2, "wallet key")
      keys.append(
        OwnKey(position: Int(try key.uint32("position")), seed: try key.text("seed")))
    }
    return keys
  }

  private static func signingRecord(_ value: CBORValue) throws(VaultError) -> SigningRecord {
    var record = try Record(value, count: 7, "log")
    let time = try record.integer("time")
    let wallet = try record.text("wallet")
    let txid = try record.bytes32("txid")
    let sent = try record.integer("sent")
    let fee = try record.integer("fee")
    let lockTime = try record.uint32("lock time")
    var accepted: [String] = []
    for rule in try record.array("accepted") {
      guard let text = rule.textValue else { throw .contents(field: "log accepted") }
      accepted.append(text)
    }
    return SigningRecord(
      time: time, wallet: wallet, txid: txid, sent: sent, fee: fee, lockTime: lockTime,
      accepted: accepted)
  }
}

/// An array of known length, read field by field; an error names the field.
private struct Record {
  private let values: [CBORValue]
  private let name: String
  private var next = 0

  init(_ value: CBORValue, count: Int, _ name: String) throws(VaultError) {
    guard let values = value.arrayValue, values.count == count else {
      throw .contents(field: name)
    }
    self.values = values
    self.name = name
  }

  private mutating func take<T>(
    _ field: String, _ body: (CBORValue) -> T?
  ) throws(VaultError) -> T {
    guard next < values.count, let result = body(values[next]) else {
      throw .contents(field: "\(name) \(field)")
    }
    next += 1
    return result
  }

  mutating func optional<T>(
    _ body: (inout Record) throws(VaultError) -> T
  ) throws(VaultError) -> T? {
    if next < values.count, values[next] == .null {
      next += 1
      return nil
    }
    return try body(&self)
  }

  mutating func text(_ field: String) throws(VaultError) -> String {
    try take(field, \.textValue)
  }
  mutating func bytes(_ field: String) throws(VaultError) -> [UInt8] {
    try take(field, \.bytesValue)
  }
  mutating func bytes32(_ field: String) throws(VaultError) -> Bytes32 {
    try take(field) { $0.bytesValue.flatMap { Bytes32($0) } }
  }
  mutating func bool(_ field: String) throws(VaultError) -> Bool { try take(field, \.boolValue) }
  mutating func unsigned(_ field: String) throws(VaultError) -> UInt64 {
    try take(field, \.unsignedValue)
  }
  mutating func uint32(_ field: String) throws(VaultError) -> UInt32 {
    try take(field) { $0.unsignedValue.flatMap { UInt32(exactly: $0) } }
  }
  mutating func array(_ field: String) throws(VaultError) -> [CBORValue] {
    try take(field, \.arrayValue)
  }
  mutating func map(_ field: String) throws(VaultError) -> [CBORPair] {
    try take(field, \.mapValue)
  }
  mutating func integer(_ field: String) throws(VaultError) -> Int64 {
    let value = try take(field) { $0 }
    return try Self.integer(value, "\(name) \(field)")
  }

  static func integer(_ value: CBORValue, _ field: String) throws(VaultError) -> Int64 {
    switch value {
    case .unsigned(let number):
      if let result = Int64(exactly: number) { return result }
    case .negative(let number):
      if let result = Int64(exactly: number) { return -1 - result }
    default: break
    }
    throw .contents(field: field)
  }
}
