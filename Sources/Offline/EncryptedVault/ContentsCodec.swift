internal import Bytes
internal import SecureMemory

/// Turns contents into the plaintext of a vault and back (docs/formats.md, "The vault").
///
/// The plaintext is the length of the CBOR (4 bytes, big-endian), the CBOR, the secrets one after
/// the other, and zeros up to the next power of two. The CBOR names each secret by its place, so
/// that no secret ever passes through an ordinary array.
enum ContentsCodec {
  static let contentsVersion: UInt64 = 6
  /// The oldest version that is still read: its wallets had one key and named one seed.
  static let oldestVersion: UInt64 = 1
  /// The smallest plaintext, in bytes.
  static let smallest = 4096
  /// The largest, in bytes: twice what it was before the log was a chain, whose entries are twice as long.
  static let largest = 128 << 20
  /// The most values of CBOR: more than fit into that many bytes of log.
  static let mostValues = 40_000_000

  // MARK: Writing

  static func encoded(_ contents: VaultContents) throws(VaultError) -> SecretBytes {
    let cbor = CBORWriter.encode(value(of: contents))
    let secrets = contents.seeds.flatMap(\.secrets)
    let count = secrets.reduce(0) { $0 + $1.count }
    let needed = 4 + cbor.count + count
    guard needed <= largest else { throw .tooLarge(bytes: needed, limit: largest) }
    var size = smallest
    while size < needed { size *= 2 }
    return SecretBytes(count: size) { plain in
      plain.storeBytes(of: UInt32(cbor.count).bigEndian, as: UInt32.self)
      UnsafeMutableRawBufferPointer(rebasing: plain[4...]).copyBytes(from: cbor)
      var place = 4 + cbor.count
      for secret in secrets {
        secret.withUnsafeBytes { secret in
          UnsafeMutableRawBufferPointer(rebasing: plain[place...]).copyMemory(from: secret)
        }
        place += secret.count
      }
    }
  }

  private static func value(of contents: VaultContents) -> CBORValue {
    var place = 0
    let seeds = contents.seeds.map { value(of: $0, at: &place) }
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
    let coins = contents.coins.sorted { $0.key < $1.key }.map { key, coin in
      CBORValue.array([
        .bytes(key.txid.bytes), .unsigned(UInt64(key.vout)), integer(coin.amount),
        .bytes(coin.script), .bool(coin.isProved),
      ])
    }
    let sheets = contents.sheets.map { sheet in
      CBORValue.array([
        .text(sheet.name), .text(sheet.kind), integer(sheet.printed), .bytes(sheet.digest.bytes),
        sheet.verified.map(integer) ?? .null,
      ])
    }
    return .array([
      .unsigned(contentsVersion), .text(contents.network),
      contents.signetChallenge.map { .bytes($0) } ?? .null, .array(seeds), .array(wallets),
      .map(settings), LogEntryCodec.value(of: contents.log), .array(coins), .array(sheets),
    ])
  }

  /// The fields of a seed, whose secrets are laid down from `place` on.
  private static func value(of seed: StoredSeed, at place: inout Int) -> CBORValue {
    let places = seed.secrets.map { secret in
      defer { place += secret.count }
      return [CBORValue.unsigned(UInt64(place)), .unsigned(UInt64(secret.count))]
    }
    return .array([
      .text(seed.name), .text(seed.kind.rawValue), places[0][0], places[0][1],
      seed.language.map { .text($0) } ?? .null, .bytes(seed.fingerprint),
      .bool(seed.usesPassphrase), .text(seed.origin), integer(seed.created),
      .array(seed.verifiedOn.map(integer)), .bool(seed.isRestored),
      seed.nextDrill.map(integer) ?? .null, places.count > 1 ? .array(places[1]) : .null,
      seed.birthHeight.map { .unsigned(UInt64($0)) } ?? .null,
      seed.parent.map { .text($0) } ?? .null,
    ])
  }

  static func integer(_ value: Int64) -> CBORValue {
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
        cbor, limits: CBORLimits(bytes: largest, depth: 8, values: mostValues))
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
    var top = try ContentsRecord(value, count: first < 3 ? 8 : 9, "contents")
    _ = try top.unsigned("version")
    let network = try top.text("network")
    let challenge = try top.optional { (record) throws(VaultError) in
      try record.bytes("signet challenge")
    }
    var contents = VaultContents(network: network, signetChallenge: challenge)
    let secrets = 4 + length
    for seed in try top.array("seeds") {
      contents.seeds.append(try storedSeed(seed, plain, secretsAt: secrets, version: first))
    }
    for wallet in try top.array("wallets") {
      contents.wallets.append(try registeredWallet(wallet, version: first))
    }
    for pair in try top.map("settings") {
      guard let name = pair.key.textValue else { throw .contents(field: "setting") }
      contents.settings[name] = try ContentsRecord.integer(pair.value, "setting")
    }
    contents.log = try LogEntryCodec.log(try top.array("log"), version: first)
    for coin in try top.array("coins") {
      var record = try ContentsRecord(coin, count: 5, "coin")
      let key = CoinKey(txid: try record.bytes32("txid"), vout: try record.uint32("vout"))
      contents.coins[key] = CoinRecord(
        amount: try record.integer("amount"), script: try record.bytes("script"),
        isProved: try record.bool("proved"))
    }
    if first >= 3 {
      for sheet in try top.array("sheets") { contents.sheets.append(try sheetRecord(sheet)) }
    }
    return contents
  }

  private static func storedSeed(
    _ value: CBORValue, _ plain: borrowing SecretBytes, secretsAt start: Int, version: UInt64
  ) throws(VaultError) -> StoredSeed {
    var record = try ContentsRecord(value, count: version < 3 ? 10 : 15, "seed")
    let name = try record.text("name")
    guard let kind = StoredSeed.Kind(rawValue: try record.text("kind")) else {
      throw .contents(field: "seed kind")
    }
    let secret = try storedSecret(&record, plain, secretsAt: start, "seed secret")
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
      verified.append(try ContentsRecord.integer(date, "verified"))
    }
    guard version >= 3 else {
      return StoredSeed(
        name: name, kind: kind, secret: secret, language: language, fingerprint: fingerprint,
        usesPassphrase: usesPassphrase, origin: origin, created: created, verifiedOn: verified)
    }
    let isRestored = try record.bool("restored")
    let nextDrill = try record.optional { (record) throws(VaultError) in
      try record.integer("next drill")
    }
    let passphrase = try record.optional { (record) throws(VaultError) in
      var places = try ContentsRecord(
        .array(try record.array("passphrase")), count: 2, "seed passphrase")
      return try storedSecret(&places, plain, secretsAt: start, "seed passphrase")
    }
    let birthHeight = try record.optional { (record) throws(VaultError) in
      try record.uint32("birth height")
    }
    let parent = try record.optional { (record) throws(VaultError) in try record.text("parent") }
    return StoredSeed(
      name: name, kind: kind, secret: secret, language: language, fingerprint: fingerprint,
      usesPassphrase: usesPassphrase, origin: origin, created: created, verifiedOn: verified,
      isRestored: isRestored, nextDrill: nextDrill, storedPassphrase: passphrase,
      birthHeight: birthHeight, parent: parent)
  }

  /// The secret whose place and length are the next two numbers.
  private static func storedSecret(
    _ record: inout ContentsRecord, _ plain: borrowing SecretBytes, secretsAt start: Int,
    _ field: String
  ) throws(VaultError) -> StoredSecret {
    let place = try record.uint32("secret place")
    let count = try record.uint32("secret length")
    let from = start + Int(place)
    guard from + Int(count) <= plain.count else { throw .contents(field: field) }
    return StoredSecret(plain.slice(from..<from + Int(count)))
  }

  private static func sheetRecord(_ value: CBORValue) throws(VaultError) -> SheetRecord {
    var record = try ContentsRecord(value, count: 5, "sheet")
    return SheetRecord(
      name: try record.text("name"), kind: try record.text("kind"),
      printed: try record.integer("printed"), digest: try record.bytes32("digest"),
      verified: try record.optional { (record) throws(VaultError) in
        try record.integer("verified")
      })
  }

  /// From this index on nothing is signed.
  private static let noIndexFrom: UInt32 = 1_000_000

  private static func registeredWallet(
    _ value: CBORValue, version: UInt64
  ) throws(VaultError) -> StoredWallet {
    var record = try ContentsRecord(value, count: 7, "wallet")
    let index: (inout ContentsRecord) throws(VaultError) -> UInt32 = { record throws(VaultError) in
      try record.uint32("highest index")
    }
    // Before version 4 an address that was only shown was remembered, whatever its index. No
    // payment goes so far (R07), so such an index is a number that somebody typed.
    let used: (UInt32?) -> UInt32? = { index in
      version < 4 ? index.flatMap { $0 < noIndexFrom ? $0 : nil } : index
    }
    return StoredWallet(
      name: try record.text("name"), descriptor: try record.text("descriptor"),
      keys: try ownKeys(&record, version: version),
      source: try record.text("source"), registered: try record.integer("registered"),
      highestReceive: used(try record.optional(index)),
      highestChange: used(try record.optional(index)))
  }

  /// Our keys of a wallet; version 1 knew only wallets of one key and named its seed.
  private static func ownKeys(
    _ record: inout ContentsRecord, version: UInt64
  ) throws(VaultError) -> [OwnKey] {
    if version == 1 {
      let seed = try record.optional { (record) throws(VaultError) in try record.text("seed") }
      return seed.map { [OwnKey(position: 0, seed: $0)] } ?? []
    }
    var keys: [OwnKey] = []
    for value in try record.array("keys") {
      var key = try ContentsRecord(value, count: 2, "wallet key")
      keys.append(
        OwnKey(position: Int(try key.uint32("position")), seed: try key.text("seed")))
    }
    return keys
  }
}

extension StoredSeed {
  /// Its secrets in the order in which they are laid down.
  var secrets: [StoredSecret] {
    [secret] + (storedPassphrase.map { [$0] } ?? [])
  }
}
