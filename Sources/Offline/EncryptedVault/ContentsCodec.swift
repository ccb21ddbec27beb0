internal import Bytes
internal import SecureMemory

/// Turns contents into the plaintext of a vault and back (docs/formats.md, "The vault").
///
/// The plaintext is the length of the CBOR (4 bytes, big-endian), the CBOR, and zeros up to the next
/// power of two. The secrets of seeds stand in the CBOR sealed. Before version 7 they lay in the clear
/// behind it, and it named each by its place, so that none passed through an ordinary array.
enum ContentsCodec {
  static let contentsVersion: UInt64 = 8
  /// The oldest version that is still read: its wallets had one key and named one seed.
  static let oldestVersion: UInt64 = 1
  /// The smallest plaintext, in bytes.
  static let smallest = 4096
  /// The largest, in bytes: twice what it was before the log was a chain, whose entries are twice as long.
  static let largest = 128 << 20
  /// The most values of CBOR: more than fit into that many bytes of log.
  static let mostValues = 40_000_000

  // MARK: Writing

  /// The plaintext of contents whose seeds are sealed.
  ///
  /// Throws: `seedIsOpen`, `tooLarge`.
  static func encoded(_ contents: VaultContents) throws(VaultError) -> SecretBytes {
    let cbor = try cbor(of: contents)
    let needed = 4 + cbor.count
    var size = smallest
    while size < needed { size *= 2 }
    return SecretBytes(count: size) { plain in
      plain.storeBytes(of: UInt32(cbor.count).bigEndian, as: UInt32.self)
      UnsafeMutableRawBufferPointer(rebasing: plain[4...]).copyBytes(from: cbor)
    }
  }

  /// The CBOR alone: no secret is in it.
  ///
  /// Throws: `seedIsOpen`, `tooLarge`.
  static func cbor(of contents: VaultContents) throws(VaultError) -> [UInt8] {
    let cbor = CBORWriter.encode(try value(of: contents))
    guard 4 + cbor.count <= largest else {
      throw .tooLarge(bytes: 4 + cbor.count, limit: largest)
    }
    return cbor
  }

  private static func value(of contents: VaultContents) throws(VaultError) -> CBORValue {
    var seeds: [CBORValue] = []
    for seed in contents.seeds { seeds.append(try value(of: seed)) }
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
      contents.seedsPassphrase.map(value(of:)) ?? .null,
    ])
  }

  /// The fields of a seed, with its secrets sealed.
  private static func value(of seed: StoredSeed) throws(VaultError) -> CBORValue {
    guard let secret = seed.secret.blob,
      seed.storedPassphrase == nil || seed.storedPassphrase?.blob != nil
    else { throw .seedIsOpen(name: seed.name) }
    return .array([
      .text(seed.name), .text(seed.kind.rawValue), .bytes(secret.bytes),
      seed.wordCount.map { .unsigned(UInt64($0.magnitude)) } ?? .null,
      seed.language.map { .text($0) } ?? .null, .bytes(seed.fingerprint),
      .bool(seed.usesPassphrase), .text(seed.origin), integer(seed.created),
      .array(seed.verifiedOn.map(integer)), .bool(seed.isRestored),
      seed.nextDrill.map(integer) ?? .null,
      seed.storedPassphrase?.blob.map { .bytes($0.bytes) } ?? .null,
      seed.birthHeight.map { .unsigned(UInt64($0)) } ?? .null,
      seed.parent.map { .text($0) } ?? .null,
    ])
  }

  private static func value(of lock: SeedsPassphrase) -> CBORValue {
    .array([
      .unsigned(UInt64(lock.parameters.logN.magnitude)),
      .unsigned(UInt64(lock.parameters.r.magnitude)),
      .unsigned(UInt64(lock.parameters.p.magnitude)), .bytes(lock.salt), .bytes(lock.commitment),
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
    return try decoded(cbor, from: plain, secretsAt: 4 + length)
  }

  /// Reads the CBOR; before version 7 the secrets of seeds lie in the plaintext from `start` on.
  static func decoded(
    _ cbor: [UInt8], from plain: borrowing SecretBytes, secretsAt start: Int,
    oldest: UInt64 = oldestVersion
  ) throws(VaultError) -> VaultContents {
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
    guard (oldest...contentsVersion).contains(first) else {
      throw .contents(field: "version \(first)")
    }
    let count = first < 3 ? 8 : first < 7 ? 9 : 10
    var top = try ContentsRecord(value, count: count, "contents")
    _ = try top.unsigned("version")
    let network = try top.text("network")
    let challenge = try top.optional { (record) throws(VaultError) in
      try record.bytes("signet challenge")
    }
    var contents = VaultContents(network: network, signetChallenge: challenge)
    for seed in try top.array("seeds") {
      contents.seeds.append(try storedSeed(seed, plain, secretsAt: start, version: first))
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
    if first >= 7 {
      contents.seedsPassphrase = try top.optional { (record) throws(VaultError) in
        try seedsPassphrase(try record.array("passphrase of the seeds"))
      }
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
    let isSealed = version >= 7
    let secret =
      isSealed
      ? try sealedSecret(&record, "secret")
      : try openSecret(&record, plain, secretsAt: start, "seed secret")
    let wordCount = isSealed ? try wordCount(&record, kind) : nil
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
      if isSealed { return try sealedSecret(&record, "passphrase") }
      var places = try ContentsRecord(
        .array(try record.array("passphrase")), count: 2, "seed passphrase")
      return try openSecret(&places, plain, secretsAt: start, "seed passphrase")
    }
    let birthHeight = try record.optional { (record) throws(VaultError) in
      try record.uint32("birth height")
    }
    let parent = try record.optional { (record) throws(VaultError) in try record.text("parent") }
    return StoredSeed(
      name: name, kind: kind, secret: secret, language: language, fingerprint: fingerprint,
      usesPassphrase: usesPassphrase, origin: origin, created: created, verifiedOn: verified,
      isRestored: isRestored, nextDrill: nextDrill, storedPassphrase: passphrase,
      birthHeight: birthHeight, parent: parent, wordCount: wordCount)
  }

  private static func sealedSecret(
    _ record: inout ContentsRecord, _ field: String
  ) throws(VaultError) -> StoredSecret {
    guard let blob = SealedSecret(try record.bytes(field)) else {
      throw .contents(field: "seed \(field)")
    }
    return StoredSecret(sealed: blob)
  }

  /// How many words a mnemonic has: 12 to 24; null for every other kind.
  private static func wordCount(
    _ record: inout ContentsRecord, _ kind: StoredSeed.Kind
  ) throws(VaultError) -> Int? {
    let count = try record.optional { (record) throws(VaultError) in
      Int(try record.uint32("words"))
    }
    guard (kind == .mnemonic) == (count != nil), count.map((1...99).contains) ?? true else {
      throw .contents(field: "seed words")
    }
    return count
  }

  private static func seedsPassphrase(_ values: [CBORValue]) throws(VaultError) -> SeedsPassphrase {
    let name = "passphrase of the seeds"
    var record = try ContentsRecord(.array(values), count: 5, name)
    let parameters = KDFParameters(
      unchecked: Int(try record.uint32("N")), r: Int(try record.uint32("r")),
      p: Int(try record.uint32("p")))
    let (salt, commitment) = (try record.bytes("salt"), try record.bytes("commitment"))
    guard salt.count == SeedsPassphrase.saltLength, commitment.count == 32 else {
      throw .contents(field: name)
    }
    return SeedsPassphrase(parameters: parameters, salt: salt, commitment: commitment)
  }

  /// The secret whose place and length are the next two numbers.
  private static func openSecret(
    _ record: inout ContentsRecord, _ plain: borrowing SecretBytes, secretsAt start: Int,
    _ field: String
  ) throws(VaultError) -> StoredSecret {
    let from = start + Int(try record.uint32("secret place"))
    let count = Int(try record.uint32("secret length"))
    guard from + count <= plain.count else { throw .contents(field: field) }
    return StoredSecret(plain.slice(from..<from + count))
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

extension VaultContents {
  /// The contents as bytes that may go to another process: every secret of a seed is sealed in them.
  ///
  /// At most 128 MiB. What else they say is private, not secret: wallets, coins, the log.
  ///
  /// Throws: `seedIsOpen` for a seed that was not saved yet; `tooLarge`.
  package func sealedBytes() throws(VaultError) -> [UInt8] { try ContentsCodec.cbor(of: self) }

  /// Reads what ``sealedBytes()`` made, of the present version alone.
  ///
  /// Throws: `contents` with the field that is wrong.
  package init(sealedBytes bytes: [UInt8]) throws(VaultError) {
    guard bytes.count <= ContentsCodec.largest else {
      throw .tooLarge(bytes: bytes.count, limit: ContentsCodec.largest)
    }
    self = try ContentsCodec.decoded(
      bytes, from: SecretBytes(count: 0), secretsAt: 0, oldest: ContentsCodec.contentsVersion)
  }
}
