import Bytes
import Descriptors
import Testing

@testable import WalletFiles

/// Databases that nobody's program wrote: what contradicts itself, has no end or is of another kind.
@Suite struct SampleStoreTests {
  private func refusal(_ store: SampleStore) throws -> String {
    let error = #expect(throws: WalletFileError.self) { try WalletFile.recognised(store.bytes) }
    return "\(try #require(error))"
  }

  private func change(_ body: (inout SampleStore) -> Void) throws -> String {
    var store = SampleStore.wallet()
    body(&store)
    return try refusal(store)
  }

  @Test func `the database as it is made here is read`() throws {
    let file = try WalletFile(reading: SampleStore.wallet().bytes)
    #expect(
      file.descriptor
        == (try Descriptor(parsing: "wpkh([73c5da0a/84h/0h/0h]\(SampleStore.xpub)/<0;1>/*)")))
    #expect(file.gapLimit == 30)
  }

  /// Headers: what is put in place of what, and what is said of it.
  private static let headers: [(String, String, String)] = [
    ("format:2", "format:3", "format 3 of H2, and only format 2"),
    ("format:2", "format:1", "format 1 of H2, and only format 2"),
    ("format:2", "format:2,formatRead:4", "format 4 of H2, and only format 2"),
    ("blockSize:1000", "blockSize:2000", "blocks of another size"),
    (",clean:1", "", "was not closed before it was copied"),
    ("block:2,", "", "was not closed before it was copied"),
    ("block:2,", "block:3,", "chunk 1 is damaged or cut off"),
    ("block:2,", "block:7fffffffffffffff,", "chunk 1 is damaged or cut off"),
    ("block:2,", "block:1,", "chunk 1 is damaged or cut off"),
    ("chunk:1", "chunk:2", "chunk 2 is damaged or cut off"),
    ("version:1", "version:2", "its newest chunk is not the one"),
    ("created:1", "created:1,created:2", "the checksum of its header is wrong"),
    ("created:1", "created:\"1", "the checksum of its header is wrong"),
  ]

  @Test func `a header of another kind, or of another file, is refused by what it says`() throws {
    for (old, new, expected) in Self.headers {
      let said = try change { $0.header = $0.header.replacing(old, with: new) }
      #expect(said.contains(expected), "\(new): \(said)")
    }
    let two = try change { $0.secondHeader = $0.header.replacing("version:1", with: "version:2") }
    #expect(two == "this Sparrow database was not closed before it was copied")
    var bytes = SampleStore.wallet().bytes
    bytes[10] ^= 1
    #expect {
      try WalletFile.recognised(bytes)
    } throws: {
      "\($0)".contains("the checksum of its header is wrong")
    }
    #expect(try change { $0.chunkLength = "7fffffff" }.contains("chunk 1 is damaged or cut off"))
    #expect(try change { $0.chunkLength = "0" }.contains("chunk 1 is damaged or cut off"))
    let large = SampleStore.wallet().bytes + [UInt8](repeating: 0, count: H2Store.sizeLimit)
    #expect {
      try WalletFile.recognised(large)
    } throws: {
      "\($0)".contains("has more than 64000000 bytes")
    }
  }

  /// Pages: the map, what is changed in its page, and what is said of it.
  private static let pages: [(Int, @Sendable (inout SampleStore.Page) -> Void, String)] = [
    (0, { $0.map = 5 }, "a page of chunk 1 is damaged"),
    (0, { $0.checkChange = 1 }, "a page of chunk 1 is damaged"),
    (0, { $0.lengthChange = 100_000 }, "a page of chunk 1 is damaged"),
    (0, { $0.keyCount = 1 << 40 }, "a page of chunk 1 is damaged"),
    (0, { $0.keyCount = 30_000_000 }, "has pages that are too large"),
    (0, { $0.kind = 8 }, "a page of chunk 1 is damaged"),
    (0, { $0.kind = 4 }, "pages compressed otherwise than by LZF"),
    (0, { $0.keyCount -= 1 }, "is malformed"),
    (0, { $0.position = 9 << 38 }, "chunk 9 is missing"),
    (0, { $0.position = 1 << 38 | 0xffff_ffff << 6 }, "a page lies outside of chunk 1"),
    (1, { $0.contents = [] }, "has pages that are too large"),
    (1, { $0.contents.append(0) }, "a page is longer than its rows"),
    (10, { $0.contents.removeLast() }, "a page ends too early"),
    // A bomb: 30 MB are promised, a few bytes are there.
    (
      10,
      {
        $0.kind = 2; $0.contents = SampleStore.variable(30_000_000) + [0, 0]
      }, "is damaged"
    ),
    (
      10,
      {
        $0.kind = 2; $0.contents = SampleStore.variable(1 << 62) + [0, 0]
      },
      "has pages that are too large"
    ),
    // A copy of what was not yet written.
    (
      10,
      {
        $0.kind = 2; $0.contents = [1, 0x20, 0x05]
      }, "a compressed page is damaged"
    ),
    (
      10,
      {
        $0.kind = 1; $0.contents = []
      }, "a page of chunk 1 is damaged"
    ),
  ]

  @Test func `a page that lies about its size, its place or its kind is refused`() throws {
    for (position, (map, body, expected)) in Self.pages.enumerated() {
      let said = try change { $0.pages[map] = body }
      #expect(said.contains(expected), "\(position): \(said)")
    }
  }

  @Test func `a node that holds itself comes to an end`() throws {
    var position: UInt64 = 0
    var store = SampleStore.wallet()
    store.pages[10] = { page in
      page.kind = 1
      page.keyCount = 1
      page.contents =
        SampleStore.big(position, 8) + SampleStore.big(position, 8) + [1, 1, 0]
    }
    // It begins ten bytes before the position that it holds.
    position = 0x0123_4567_89ab_cdef
    let (bytes, mark) = (store.bytes, SampleStore.big(position, 8))
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
    position = 1 << 38 | UInt64(place - 10 - 8_192) << 6 | 31 << 1 | 1
    #expect(try refusal(store).contains("a page lies within itself"))
  }

  @Test func `a page that two nodes share is refused, as no tree has one`() throws {
    var position: UInt64 = 0
    var store = SampleStore.wallet()
    // The page of the policies becomes a node of the keys, without children; the keys' root names it twice.
    store.pages[12] = { page in
      (page.map, page.kind, page.keyCount) = (13, 1, 0)
      page.contents = [UInt8](repeating: 0, count: 8) + [0]
      position = 1 << 38 | UInt64(page.offset) << 6 | 31 << 1 | 1
    }
    store.pages[13] = { page in
      (page.kind, page.keyCount) = (1, 1)
      page.contents = SampleStore.big(position, 8) + SampleStore.big(position, 8) + [0, 0]
    }
    #expect(try refusal(store).contains("a page lies within itself or in two places"))
  }

  @Test func `nodes count among the bytes of all pages, before their children are read`() throws {
    // Each alone is within the limit, and holds nothing.
    let node: (inout SampleStore.Page) -> Void = { page in
      (page.kind, page.keyCount) = (1, 0)
      page.contents = [UInt8](repeating: 0, count: H2Store.pageBytesLimit / 2)
    }
    var store = SampleStore.wallet()
    store.pages[11] = node
    #expect(try refusal(store).contains("holds 0 wallets in its main account"))
    store.pages[13] = node
    #expect(try refusal(store).contains("has pages that are too large"))
  }

  /// The page of a map as it inflates from a few kilobytes to zeros: so many rows of nothing but nulls.
  private static func nulls(_ rows: Int, columns: Int) -> (inout SampleStore.Page) -> Void {
    { page in
      let size = rows + 1 + rows * columns
      var packed: [UInt8] = [0, 0]
      var left = size - 1
      while left > 264 {
        packed += [0xe0, 0xff, 0]
        left -= 264
      }
      packed += [UInt8](repeating: 0, count: left).flatMap { [0, $0] }
      (page.kind, page.keyCount) = (2, UInt64(rows))
      page.contents = SampleStore.variable(UInt64(size - packed.count)) + packed
    }
  }

  @Test func `a table that inflates to rows without number is refused before one is kept`() throws {
    for (map, table, columns, limit) in [
      (10, "of statements", 4, H2Database.statementLimit),
      (11, "wallet", 7, SparrowDatabase.walletLimit),
      (12, "policy", 3, SparrowDatabase.policyLimit),
      (13, "keystore", 8, SparrowDatabase.keystoreLimit),
    ] {
      let expected = "has more than \(limit) rows in its table \(table)"
      let many = try change { $0.pages[map] = Self.nulls(limit + 1, columns: columns) }
      #expect(many.contains(expected), "\(table): \(many)")
      // As many as are read are no fault by themselves.
      let most = try change { $0.pages[map] = Self.nulls(limit, columns: columns) }
      #expect(!most.contains("rows in its table"), "\(table): \(most)")
    }
  }

  @Test func `a list of maps without number is refused before one is kept`() throws {
    for map in [0, 1] {
      let said = try change { $0.pages[map] = Self.nulls(H2Store.entryLimit + 1, columns: 1) }
      #expect(said.contains("has more than 50000 entries in a list"), "\(map): \(said)")
    }
  }

  @Test func `of a row only the columns that are wanted are kept`() throws {
    var database = try H2Database(SampleStore.wallet().bytes)
    let rows = try database.rows("policy", in: "wallet_master", wanted: ["script"], limit: 1)
    #expect(rows == [["script": .text("wpkh(coldcard)")]])
  }

  @Test func `a row that a transaction has not finished refuses the file`() throws {
    for name in ["wallet", "policy", "keystore"] {
      let said = try change { $0[name].transaction = 7 }
      #expect(said == "this Sparrow database was not closed before it was copied")
    }
  }

  /// Rows and statements of a wallet, and what is said of them.
  @Test func `a wallet of a kind that is not known, or of no kind, is refused by name`() throws {
    func wallet(_ policy: Int64, _ script: Int64, _ network: Int64 = 0) -> SampleStore {
      .wallet([
        .integer(1), .text("Savings"), .integer(network), .integer(policy), .integer(script),
        .null, .integer(1),
      ])
    }
    #expect(try refusal(wallet(2, 8)).contains("than of one key or of several (policyType 2)"))
    #expect(try refusal(wallet(-1, 8)).contains("(policyType -1)"))
    #expect(try refusal(wallet(0, 0)).contains("scriptType or keystores of a single key"))
    #expect(try refusal(wallet(0, 9)).contains("(scriptType 9)"))
    #expect(try refusal(wallet(0, 6, 5)).contains("(network 5)"))
    let signet = try refusal(wallet(0, 6, 3))
    #expect(signet.contains("mainnet"), "\(signet)")
    #expect(
      try refusal(.wallet(keys: [SampleStore.key(.null)])).contains("such as a payment code"))
    #expect(
      try refusal(.wallet(keys: [SampleStore.key(fingerprint: .null)])).contains(
        "has no extendedPublicKey or keyDerivation"))
    #expect(
      try refusal(.wallet(keys: [SampleStore.key(index: 1)])).contains("are not numbered"))
    #expect(
      try refusal(.wallet(keys: [SampleStore.key(seed: .integer(1))]))
        == "this is a Sparrow wallet with a seed: it is refused here and was not kept")
    let leftover = try change { $0["seed"].rows = [[.integer(1), .text("left behind")]] }
    #expect(leftover.hasPrefix("this is a Sparrow wallet with a seed"))
    let hidden = try change {
      $0.tables.append(
        .init(schema: "wallet_two", name: "seed", columns: ["id"], rows: [[.integer(1)]]))
      $0.tables.append(
        .init(schema: "wallet_two", name: "masterPrivateExtendedKey", columns: ["id"]))
    }
    #expect(hidden.hasPrefix("this is a Sparrow wallet with a seed"))
    #expect(try change { $0["policy"].rows = [] }.contains("the policy of its wallet is missing"))
    #expect(try change { $0["wallet"].rows = [] }.contains("holds 0 wallets in its main account"))
    #expect(
      try change { $0["wallet"].rows.append($0["wallet"].rows[0]) }.contains("holds 2 wallets"))
    #expect(try change { $0["keystore"].schema = "other" }.contains("has no table keystore"))
    #expect(try change { $0.tables = [] }.contains("holds no wallet of Sparrow"))
    #expect(
      try change { $0.tables.append($0.tables[0]) }.contains("two tables of one name"))
    #expect(
      try change { $0["wallet"].columns[3] = "other" }.contains("the column policytype is missing"))
    let words = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"
    let named = try change { $0["wallet"].rows[0][1] = .text(words) }
    #expect(named.hasPrefix("this is a list of seed words") && !named.contains("abandon"))
  }
}

/// The parts of the reader, each by itself.
@Suite struct H2PartTests {
  @Test func `values are read by their types, and others refused`() throws {
    let cases: [([UInt8], H2Value)] = [
      ([0], .null), ([2, 0xff], .integer(-1)), ([3, 0xff, 0xfe], .integer(-2)),
      ([4, 0x80, 0x01], .integer(128)), ([66, 3], .integer(-3)), ([67, 9], .integer(-9)),
      ([5, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], .integer(.max)),
      ([47], .integer(15)), ([55], .integer(7)), ([64], .boolean(false)), ([65], .boolean(true)),
      ([70, 0x61, 0x62], .text("ab")), ([13, 1, 0xc3, 0x29], .text("é")),
      ([13, 2, 0xed, 0x20, 0x3c, 0xed, 0x3f, 0x20], .text("🏠")),
      ([101, 7], .bytes([7])), ([12, 2, 1, 2], .bytes([1, 2])), ([137, 1, 5], .bytes([5])),
      ([10, 1], .time), ([11, 1, 2, 3], .time),
    ]
    for (bytes, value) in cases {
      var reader = H2Reader(bytes[...])
      #expect(try H2Value(&reader) == value && reader.isAtEnd, "\(bytes)")
      for count in 0..<bytes.count {
        var cut = H2Reader(bytes.prefix(count))
        #expect(throws: WalletFileError.self, "\(bytes)") { try H2Value(&cut) }
      }
    }
    for bytes in [
      [6, 0, 0], [17, 1, 0], [255], [13, 1, 0xff], [13, 1, 0xed, 0x20, 0x3c], [13, 1, 0xc3, 0xa9],
      [13, 9],
    ]
      as [[UInt8]]
    {
      var reader = H2Reader(bytes[...])
      #expect(throws: WalletFileError.self, "\(bytes)") { try H2Value(&reader) }
    }
  }

  @Test func `LZF copies what lies before, and nothing from before the beginning`() {
    #expect(LZF.expanded([2, 1, 2, 3], size: 3) == [1, 2, 3])
    #expect(LZF.expanded([0, 7, 0x40, 0], size: 5) == [7, 7, 7, 7, 7])
    #expect(LZF.expanded([0, 7, 0xe0, 1, 0], size: 11) == [UInt8](repeating: 7, count: 11))
    #expect(LZF.expanded([], size: 0) == [])
    for bad in [[0], [0, 7, 0x40], [0, 7, 0x40, 1], [0, 7, 0xe0], [0x20, 0], [1, 7]] as [[UInt8]] {
      for size in 0..<20 { #expect(LZF.expanded(bad[...], size: size) == nil, "\(bad)") }
    }
    #expect(LZF.expanded([2, 1, 2, 3], size: 2) == nil)
    #expect(LZF.expanded([2, 1, 2, 3], size: 4) == nil)
  }

  @Test func `the columns of a table come from H2's own statement alone`() throws {
    let table = try #require(
      try SQLTable(
        """
        CREATE CACHED TABLE "wallet_a""b"."keystore"(
            "id" BIGINT DEFAULT ')",(''' NOT NULL,
            "masterFingerprint" CHARACTER VARYING(8, 9)
        )
        """))
    #expect(table.schema == "wallet_a\"b" && table.name == "keystore")
    #expect(table.columns == ["id", "masterfingerprint"])
    for other in ["CREATE VIEW \"a\".\"b\"(\"c\" INT)", "", "CREATE INDEX"] {
      #expect(try SQLTable(other) == nil)
    }
    for bad in [
      "", "\"a\"", "\"a\".\"b\"", "\"a\".\"b\"(", "\"a\".\"b\"()", "\"a\".\"b\"(\"c\" INT",
      "\"a\".\"b\"(\"c\" INT, c INT)", "\"a\".\"b\"(\"c\" INT, \"C\" INT)", "a.b(\"c\" INT)",
      "\"" + String(repeating: "a", count: SQLTable.nameLimit + 1) + "\".\"b\"(\"c\" INT)",
    ] {
      #expect(throws: WalletFileError.self, "\(bad)") { try SQLTable("CREATE CACHED TABLE " + bad) }
    }
  }
}
