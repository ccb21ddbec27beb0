import Bytes
import FaultyFiles
import Hashes
import SecureMemory
import Testing

@testable import EncryptedVault

@Suite struct `The log of a vault` {
  static func record(
    _ number: Int, accepted: [LoggedAcceptance] = [LoggedAcceptance("R04", .typed("R04"))]
  ) -> SigningRecord {
    SigningRecord(
      time: 1_700_000_000 + Int64(number), wallet: "w", txid: .zero, sent: Int64(number), fee: 10,
      lockTime: 0, accepted: accepted, unsignedTxid: .zero,
      spent: (0..<3).map { CoinKey(txid: .zero, vout: UInt32(10 * number + $0)) },
      own: [true, false, true], payees: [UInt8](repeating: UInt8(number), count: 24))
  }

  static func log(_ count: Int) -> SigningLog {
    var log = SigningLog()
    for number in 0..<count { log.append(record(number)) }
    return log
  }

  /// A log with other entries than were written, and the head that it had.
  private func tampered(_ change: (inout [LogEntry]) -> Void) -> SigningLog.Fault? {
    let log = Self.log(5)
    var entries = log.entries
    change(&entries)
    return SigningLog(unchecked: entries, head: log.head).firstFault
  }

  @Test func `begins with zeros, and each entry changes the head`() {
    #expect(SigningLog().head == .zero && SigningLog().firstFault == nil)
    let heads = (0...5).map { Self.log($0).head }
    #expect(Set(heads).count == 6)
    #expect((0...5).map { Self.log(5).head(after: $0) } == heads)
    #expect(Self.log(5).head(after: 6) == nil && Self.log(5).head(after: -1) == nil)
    #expect(Self.log(5).firstFault == nil)
  }

  @Test func `is hashed as docs formats says`() throws {
    // Written out by hand: 32 zero bytes, then an array of the eleven fields that are never lost.
    let record = SigningRecord(
      time: 5, wallet: "w", txid: .zero, sent: 7, fee: -1, lockTime: 0,
      accepted: [
        LoggedAcceptance("R04", .typed("R04")), LoggedAcceptance("R07", .option),
        LoggedAcceptance("R16", .notKept),
      ])
    var log = SigningLog()
    log.append(record)
    let empty = TaggedHash(tag: "Drawbridge/log-coins").hash([UInt8]())
    let none = TaggedHash(tag: "Drawbridge/log-details").hash([0x83, 0x40, 0x40, 0x40])
    let zeros = [UInt8](repeating: 0, count: 32)
    let body: [UInt8] =
      [0x8b, 5, 0x61, 0x77, 0x58, 32] + zeros + [7, 0x20, 0, 0x83]
      + [0x82, 0x63] + Array("R04".utf8) + [0x63] + Array("R04".utf8)
      + [0x82, 0x63] + Array("R07".utf8) + [0xf6]
      + [0x63] + Array("R16".utf8)
      + [0xf6, 0xf4, 0x58, 32] + empty.bytes + [0x58, 32] + none.bytes
    #expect(log.head == TaggedHash(tag: "Drawbridge/log-entry").hash(zeros, body))
  }

  @Test
  func `holds texts that were signed, chained as docs formats says, and never lets go of them`()
    throws
  {
    let text = LoggedText(
      address: "bc1q", form: "bip322", text: String(repeating: "\u{e9}", count: 101), coins: 2,
      amount: 7)
    #expect(text.beginning.utf8.count == 200 && text.beginning.count == 100)
    let record = SigningRecord(
      text: LoggedText(address: "b", form: "f", text: "t", coins: 0, amount: 0), name: .zero,
      time: 5, wallet: "w", accepted: [])
    var log = SigningLog()
    log.append(record)
    let empty = TaggedHash(tag: "Drawbridge/log-coins").hash([UInt8]())
    let none = TaggedHash(tag: "Drawbridge/log-details").hash([0x83, 0x40, 0x40, 0x40])
    let zeros = [UInt8](repeating: 0, count: 32)
    // Twelve fields: those of a payment, then what is kept of the text.
    let body: [UInt8] =
      [0x8c, 5, 0x61, 0x77, 0x58, 32] + zeros + [0, 0, 0, 0x80]
      + [0xf6, 0xf4, 0x58, 32] + empty.bytes + [0x58, 32] + none.bytes
      + [0x86, 0x61, 0x62, 0x61, 0x66, 0x58, 32] + SHA256.hash([0x74]).bytes + [0x61, 0x74, 0, 0]
    #expect(log.head == TaggedHash(tag: "Drawbridge/log-entry").hash(zeros, body))
    #expect(record.hasDetails && record.hasOwnCoins && log.sequels == [.text])
    // What is no longer remembered of payments takes nothing from a text, and nothing stands between.
    var contents = VaultContents(network: "regtest")
    contents.appendToLog(Self.record(1))
    contents.appendToLog(record)
    contents.appendToLog(Self.record(2))
    contents.log.forgetDetails(beyond: 0, ownBeyond: 0)
    let read = try VaultContents(sealedBytes: contents.sealedBytes())
    #expect(read.log == contents.log && read.log.firstFault == nil)
    #expect(read.log[1] == record && read.log[0].spent.isEmpty)
    #expect(read.log.sequels[1] == .text)
  }

  @Test func `names the first entry that was changed, removed, moved or put in`() {
    #expect(tampered { _ in } == nil)
    let other = Self.record(9)
    #expect(
      tampered { entries in entries[2] = LogEntry(other, after: entries[1].hash, isOlder: false) }
        == .entry(4))
    #expect(tampered { $0[1].record = other } == .entry(2))
    #expect(tampered { $0.remove(at: 0) } == .entry(1))
    #expect(tampered { $0.remove(at: 3) } == .entry(4))
    #expect(tampered { $0.swapAt(1, 2) } == .entry(2))
    #expect(tampered { $0.insert($0[2], at: 2) } == .entry(4))
    #expect(tampered { $0.removeLast() } == .end)
    #expect(tampered { $0.removeAll() } == .end)
  }

  @Test func `goes on behind what is missing, and still shows it`() {
    let log = Self.log(5)
    var cut = SigningLog(unchecked: Array(log.entries.prefix(3)), head: log.head)
    cut.append(Self.record(6))
    #expect(cut.firstFault == .entry(4))
  }

  @Test func `notices other words, other fields and another age of an entry`() {
    func changed(_ accepted: [LoggedAcceptance]) -> SigningLog.Fault? {
      tampered { entries in
        let old = entries[1].record
        entries[1].record = SigningRecord(
          time: old.time, wallet: old.wallet, txid: old.txid, sent: old.sent, fee: old.fee,
          lockTime: old.lockTime, accepted: accepted, unsignedTxid: old.unsignedTxid,
          spent: old.spent, own: old.own, payees: old.payees)
      }
    }
    #expect(changed([LoggedAcceptance("R04", .typed("R04"))]) == nil)
    for answer: LoggedAcceptance.Answer in [.typed("R05"), .option, .notKept] {
      #expect(changed([LoggedAcceptance("R04", answer)]) == .entry(2))
    }
    #expect(changed([]) == .entry(2))
    #expect(
      tampered { entries in
        entries[1] = LogEntry(
          unchecked: entries[1].record, isOlder: true, coinsHash: entries[1].coinsHash,
          detailsHash: entries[1].detailsHash, hash: entries[1].hash)
      } == .entry(2))
  }

  @Test func `holds when old entries lose what is not kept for ever`() throws {
    var contents = VaultContents(network: "mainnet")
    for number in 0..<5 { contents.appendToLog(Self.record(number)) }
    let head = contents.log.head
    contents.log.forgetDetails(beyond: 9, ownBeyond: 7)
    #expect(contents.log.map(\.hasDetails) == [false, false, false, true, true])
    #expect(contents.log.map(\.hasOwnCoins) == [false, false, true, true, true])
    #expect(contents.log.head == head && contents.log.firstFault == nil)
    let again = try ContentsCodec.decoded(ContentsCodec.encoded(contents))
    #expect(again.log == contents.log && again.log.firstFault == nil)
  }

  @Test func `notices coins and recipients that were exchanged, whole or after a part was lost`() {
    func fault(
      _ log: SigningLog, at index: Int, spent: [CoinKey]? = nil, payees: [UInt8]? = nil
    ) -> SigningLog.Fault? {
      var entries = log.entries
      let old = entries[index].record
      entries[index].record = SigningRecord(
        time: old.time, wallet: old.wallet, txid: old.txid, sent: old.sent, fee: old.fee,
        lockTime: old.lockTime, accepted: old.accepted, unsignedTxid: old.unsignedTxid,
        spent: spent ?? old.spent, own: old.own, payees: payees ?? old.payees)
      return SigningLog(unchecked: entries, head: log.head).firstFault
    }
    let whole = Self.log(3)
    let stranger = CoinKey(txid: .zero, vout: 99)
    #expect(fault(whole, at: 1, payees: [UInt8](repeating: 9, count: 24)) == .details(2))
    #expect(fault(whole, at: 1, spent: [stranger] + whole[1].spent.dropFirst()) == .details(2))
    var trimmed = whole
    trimmed.forgetDetails(beyond: 5, ownBeyond: 100)
    #expect(!trimmed[1].hasDetails && trimmed[1].spent.count == 2 && trimmed.firstFault == nil)
    #expect(fault(trimmed, at: 1, spent: [stranger, trimmed[1].spent[1]]) == .details(2))
  }

  @Test func `of an older version is linked the same way each time it is opened`() {
    let records = (0..<3).map { Self.record($0) }
    var log = SigningLog(linking: records)
    #expect(log == SigningLog(linking: records) && log.olderCount == 3 && log.firstFault == nil)
    // That it was linked later is part of the chain.
    #expect(log.head != Self.log(3).head)
    log.append(Self.record(4))
    #expect(log.olderCount == 3 && log.count == 4 && log.firstFault == nil)
  }

  @Test func `is saved only with what it had before`() throws {
    let disk = try disk()
    var vault = try open(disk)
    var contents = vault.contents
    for number in 0..<3 { contents.appendToLog(Self.record(number)) }
    try vault.save(contents)
    var wrong = contents
    wrong.log = Self.log(2)
    #expect(throws: VaultError.logChanged) { try vault.save(wrong) }
    wrong.log = SigningLog(linking: (0..<4).map { Self.record($0) })
    #expect(throws: VaultError.logChanged) { try vault.save(wrong) }
    wrong.log = SigningLog()
    #expect(throws: VaultError.logChanged) { try vault.save(wrong) }
    contents.appendToLog(Self.record(3))
    try vault.save(contents)
    try vault.save(contents)
    #expect(vault.contents.log == Self.log(4))
  }

  @Test func `that does not fit is told when the vault is opened, and hinders nothing`() throws {
    let disk = SimulatedDisk()
    var contents = VaultContents(network: "regtest")
    var entries = Self.log(3).entries
    entries.remove(at: 1)
    contents.log = SigningLog(unchecked: entries, head: Self.log(3).head)
    _ = try Vault.create(
      in: home, contents: contents, passphrase: secret("old"), parameters: weak, files: disk,
      random: CountingRandom())
    for _ in 0..<2 {
      var vault = try open(disk)
      #expect(vault.notices == [.logDoesNotFit(.entry(2))])
      #expect(vault.notices.first?.text.contains("entry 2 does not follow") == true)
      contents = vault.contents
      contents.appendToLog(Self.record(7))
      // It stays as it is: no save makes it look whole.
      try vault.save(contents)
    }
  }

  @Test func `of a vault put back to an older state has another head`() throws {
    let disk = try disk()
    func sign(_ number: Int) throws -> Bytes32 {
      var vault = try open(disk)
      var contents = vault.contents
      contents.appendToLog(Self.record(number))
      try vault.save(contents)
      return vault.contents.log.head
    }
    _ = try sign(1)
    let old = try #require(disk.contents(home, "vault"))
    let head = try sign(2)
    disk.place(old, home, "vault")
    #expect(try open(disk).contents.log.head != head)
    // Signing something else instead never leads back to the words on paper.
    #expect(try sign(3) != head)
  }

  @Test func `of a version without a chain comes through a save that is killed at any call`() throws
  {
    let records = (0..<4).map { Self.record($0, accepted: []) }
    let start = try Self.diskOfVersion5(records)
    let linked = SigningLog(linking: records)
    func sign(_ disk: SimulatedDisk) throws {
      var vault = try open(disk)
      var contents = vault.contents
      contents.appendToLog(Self.record(9))
      try vault.save(contents)
    }
    #expect(try open(start.copy()).contents.log == linked)
    let clean = start.copy()
    try sign(clean)
    var counts: Set<Int> = []
    for call in 0..<clean.calls {
      let disk = start.copy(.kill(call: call))
      try? sign(disk)
      disk.restart()
      let log = try open(disk).contents.log
      counts.insert(log.count)
      #expect(log.firstFault == nil && log.head(after: 4) == linked.head && log.olderCount == 4)
    }
    #expect(counts == [4, 5])
  }

  /// A vault on a disk as version 5 wrote it: without hashes.
  private static func diskOfVersion5(_ records: [SigningRecord]) throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    do {
      _ = try Vault.create(
        in: home, contents: VaultContents(network: "regtest"), passphrase: secret("old"),
        parameters: weak, files: disk, random: CountingRandom())
    }
    let log = records.map { record in
      CBORValue.array([
        .unsigned(UInt64(record.time)), .text(record.wallet), .bytes(record.txid.bytes),
        .unsigned(UInt64(record.sent)), .unsigned(UInt64(record.fee)), .unsigned(0),
        .array(record.accepted.map { .text($0.name) }), .bytes(Bytes32.zero.bytes),
        .bytes(record.spent.flatMap(\.packed)), .bytes(record.payees),
        .bytes(record.own.map { $0 ? 1 : 0 }),
      ])
    }
    let cbor = CBORWriter.encode(
      .array([
        .unsigned(5), .text("regtest"), .null, .array([]), .array([]), .map([]), .array(log),
        .array([]), .array([]),
      ]))
    let plain = SecretBytes(count: 4096) { plain in
      plain.storeBytes(of: UInt32(cbor.count).bigEndian, as: UInt32.self)
      UnsafeMutableRawBufferPointer(rebasing: plain[4...]).copyBytes(from: cbor)
    }
    let bytes = try #require(disk.contents(home, "vault"))
    let sealed = try SealedVault(decoding: bytes, path: "vault")
    let master = try weak.stretched(secret("old"), salt: sealed.header.stretchingSalt)
    let old = try SealedVault(
      sealing: plain, master: master, parameters: weak,
      stretchingSalt: sealed.header.stretchingSalt, fileSalt: sealed.header.fileSalt,
      generation: 1, oldestKept: 1, isForMainnet: false)
    disk.place(old.bytes, home, "vault")
    return disk
  }
}
