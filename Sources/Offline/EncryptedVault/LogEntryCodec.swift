internal import Bytes

/// Turns the log into CBOR and back (docs/formats.md, "The log").
enum LogEntryCodec {
  // MARK: Writing

  /// The log as the contents hold it: the head and the entries.
  static func value(of log: SigningLog) -> CBORValue {
    .array([
      .bytes(log.head.bytes),
      .array(
        log.entries.map { entry in
          .array(
            chained(
              entry.record, isOlder: entry.isOlder, coinsHash: entry.coinsHash,
              detailsHash: entry.detailsHash)
              + [.bytes(entry.hash.bytes)] + details(of: entry.record))
        }),
    ])
  }

  /// The fields that the hash of an entry covers: those that are never lost.
  static func chained(
    _ record: SigningRecord, isOlder: Bool, coinsHash: Bytes32, detailsHash: Bytes32
  ) -> [CBORValue] {
    [
      ContentsCodec.integer(record.time), .text(record.wallet), .bytes(record.txid.bytes),
      ContentsCodec.integer(record.sent), ContentsCodec.integer(record.fee),
      .unsigned(UInt64(record.lockTime)), .array(record.accepted.map(value(of:))),
      record.unsignedTxid.map { .bytes($0.bytes) } ?? .null, .bool(isOlder),
      .bytes(coinsHash.bytes), .bytes(detailsHash.bytes),
    ] + (record.text.map { [value(of: $0)] } ?? [])
  }

  /// What is kept of a text that was signed; a payment has nothing in this place.
  private static func value(of text: LoggedText) -> CBORValue {
    .array([
      .text(text.address), .text(text.form), .bytes(text.hash.bytes), .text(text.beginning),
      .unsigned(UInt64(text.coins)), ContentsCodec.integer(text.amount),
    ])
  }

  /// The fields that the oldest entries lose.
  static func details(of record: SigningRecord) -> [CBORValue] {
    [
      .bytes(record.spent.flatMap(\.packed)), .bytes(record.payees),
      .bytes(record.own.map { $0 ? 1 : 0 }),
    ]
  }

  private static func value(of acceptance: LoggedAcceptance) -> CBORValue {
    switch acceptance.answer {
    case .notKept: .text(acceptance.name)
    case .typed(let words): .array([.text(acceptance.name), .text(words)])
    case .option: .array([.text(acceptance.name), .null])
    }
  }

  // MARK: Reading

  /// The log of contents of a version; one without a chain is linked now.
  static func log(
    _ fields: [CBORValue], version: UInt64
  ) throws(VaultError) -> SigningLog {
    guard version >= 6 else {
      var records: [SigningRecord] = []
      for value in fields { records.append(try oldRecord(value, version: version)) }
      return SigningLog(linking: records)
    }
    var log = try ContentsRecord(.array(fields), count: 2, "log")
    let head = try log.bytes32("head")
    var entries: [LogEntry] = []
    for value in try log.array("entries") {
      entries.append(try entry(value, mayBeText: version >= 8))
    }
    return SigningLog(unchecked: entries, head: head)
  }

  private static func entry(
    _ value: CBORValue, mayBeText: Bool
  ) throws(VaultError) -> LogEntry {
    let isText = mayBeText && value.arrayValue?.count == 16
    var fields = try ContentsRecord(value, count: isText ? 16 : 15, "log")
    let core = try Core(&fields)
    let unsigned = try unsignedTxid(&fields)
    let isOlder = try fields.bool("older")
    let coins = try fields.bytes32("coins hash")
    let details = try fields.bytes32("details hash")
    let text = isText ? try loggedText(try fields.array("text")) : nil
    let hash = try fields.bytes32("hash")
    let record = try record(core, unsigned, &fields, hasOwn: true)
    guard let text else {
      return LogEntry(
        unchecked: record, isOlder: isOlder, coinsHash: coins, detailsHash: details, hash: hash)
    }
    // Nobody's coins are signed away by a text: R12, R33 and the lock times look at none of it.
    guard unsigned == nil, record.spent.isEmpty, record.payees.isEmpty, record.lockTime == 0,
      record.sent == 0, record.fee == 0
    else { throw .contents(field: "log text") }
    return LogEntry(
      unchecked: SigningRecord(
        text: text, name: core.txid, time: core.time, wallet: core.wallet,
        accepted: core.accepted), isOlder: isOlder, coinsHash: coins, detailsHash: details,
      hash: hash)
  }

  private static func loggedText(_ values: [CBORValue]) throws(VaultError) -> LoggedText {
    var fields = try ContentsRecord(.array(values), count: 6, "log text")
    return LoggedText(
      address: try fields.text("address"), form: try fields.text("form"),
      hash: try fields.bytes32("hash"), beginning: try fields.text("beginning"),
      coins: Int(try fields.uint32("coins")), amount: try fields.integer("amount"))
  }

  /// A record as a version without a chain wrote it.
  private static func oldRecord(
    _ value: CBORValue, version: UInt64
  ) throws(VaultError) -> SigningRecord {
    var fields = try ContentsRecord(value, count: version < 4 ? 7 : version < 5 ? 10 : 11, "log")
    let core = try Core(&fields)
    guard version >= 4 else { return core.record() }
    let unsigned = try unsignedTxid(&fields)
    return try record(core, unsigned, &fields, hasOwn: version >= 5)
  }

  /// The seven fields that an entry always had.
  private struct Core {
    let time, sent, fee: Int64
    let wallet: String
    let txid: Bytes32
    let lockTime: UInt32
    let accepted: [LoggedAcceptance]

    init(_ fields: inout ContentsRecord) throws(VaultError) {
      time = try fields.integer("time")
      wallet = try fields.text("wallet")
      txid = try fields.bytes32("txid")
      sent = try fields.integer("sent")
      fee = try fields.integer("fee")
      lockTime = try fields.uint32("lock time")
      var accepted: [LoggedAcceptance] = []
      for value in try fields.array("accepted") {
        accepted.append(try LogEntryCodec.acceptance(value))
      }
      self.accepted = accepted
    }

    func record(
      unsignedTxid: Bytes32? = nil, spent: [CoinKey] = [], own: [Bool] = [], payees: [UInt8] = []
    ) -> SigningRecord {
      SigningRecord(
        time: time, wallet: wallet, txid: txid, sent: sent, fee: fee, lockTime: lockTime,
        accepted: accepted, unsignedTxid: unsignedTxid, spent: spent, own: own, payees: payees)
    }
  }

  private static func acceptance(_ value: CBORValue) throws(VaultError) -> LoggedAcceptance {
    if let name = value.textValue { return LoggedAcceptance(name, .notKept) }
    guard let pair = value.arrayValue, pair.count == 2, let name = pair[0].textValue else {
      throw .contents(field: "log accepted")
    }
    if pair[1] == .null { return LoggedAcceptance(name, .option) }
    guard let words = pair[1].textValue else { throw .contents(field: "log accepted") }
    return LoggedAcceptance(name, .typed(words))
  }

  private static func unsignedTxid(
    _ fields: inout ContentsRecord
  ) throws(VaultError) -> Bytes32? {
    try fields.optional { (fields) throws(VaultError) in try fields.bytes32("unsigned txid") }
  }

  /// The record with the coins and recipients that are still kept.
  private static func record(
    _ core: Core, _ unsigned: Bytes32?, _ fields: inout ContentsRecord, hasOwn: Bool
  ) throws(VaultError) -> SigningRecord {
    let spent = try fields.bytes("spent")
    guard spent.count % CoinKey.packedLength == 0 else { throw .contents(field: "log spent") }
    let payees = try fields.bytes("payees")
    guard payees.count % SigningRecord.payeeLength == 0 else {
      throw .contents(field: "log payees")
    }
    let own = hasOwn ? try fields.bytes("own") : []
    guard own.isEmpty || own.count == spent.count / CoinKey.packedLength,
      own.allSatisfy({ $0 <= 1 })
    else { throw .contents(field: "log own") }
    return core.record(
      unsignedTxid: unsigned,
      spent: stride(from: 0, to: spent.count, by: CoinKey.packedLength).compactMap {
        CoinKey(packed: spent[$0..<$0 + CoinKey.packedLength])
      },
      own: own.map { $0 == 1 }, payees: payees)
  }
}

extension CoinKey {
  /// The bytes of a coin in the log: the txid as hashed and the output's number, big-endian.
  static let packedLength = 36

  var packed: [UInt8] {
    txid.bytes + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: vout >> UInt32($0)) }
  }

  init?(packed: ArraySlice<UInt8>) {
    guard packed.count == Self.packedLength, let txid = Bytes32(Array(packed.prefix(32))) else {
      return nil
    }
    self.init(txid: txid, vout: packed.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
  }
}
