internal import BitcoinPrimitives
internal import Bytes

extension SigningLogExport {
  /// Its frame: what it begins with, its version and its limits.
  static let frame = TaggedCBOR(
    type: "signing log", noun: "log", magic: Array("drawbridge-log ".utf8), version: 1, count: 7,
    limits: CBORLimits(bytes: mostBytes, depth: 3, values: 10 * mostEntries))

  /// The frame of a log in which texts were signed: it says how many, last.
  private static let frameWithTexts = TaggedCBOR(
    type: frame.type, noun: frame.noun, magic: frame.magic, version: 2, count: 8,
    limits: frame.limits)

  // MARK: Writing

  /// The bytes: the magic, then CBOR.
  public func encoded() -> [UInt8] {
    let fields: [CBORValue] = [
      .text(network), .bytes(head.bytes), .unsigned(UInt64(count)), Self.integer(made),
      .array(wallets.map(Self.value)), .array(entries.map(\.value)),
    ]
    return texts == 0
      ? Self.frame.encoded(fields)
      : Self.frameWithTexts.encoded(fields + [.unsigned(UInt64(texts))])
  }

  private static func value(of wallet: Wallet) -> CBORValue {
    .array([
      .text(wallet.name), .bytes(wallet.mark.bytes), integer(wallet.registered),
      .bool(wallet.needsSigner),
    ])
  }

  static func integer(_ value: Int64) -> CBORValue {
    value >= 0 ? .unsigned(UInt64(value)) : .negative(UInt64(-1 - value))
  }

  // MARK: Reading

  /// Reads the bytes of a log.
  ///
  /// - Throws: ``AirgapMessageError`` for anything but what ``encoded()`` writes.
  init(decoding bytes: [UInt8]) throws(AirgapMessageError) {
    // Which version it is says what of it is read: the magic, an array of eight, and the number 2.
    let hasTexts = bytes.dropFirst(Self.frame.magic.count).starts(with: [0x88, 0x02])
    let fields = try (hasTexts ? Self.frameWithTexts : Self.frame).fields(of: bytes)
    let network = try Self.name(fields[1], "the network")
    let head = try Self.hash(fields[2], "the head")
    guard let count = fields[3].unsignedValue.flatMap({ Int(exactly: $0) }) else {
      throw Self.malformed("the number of entries is not a number")
    }
    let made = try Self.time(fields[4], "the time of the export")
    guard let wallets = fields[5].arrayValue, wallets.count <= Self.mostWallets else {
      throw Self.malformed("the wallets are not a list of at most \(Self.mostWallets)")
    }
    var texts = 0
    if hasTexts {
      guard let number = fields[7].unsignedValue.flatMap({ Int(exactly: $0) }),
        (1...max(1, count)).contains(number)
      else { throw Self.malformed("the number of texts is none between 1 and that of the entries") }
      texts = number
    }
    let mostEntries = min(max(0, count - texts), Self.mostEntries)
    guard let entries = fields[6].arrayValue, entries.count <= mostEntries else {
      throw Self.malformed("the entries are not a list of at most \(mostEntries)")
    }
    guard (count == 0) == (head == .zero) else {
      throw Self.malformed("the head is zeros in an empty log, and in no other")
    }
    self.init(
      network: network, head: head, count: count, texts: texts, made: made,
      wallets: try Self.each(wallets) { number, value throws(AirgapMessageError) in
        try Self.wallet(value, "wallet \(number)")
      },
      entries: try Self.each(entries) { number, value throws(AirgapMessageError) in
        try Entry(value, "entry \(number)")
      })
  }

  /// Reads each value of a list; they are counted from 1.
  private static func each<T>(
    _ values: [CBORValue], _ read: (Int, CBORValue) throws(AirgapMessageError) -> T
  ) throws(AirgapMessageError) -> [T] {
    var result: [T] = []
    result.reserveCapacity(values.count)
    for value in values { result.append(try read(result.count + 1, value)) }
    return result
  }

  private static func wallet(
    _ value: CBORValue, _ place: @autoclosure () -> String
  ) throws(AirgapMessageError) -> Wallet {
    guard let fields = value.arrayValue, fields.count == 4, let needs = fields[3].boolValue else {
      throw malformed("\(place()) is not four fields, the last true or false")
    }
    return Wallet(
      name: try name(fields[0], "\(place()): the name"),
      mark: try hash(fields[1], "\(place()): the mark"),
      registered: try time(fields[2], "\(place()): the time of registration"), needsSigner: needs)
  }

  static func malformed(_ what: String) -> AirgapMessageError { frame.malformed(what) }

  static func name(
    _ value: CBORValue, _ what: @autoclosure () -> String
  ) throws(AirgapMessageError) -> String {
    guard let text = value.textValue, text.utf8.count <= longestName else {
      throw malformed("\(what()) is not a text of at most \(longestName) bytes")
    }
    return text
  }

  static func hash(
    _ value: CBORValue, _ what: @autoclosure () -> String
  ) throws(AirgapMessageError) -> Bytes32 {
    try frame.hash(value, what())
  }

  /// The seconds of the years 1 to 9999, as a date can be written.
  private static let times = Int64(-62_135_596_800)...253_402_300_799

  static func time(
    _ value: CBORValue, _ what: @autoclosure () -> String
  ) throws(AirgapMessageError) -> Int64 {
    let seconds: Int64? =
      switch value {
      case .unsigned(let number): Int64(exactly: number)
      case .negative(let number): Int64(exactly: number).map { -1 - $0 }
      default: nil
      }
    guard let seconds, times.contains(seconds) else {
      throw malformed("\(what()) is not within the years 1 to 9999")
    }
    return seconds
  }
}

extension SigningLogExport.Entry {
  /// A txid and the number of an output, big-endian.
  private static let coinLength = 36

  /// How many bytes the entry takes.
  var byteCount: Int { CBORWriter.encode(value).count }

  var value: CBORValue {
    .array([
      SigningLogExport.integer(time), .text(wallet), .bytes(txid.bytes.bytes),
      // Where nothing unlocks but witnesses, both are the same.
      unsignedTxid.map { $0 == txid ? .bool(true) : .bytes($0.bytes.bytes) } ?? .null,
      Self.value(of: sent), Self.value(of: fee),
      .bytes(
        coins.flatMap { coin in
          coin.txid.bytes.bytes
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: coin.vout >> UInt32($0)) }
        }),
    ])
  }

  private static func value(of amount: Int64?) -> CBORValue {
    amount.flatMap { UInt64(exactly: $0) }.map { .unsigned($0) } ?? .null
  }

  init(
    _ value: CBORValue, _ place: @autoclosure () -> String
  ) throws(AirgapMessageError) {
    guard let fields = value.arrayValue, fields.count == 7 else {
      throw SigningLogExport.malformed("\(place()) does not have seven fields")
    }
    let txid = Txid(try SigningLogExport.hash(fields[2], "\(place()): the txid"))
    let unsigned: Txid? =
      switch fields[3] {
      case .null: nil
      case .bool(true): txid
      default: Txid(try SigningLogExport.hash(fields[3], "\(place()): the unsigned txid"))
      }
    // One way to write each entry: what is the same is not written again.
    guard fields[3].bytesValue == nil || unsigned != txid else {
      throw SigningLogExport.malformed("\(place()): the unsigned txid repeats the txid")
    }
    guard let coins = fields[6].bytesValue, coins.count % Self.coinLength == 0 else {
      throw SigningLogExport.malformed(
        "\(place()): the coins do not have \(Self.coinLength) bytes each")
    }
    self.init(
      time: try SigningLogExport.time(fields[0], "\(place()): the time"),
      wallet: try SigningLogExport.name(fields[1], "\(place()): the wallet"), txid: txid,
      unsignedTxid: unsigned, sent: try Self.amount(fields[4], "\(place()): what was sent"),
      fee: try Self.amount(fields[5], "\(place()): the fee"),
      coins: stride(from: 0, to: coins.count, by: Self.coinLength).compactMap { start in
        Bytes32(coins[start..<start + 32]).map { txid in
          OutPoint(
            txid: Txid(txid),
            vout: coins[start + 32..<start + Self.coinLength].reduce(0) { $0 << 8 | UInt32($1) })
        }
      })
  }

  /// Satoshis, up to all that there will ever be; nil where it was not known.
  private static func amount(
    _ value: CBORValue, _ what: @autoclosure () -> String
  ) throws(AirgapMessageError) -> Int64? {
    if value == .null { return nil }
    guard
      let amount = value.unsignedValue.flatMap({ Int64(exactly: $0) })
        .flatMap({ try? Amount(satoshis: $0) })
    else { throw SigningLogExport.malformed("\(what()) is not an amount") }
    return amount.satoshis
  }
}
