import BitcoinPrimitives
import Bytes
import Descriptors
import Refusals
import TestSupport
import Testing

@testable import AirgapMessages

/// The log of a signer as it crosses the gap.
@Suite struct `A log across the gap` {
  typealias Entry = SigningLogExport.Entry

  static func txid(_ number: UInt8) -> Txid {
    Txid(Bytes32([UInt8](repeating: number, count: 32)) ?? .zero)
  }

  static func entry(_ number: UInt8, coins: Int = 1) -> SigningLogExport.Entry {
    SigningLogExport.Entry(
      time: 1_800_000_000 + Int64(number), wallet: "savings", txid: txid(number),
      unsignedTxid: txid(number), sent: 1_000, fee: 141,
      coins: (0..<coins).map { OutPoint(txid: txid(100), vout: UInt32($0)) })
  }

  static func log(
    _ entries: [SigningLogExport.Entry], count: Int? = nil, network: String = "regtest"
  ) -> SigningLogExport {
    SigningLogExport(
      network: network, head: (count ?? entries.count) == 0 ? .zero : txid(0xaa).bytes,
      count: count ?? entries.count, made: 1_800_000_100,
      wallets: [
        .init(
          name: "savings", mark: txid(0xbb).bytes, registered: 1_799_999_000, needsSigner: true)
      ],
      entries: entries)
  }

  private static func error(_ bytes: [UInt8]) -> AirgapMessageError? {
    do throws(AirgapMessageError) {
      _ = try Recognizer.message(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func `is known by its first bytes, alone and as a uniform resource`() throws {
    let log = Self.log([
      Self.entry(1), Self.entry(2, coins: 3),
      .init(
        time: -5, wallet: "", txid: Self.txid(3), unsignedTxid: Self.txid(4), sent: nil, fee: nil,
        coins: []),
      .init(
        time: 0, wallet: "old", txid: Self.txid(5), unsignedTxid: nil, sent: 0,
        fee: 2_100_000_000_000_000, coins: []),
    ])
    let bytes = log.encoded()
    #expect(bytes.starts(with: Array("drawbridge-log ".utf8)))
    #expect(try Recognizer.message(bytes) == .signingLog(log))
    #expect(try Recognizer.message(BytesMessage.ur(bytes)) == .signingLog(log))
    #expect(AirgapMessage.signingLog(log).kind == "the log of a signer")
    let empty = Self.log([])
    #expect(try Recognizer.message(empty.encoded()) == .signingLog(empty))
    #expect(empty.words == "fossil observe tongue acoustic")
  }

  // docs/formats.md shows these bytes.
  @Test func `has the bytes that its format says`() throws {
    let hex =
      Hex.encode(Array("drawbridge-log ".utf8)) + "87" + "01" + "6772656774657374" + "5820"
      + String(repeating: "aa", count: 32) + "02" + "1a6b49d264" + "81" + "84" + "67736176696e6773"
      + "5820" + String(repeating: "bb", count: 32) + "1a6b49ce18" + "f5" + "81" + "87"
      + "1a6b49d202" + "67736176696e6773" + "5820" + String(repeating: "02", count: 32) + "f5"
      + "1903e8" + "188d" + "5824" + String(repeating: "64", count: 32) + "00000000"
    #expect(Hex.encode(Self.log([Self.entry(2)], count: 2).encoded()) == hex)
  }

  @Test func `cut at any byte is refused, and so is anything behind it`() {
    let bytes = Self.log([Self.entry(1), Self.entry(2)]).encoded()
    for count in 15..<bytes.count { #expect(Self.error(Array(bytes.prefix(count))) != nil) }
    #expect(Self.error(bytes + [0]) != nil)
    #expect(Self.error(Array(bytes.prefix(60)))?.rule == .r26)
  }

  @Test func `with any byte changed is refused or another log, written as it was read`() {
    let bytes = Self.log([Self.entry(1), Self.entry(2)]).encoded()
    for index in 15..<bytes.count {
      for mask: UInt8 in [0x01, 0x20, 0x80, 0xff] {
        var changed = bytes
        changed[index] ^= mask
        guard case .signingLog(let log)? = try? Recognizer.message(changed) else { continue }
        #expect(log.encoded() == changed, "byte \(index)")
      }
    }
  }

  /// Bytes with other fields than a log has.
  private static func bytes(_ change: (inout [CBORValue]) -> Void) throws -> [UInt8] {
    let whole = log([entry(1), entry(2)]).encoded()
    let value = try CBORReader.parse(Array(whole.dropFirst(15)))
    var fields = try #require(value.arrayValue)
    change(&fields)
    return SigningLogExport.frame.magic + CBORWriter.encode(.array(fields))
  }

  /// Bytes whose first entry has another field.
  private static func bytes(entryField field: Int, _ value: CBORValue) throws -> [UInt8] {
    try bytes { fields in
      var entries = fields[6].arrayValue ?? []
      var first = entries[0].arrayValue ?? []
      first[field] = value
      entries[0] = .array(first)
      fields[6] = .array(entries)
    }
  }

  @Test func `beyond its limits or in another form is refused`() throws {
    for (change, reason) in [
      ({ $0[0] = .unsigned(2) }, "version 2"),
      ({ $0.append(.null) }, "8 fields"),
      ({ $0[1] = .text(String(repeating: "n", count: 201)) }, "the network"),
      ({ $0[2] = .bytes([1, 2]) }, "the head"),
      ({ $0[2] = .bytes([UInt8](repeating: 0, count: 32)) }, "the head"),
      ({ $0[3] = .unsigned(1) }, "the entries"),
      ({ $0[3] = .unsigned(.max) }, "the number of entries"),
      ({ $0[4] = .unsigned(253_402_300_800) }, "time of the export"),
      ({ $0[4] = .negative(.max) }, "time of the export"),
      ({ $0[5] = .array([.array([.text("a")])]) }, "wallet 1 is not four fields"),
      ({ $0[5] = .array([CBORValue](repeating: .null, count: 1_001)) }, "the wallets"),
      ({ $0[6] = .array([.null, .null]) }, "entry 1 does not have seven fields"),
    ] as [((inout [CBORValue]) -> Void, String)] {
      let said = Self.error(try Self.bytes(change))?.description ?? "read"
      #expect(said.contains(reason), "\(reason): \(said)")
    }
    let own = CBORValue.bytes(Self.txid(1).bytes.bytes)
    for (field, value, reason) in [
      (1, .text(String(repeating: "n", count: 201)), "entry 1: the wallet"),
      (2, .bytes([1]), "entry 1: the txid is not 32 bytes"),
      (3, .bool(false), "the unsigned txid is not 32 bytes"),
      (3, own, "the unsigned txid repeats the txid"),
      (4, .unsigned(2_100_000_000_000_001), "what was sent is not an amount"),
      (5, .negative(0), "the fee is not an amount"),
      (6, .bytes([UInt8](repeating: 1, count: 35)), "the coins do not have 36 bytes each"),
    ] as [(Int, CBORValue, String)] {
      let said = Self.error(try Self.bytes(entryField: field, value))?.description ?? "read"
      #expect(said.contains(reason), "\(reason): \(said)")
    }
    let long =
      SigningLogExport.frame.magic + [UInt8](repeating: 0, count: SigningLogExport.mostBytes)
    #expect(Self.error(long)?.description.contains("above the limit") == true)
  }

  @Test func `keeps its newest entries, as many as fit`() throws {
    let whole = Self.log((1...50).map { Self.entry($0, coins: Int($0) % 4) })
    #expect(whole.newest() == whole && whole.newest(50) == whole && whole.leftOut == 0)
    let two = whole.newest(2)
    #expect(two.entries == Array(whole.entries.suffix(2)) && two.leftOut == 48)
    #expect(two.count == 50 && two.head == whole.head && two.wallets == whole.wallets)
    for bytes in [0, 200, 1_000, 2_000, 5_000] {
      let part = whole.newest(within: bytes)
      #expect(part.entries == Array(whole.entries.suffix(part.entries.count)))
      #expect(part.entries.isEmpty || part.encoded().count <= bytes)
      // No other one would have fitted.
      let more = whole.newest(part.entries.count + 1)
      #expect(more.encoded().count + 9 > bytes || part.leftOut == 0)
      #expect(try Recognizer.message(part.encoded()) == .signingLog(part))
    }
  }

  @Test func `is never longer than a resource carries`() throws {
    // 36,130 bytes each.
    let entries = [Entry](repeating: Self.entry(1, coins: 1_001), count: 450)
    let part = Self.log(entries).newest()
    #expect(part.leftOut > 0 && part.encoded().count > 15_950_000)
    #expect(throws: Never.self) { try BytesMessage.ur(part.encoded()) }
  }

  @Test func `marks a wallet the same however it is written`() throws {
    let key =
      "tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M"
    let mark = { (text: String) in
      SigningLogExport.mark(of: try Descriptor(parsing: text))
    }
    let one = try mark("wpkh([73c5da0a/84h/1h/0h]\(key)/<0;1>/*)")
    #expect(try mark("wpkh(\(key)/<0;1>/*)") == one)
    #expect(try mark("sh(wpkh(\(key)/<0;1>/*))") != one)
    #expect(try mark("wpkh(\(key)/<2;3>/*)") != one)
  }
}
