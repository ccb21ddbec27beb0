import Bytes
import SecureMemory
import Testing

@testable import EncryptedVault

@Suite struct `Contents of a vault` {
  func expectSame(_ one: VaultContents, _ two: VaultContents) {
    #expect(one.network == two.network)
    #expect(one.signetChallenge == two.signetChallenge)
    #expect(one.wallets == two.wallets)
    #expect(one.settings == two.settings)
    #expect(one.log == two.log)
    #expect(one.coins == two.coins)
    #expect(one.sheets == two.sheets)
    #expect(one.seeds.count == two.seeds.count)
    for (a, b) in zip(one.seeds, two.seeds) {
      #expect(a.name == b.name && a.kind == b.kind && a.language == b.language)
      #expect(a.secret.blob == b.secret.blob && a.wordCount == b.wordCount)
      #expect(a.fingerprint == b.fingerprint && a.usesPassphrase == b.usesPassphrase)
      #expect(a.origin == b.origin && a.created == b.created && a.verifiedOn == b.verifiedOn)
      #expect(a.isRestored == b.isRestored && a.nextDrill == b.nextDrill && a.parent == b.parent)
      #expect(a.birthHeight == b.birthHeight)
      #expect((a.storedPassphrase == nil) == (b.storedPassphrase == nil))
      #expect(a.storedPassphrase?.blob == b.storedPassphrase?.blob)
    }
  }

  @Test func `come back as they were`() throws {
    for contents in [try sealed(fullContents()), VaultContents(network: "mainnet")] {
      let plain = try ContentsCodec.encoded(contents)
      expectSame(try ContentsCodec.decoded(plain), contents)
      expectSame(try VaultContents(sealedBytes: contents.sealedBytes()), contents)
    }
  }

  @Test func `of version 6 come back with every secret in the open`() throws {
    let contents = fullContents()
    let old = try ContentsCodec.decoded(version6(contents))
    #expect(old.network == contents.network && old.settings == contents.settings)
    #expect(old.seeds.map(\.name) == contents.seeds.map(\.name))
    for (a, b) in zip(old.seeds, contents.seeds) {
      #expect(a.isOpen && a.wordCount == b.wordCount)
      #expect(try revealed(a) == revealed(b))
      #expect(try passphrase(a) == passphrase(b))
    }
  }

  @Test func `are not written while a seed in them is open`() throws {
    let open = VaultError.seedIsOpen(name: "main")
    #expect(throws: open) { _ = try ContentsCodec.encoded(fullContents()) }
    #expect(throws: open) { _ = try fullContents().sealedBytes() }
    var contents = try sealed(fullContents())
    contents.seeds[2].storedPassphrase = StoredSecret(secret("another one"))
    #expect(throws: VaultError.seedIsOpen(name: "child")) { _ = try contents.sealedBytes() }
  }

  @Test func `hide their length in powers of two`() throws {
    var contents = VaultContents(network: "mainnet")
    let empty = try ContentsCodec.encoded(contents).count
    contents.seeds = [seed("main"), seed("second")]
    contents = try sealed(contents)
    let some = try ContentsCodec.encoded(contents).count
    #expect(empty == 4096 && some == 4096)
    var sizes: Set<Int> = []
    for count in stride(from: 0, to: 200, by: 10) {
      contents.log = SigningLog(
        linking: (0..<count).map {
          SigningRecord(
            time: Int64($0), wallet: "w", txid: .zero, sent: 1, fee: 1, lockTime: 0, accepted: [])
        })
      sizes.insert(try ContentsCodec.encoded(contents).count)
    }
    #expect(sizes == [4096, 8192, 16384, 32768])
  }

  @Test func `cut short at any byte of their text are refused`() throws {
    let plain = try ContentsCodec.encoded(sealed(fullContents()))
    let length = plain.withUnsafeBytes { Int($0[2]) << 8 | Int($0[3]) }
    for count in 0..<length {
      // The length that is named is not there, or the text breaks off.
      #expect(throws: VaultError.self) { _ = try ContentsCodec.decoded(plain.slice(0..<count)) }
      var shorter = plain.duplicated()
      shorter.withUnsafeMutableBytes {
        $0[2] = UInt8(count >> 8)
        $0[3] = UInt8(count & 0xff)
      }
      #expect(throws: VaultError.self) { _ = try ContentsCodec.decoded(shorter) }
    }
  }

  @Test func `of another version or form are refused by name`() throws {
    func decode(_ value: CBORValue) throws(VaultError) {
      let cbor = CBORWriter.encode(value)
      var bytes: [UInt8] = [0, 0, UInt8(cbor.count >> 8), UInt8(cbor.count & 0xff)] + cbor
      bytes += [UInt8](repeating: 0, count: 64)
      _ = try ContentsCodec.decoded(SecretBytes(moving: &bytes))
    }
    let rest: [CBORValue] = [
      .text("mainnet"), .null, .array([]), .array([]), .map([]), .array([]), .array([]),
    ]
    for version: UInt64 in 1...2 { try decode(.array([.unsigned(version)] + rest)) }
    for version: UInt64 in 3...5 {
      try decode(.array([.unsigned(version)] + rest + [.array([])]))
      #expect(throws: VaultError.contents(field: "contents")) {
        try decode(.array([.unsigned(version)] + rest))
      }
    }
    let log: CBORValue = .array([.bytes([UInt8](repeating: 0, count: 32)), .array([])])
    try decode(.array([.unsigned(6)] + rest.prefix(5) + [log, .array([]), .array([])]))
    #expect(throws: VaultError.contents(field: "log")) {
      try decode(.array([.unsigned(6)] + rest + [.array([])]))
    }
    try decode(
      .array([.unsigned(7)] + rest.prefix(5) + [log, .array([]), .array([]), .null]))
    try decode(
      .array([.unsigned(8)] + rest.prefix(5) + [log, .array([]), .array([]), .null]))
    #expect(throws: VaultError.contents(field: "contents")) {
      try decode(.array([.unsigned(7)] + rest.prefix(5) + [log, .array([]), .array([])]))
    }
    for version: UInt64 in [0, 9] {
      #expect(throws: VaultError.contents(field: "version \(version)")) {
        try decode(.array([.unsigned(version)] + rest))
      }
    }
    #expect(throws: VaultError.contents(field: "contents")) {
      try decode(.array([.unsigned(1)] + rest + [.null]))
    }
    #expect(throws: VaultError.contents(field: "version")) { try decode(.map([])) }
    for index in rest.indices where index != 1 {
      var wrong = rest
      wrong[index] = .bool(true)
      #expect(throws: VaultError.self) { try decode(.array([.unsigned(1)] + wrong)) }
    }
    var far = rest
    far[2] = .array([
      .array([
        .text("a"), .text("bip39"), .unsigned(4_000_000_000), .unsigned(4_000_000_000), .null,
        .bytes([0, 0, 0, 0]), .bool(false), .text(""), .unsigned(0), .array([]),
      ])
    ])
    #expect(throws: VaultError.contents(field: "seed secret")) {
      try decode(.array([.unsigned(1)] + far))
    }
  }

  @Test func `of version 1 have one key a wallet, that of the seed it named`() throws {
    func decode(_ version: UInt64, third: CBORValue) throws -> [StoredWallet] {
      let wallet: CBORValue = .array([
        .text("w"), .text("wpkh(x)"), third, .text("exported account"), .unsigned(9), .unsigned(4),
        .null,
      ])
      let cbor = CBORWriter.encode(
        .array([
          .unsigned(version), .text("mainnet"), .null, .array([]), .array([wallet]), .map([]),
          .array([]), .array([]),
        ]))
      var bytes: [UInt8] = [0, 0, UInt8(cbor.count >> 8), UInt8(cbor.count & 0xff)] + cbor
      return try ContentsCodec.decoded(SecretBytes(moving: &bytes)).wallets
    }
    let old = try decode(1, third: .text("main"))
    #expect(
      old == [
        StoredWallet(
          name: "w", descriptor: "wpkh(x)", keys: [OwnKey(position: 0, seed: "main")],
          source: "exported account", registered: 9, highestReceive: 4)
      ])
    #expect(try decode(1, third: .null)[0].keys.isEmpty)
    let two: CBORValue = .array([
      .array([.unsigned(2), .text("a")]), .array([.unsigned(0), .text("b")]),
    ])
    let new = try decode(2, third: two)[0]
    #expect(new.keys == [OwnKey(position: 2, seed: "a"), OwnKey(position: 0, seed: "b")])
    #expect(new.seeds == ["a", "b"])
    // Neither version takes the other's form.
    #expect(throws: VaultError.self) { try decode(2, third: .text("main")) }
    #expect(throws: VaultError.self) { try decode(2, third: .null) }
    #expect(throws: VaultError.self) { try decode(1, third: two) }
    for wrong: CBORValue in [
      .array([.array([.unsigned(0)])]), .array([.array([.text("a"), .text("b")])]),
      .array([.array([.unsigned(1 << 32), .text("b")])]), .array([.null]),
    ] {
      #expect(throws: VaultError.self) { try decode(2, third: wrong) }
    }
  }

  private func contents(
    _ version: UInt64, _ fields: [CBORValue], sheets: CBORValue = .array([])
  ) throws -> VaultContents {
    let old: [CBORValue] = [
      .text("s"), .text("bip39"), .unsigned(0), .unsigned(16), .text("english"),
      .bytes([1, 2, 3, 4]), .bool(true), .text("system"), .unsigned(9), .array([.unsigned(10)]),
    ]
    let cbor = CBORWriter.encode(
      .array(
        [
          .unsigned(version), .text("mainnet"), .null, .array([.array(old + fields)]), .array([]),
          .map([]), .array([]), .array([]),
        ] + (version < 3 ? [] : [sheets])))
    var bytes: [UInt8] = [0, 0, UInt8(cbor.count >> 8), UInt8(cbor.count & 0xff)] + cbor
    bytes += Array("sixteen byte keya passphrase".utf8)
    return try ContentsCodec.decoded(SecretBytes(moving: &bytes))
  }

  @Test func `before version 3 know of no passphrase, parent, drill or sheet`() throws {
    for version: UInt64 in 1...2 {
      let decoded = try contents(version, [])
      let old = decoded.seeds[0]
      #expect(try revealed(old) == Array("sixteen byte key".utf8) && old.wordCount == 12)
      #expect(old.usesPassphrase && !old.isRestored && old.isReadBack && old.nextDrill == nil)
      #expect(old.storedPassphrase == nil && old.birthHeight == nil && old.parent == nil)
      #expect(decoded.sheets.isEmpty)
      let new: [CBORValue] = [.bool(true), .null, .null, .null, .null]
      #expect(throws: VaultError.contents(field: "seed")) { _ = try contents(version, new) }
    }
    #expect(throws: VaultError.contents(field: "seed")) { _ = try contents(3, []) }
  }

  @Test func `of version 3 lay a kept passphrase among the secrets`() throws {
    let fields: [CBORValue] = [
      .bool(true), .unsigned(77), .array([.unsigned(16), .unsigned(12)]), .unsigned(840_000),
      .text("mother"),
    ]
    let new = try contents(3, fields).seeds[0]
    #expect(new.isRestored && new.nextDrill == 77 && new.birthHeight == 840_000)
    #expect(new.parent == "mother")
    #expect(try passphrase(new) == Array("a passphrase".utf8))
    let wrong: [(Int, CBORValue, String)] = [
      (0, .null, "seed restored"), (1, .text("soon"), "seed next drill"),
      (2, .array([.unsigned(16), .unsigned(13)]), "seed passphrase"),
      (2, .array([.unsigned(16)]), "seed passphrase"),
      (2, .bytes([]), "seed passphrase"),
      (3, .unsigned(1 << 32), "seed birth height"), (4, .bool(true), "seed parent"),
    ]
    for (index, value, field) in wrong {
      var changed = fields
      changed[index] = value
      #expect(throws: VaultError.contents(field: field)) { _ = try contents(3, changed) }
    }
    let sheet: [CBORValue] = [
      .text("s"), .text("secret"), .unsigned(5), .bytes([UInt8](repeating: 7, count: 32)), .null,
    ]
    #expect(try contents(3, fields, sheets: .array([.array(sheet)])).sheets[0].verified == nil)
    for index in 0..<4 {
      var changed = sheet
      changed[index] = .null
      #expect(throws: VaultError.self) {
        _ = try contents(3, fields, sheets: .array([.array(changed)]))
      }
    }
  }

  /// Contents with a wallet and a log entry as a version wrote them.
  private func contents(
    _ version: UInt64, log fields: [CBORValue], highest: UInt64 = 9
  ) throws -> VaultContents {
    let record: [CBORValue] = [
      .unsigned(1_700_000_000), .text("w"), .bytes([UInt8](repeating: 7, count: 32)),
      .unsigned(600_000), .unsigned(1_000), .unsigned(840_000), .array([.text("R04")]),
    ]
    let own: CBORValue =
      version == 1 ? .text("s") : .array([.array([.unsigned(0), .text("s")])])
    let wallet: CBORValue = .array([
      .text("w"), .text("wpkh(x)"), own, .text("exported account"), .unsigned(9),
      .unsigned(highest), .null,
    ])
    let cbor = CBORWriter.encode(
      .array(
        [
          .unsigned(version), .text("mainnet"), .null, .array([]), .array([wallet]), .map([]),
          .array([.array(record + fields)]), .array([]),
        ] + (version < 3 ? [] : [.array([])])))
    var bytes: [UInt8] = [0, 0, UInt8(cbor.count >> 8), UInt8(cbor.count & 0xff)] + cbor
    return try ContentsCodec.decoded(SecretBytes(moving: &bytes))
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `before version 4 know what was signed, but not its coins and payees`(
    _ version: UInt64
  ) throws {
    let old = try contents(version, log: [])
    let record = try #require(old.log.first)
    #expect(record.sent == 600_000 && record.fee == 1_000 && record.lockTime == 840_000)
    #expect(record.accepted == [LoggedAcceptance("R04", .notKept)] && record.time == 1_700_000_000)
    #expect(record.unsignedTxid == nil && record.spent.isEmpty && record.payees.isEmpty)
    #expect(old.wallets[0].highestReceive == 9)
    // Saved as it is written today, nothing of it is lost.
    let again = try ContentsCodec.decoded(ContentsCodec.encoded(old))
    expectSame(again, old)
    #expect(throws: VaultError.contents(field: "log")) {
      _ = try contents(version, log: [.null, .bytes([]), .bytes([])])
    }
  }

  @Test func `before version 4 may hold an index that was only shown, which is forgotten`() throws {
    for version: UInt64 in 1...3 {
      #expect(try contents(version, log: [], highest: 999_999).wallets[0].highestReceive == 999_999)
      for far: UInt64 in [1_000_000, 2_147_483_647] {
        #expect(try contents(version, log: [], highest: far).wallets[0].highestReceive == nil)
      }
    }
    let none: [CBORValue] = [.null, .bytes([]), .bytes([])]
    #expect(try contents(4, log: none, highest: 1_000_500).wallets[0].highestReceive == 1_000_500)
  }

  @Test func `of version 4 keep the coins and payees of what was signed`() throws {
    let coin = [UInt8](repeating: 9, count: 32) + [0, 0, 1, 2]
    let good: [CBORValue] = [
      .bytes([UInt8](repeating: 8, count: 32)), .bytes(coin + coin),
      .bytes([UInt8](repeating: 3, count: 48)),
    ]
    let record = try #require(try contents(4, log: good).log.first)
    #expect(record.unsignedTxid == Bytes32([UInt8](repeating: 8, count: 32)))
    #expect(record.spent.count == 2 && record.spent[1].vout == 258)
    #expect(record.payees == [UInt8](repeating: 3, count: 48))
    for (index, wrong, field) in [
      (0, CBORValue.bytes([1]), "log unsigned txid"), (1, .bytes([1]), "log spent"),
      (2, .bytes([UInt8](repeating: 3, count: 47)), "log payees"), (2, .null, "log payees"),
    ] {
      var fields = good
      fields[index] = wrong
      #expect(throws: VaultError.contents(field: field)) { _ = try contents(4, log: fields) }
    }
    #expect(throws: VaultError.contents(field: "log")) { _ = try contents(4, log: []) }
  }

  @Test func `of version 5 keep which coins were ours, and version 4 did not`() throws {
    let coin = [UInt8](repeating: 9, count: 32) + [0, 0, 1, 2]
    let older: [CBORValue] = [.null, .bytes(coin + coin), .bytes([])]
    let old = try contents(4, log: older)
    #expect(old.log.first?.own == [])
    expectSame(try ContentsCodec.decoded(ContentsCodec.encoded(old)), old)
    let record = try #require(try contents(5, log: older + [.bytes([1, 0])]).log.first)
    #expect(record.own == [true, false])
    #expect(try contents(5, log: older + [.bytes([])]).log.first?.own == [])
    for wrong: CBORValue in [.bytes([1]), .bytes([1, 2]), .bytes([1, 0, 0]), .null] {
      #expect(throws: VaultError.contents(field: "log own")) {
        _ = try contents(5, log: older + [wrong])
      }
    }
    #expect(throws: VaultError.contents(field: "log")) { _ = try contents(5, log: older) }
  }

  @Test func `remember the coins and payees of the latest signings only`() {
    var contents = VaultContents(network: "mainnet")
    let coins = (0..<9_999).map { CoinKey(txid: .zero, vout: UInt32($0)) }
    for time in 0..<12 {
      contents.appendToLog(
        SigningRecord(
          time: Int64(time), wallet: "w", txid: .zero, sent: 1, fee: 1, lockTime: 0, accepted: [],
          unsignedTxid: .zero, spent: coins, payees: [UInt8](repeating: 1, count: 24)))
    }
    #expect(contents.log.count == 12)
    let details = contents.log.map(\.detailCount)
    #expect(details == [0, 0] + [Int](repeating: 10_000, count: 10))
    #expect(contents.log.allSatisfy { $0.unsignedTxid == .zero && $0.sent == 1 })
    // Where it is not known whose they were, each may have been ours.
    #expect(contents.log.allSatisfy { $0.hasOwnCoins && $0.spent == coins && $0.own.isEmpty })
    #expect(contents.log.map(\.hasDetails) == [false, false] + [Bool](repeating: true, count: 10))
  }

  @Test func `remember the coins that were ours longer than what others had in a payment`() throws {
    var contents = VaultContents(network: "mainnet")
    let coins = (0..<30_000).map { CoinKey(txid: .zero, vout: UInt32($0)) }
    for time in 0..<12 {
      contents.appendToLog(
        SigningRecord(
          time: Int64(time), wallet: "w", txid: .zero, sent: 1, fee: 1, lockTime: 0, accepted: [],
          unsignedTxid: .zero, spent: coins, own: coins.map { $0.vout % 10_000 == 7 },
          payees: [UInt8](repeating: 1, count: 24)))
    }
    #expect(
      contents.log.map(\.hasDetails) == [Bool](repeating: false, count: 9) + [true, true, true])
    let trimmed = try #require(contents.log.first)
    #expect(trimmed.spent.map(\.vout) == [7, 10_007, 20_007] && trimmed.own == [true, true, true])
    #expect(trimmed.hasOwnCoins && trimmed.detailCount == 0)
    expectSame(try ContentsCodec.decoded(ContentsCodec.encoded(contents)), contents)
  }

  @Test func `forget the oldest coins that were ours only when there are very many`() {
    var contents = VaultContents(network: "mainnet")
    let coins = (0..<99_999).map { CoinKey(txid: .zero, vout: UInt32($0)) }
    let own = coins.map { _ in true }
    for time in 0..<6 {
      contents.appendToLog(
        SigningRecord(
          time: Int64(time), wallet: "w", txid: .zero, sent: 1, fee: 1, lockTime: 0, accepted: [],
          unsignedTxid: .zero, spent: coins, own: own))
    }
    #expect(contents.log.map(\.hasOwnCoins) == [false, true, true, true, true, true])
    #expect(contents.log.map(\.hasDetails) == [false, false, false, false, false, true])
    #expect(contents.log[0].payees.isEmpty)
  }

  @Test func `count a seed as read back when it was restored or verified`() {
    func made(restored: Bool, verified: [Int64]) -> Bool {
      StoredSeed(
        name: "s", kind: .seed, secret: StoredSecret(secret("sixteen byte key")),
        fingerprint: [0, 0, 0, 0], origin: "", created: 0, verifiedOn: verified,
        isRestored: restored
      ).isReadBack
    }
    #expect(!made(restored: false, verified: []))
    #expect(made(restored: true, verified: []))
    #expect(made(restored: false, verified: [1]))
  }

  @Test func `numbers at their ends survive`() throws {
    var contents = VaultContents(network: "mainnet")
    contents.settings = ["a": .min, "b": .max, "c": 0, "d": -1]
    let plain = try ContentsCodec.encoded(contents)
    #expect(try ContentsCodec.decoded(plain).settings == contents.settings)
  }
}
