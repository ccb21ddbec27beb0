internal import Bytes

/// What a packet spends and pays, without what it says about it: BIP-174, or BIP-370 put together.
struct Spending {
  struct Spend {
    let txid: Bytes32
    let vout: UInt32
    let sequence: UInt32

    /// As transactions write it: 36 bytes.
    var outpoint: [UInt8] { txid.bytes + Written.number(UInt64(vout), bytes: 4) }
  }

  struct Pay {
    let amount: UInt64
    let script: [UInt8]

    /// As transactions write it.
    var written: [UInt8] {
      Written.number(amount, bytes: 8) + Written.compact(script.count) + script
    }
  }

  /// Where the global map starts: what is wrong with the packet as a whole is said to be here.
  private static let start = 5

  let version: UInt32
  let lockTime: UInt32
  let spends: [Spend]
  let pays: [Pay]
  private(set) var coinMaps: [[PacketMaps.Entry]]
  private(set) var payMaps: [[PacketMaps.Entry]]

  /// Reads the whole packet, to its last byte.
  init(_ maps: inout PacketMaps) throws(SecondReadingError) {
    let global = try maps.next()
    let psbtVersion = try maps.number(0xfb, in: global) ?? 0
    switch psbtVersion {
    case 0: self = try Self.zero(&maps, global)
    case 2: self = try Self.two(&maps, global)
    default: throw .packet("PSBT version \(psbtVersion) is not supported", offset: Self.start)
    }
    try maps.requireEnd()
    guard !spends.isEmpty, !pays.isEmpty else {
      throw .packet("the payment has no inputs or no outputs", offset: Self.start)
    }
    var seen: Set<[UInt8]> = []
    for (number, spend) in spends.enumerated() where !seen.insert(spend.outpoint).inserted {
      throw .coin(input: number, "its coin is spent twice")
    }
  }

  /// What is made here, not read: nothing came along with it.
  init(version: UInt32, lockTime: UInt32, spends: [Spend], pays: [Pay]) {
    self.init(
      version, lockTime, spends, pays, spends.map { _ in [] }, pays.map { _ in [] })
  }

  private init(
    _ version: UInt32, _ lockTime: UInt32, _ spends: [Spend], _ pays: [Pay],
    _ coinMaps: [[PacketMaps.Entry]], _ payMaps: [[PacketMaps.Entry]]
  ) {
    self.version = version
    self.lockTime = lockTime
    self.spends = spends
    self.pays = pays
    self.coinMaps = coinMaps
    self.payMaps = payMaps
  }

  /// The same with nothing of its maps but what they say about keys, nonces and signatures; `bytes` are the packet's.
  func withClaimsAlone(of bytes: [UInt8]) -> Spending {
    var spending = self
    spending.coinMaps = coinMaps.map {
      $0.filter {
        [0x02, 0x06, 0x07, 0x08, 0x16].contains($0.type)
          || $0.type == 0xfc && bytes[$0.detail].starts(with: SecondReader.agreementMark)
      }
    }
    spending.payMaps = payMaps.map { $0.filter { $0.type == 0x02 || $0.type == 0x07 } }
    return spending
  }

  private static func txid(_ bytes: ArraySlice<UInt8>) -> Bytes32 { Bytes32(bytes) ?? .zero }

  private static func zero(
    _ maps: inout PacketMaps, _ global: [PacketMaps.Entry]
  ) throws(SecondReadingError) -> Spending {
    let bytes = maps.bytes
    for entry in global where (0x02...0x06).contains(entry.type) {
      throw .packet("a PSBT of version 0 has a field of version 2", offset: entry.key.lowerBound)
    }
    guard let part = try maps.value(0x00, in: global) else {
      throw .packet("the PSBT has no unsigned transaction", offset: Self.start)
    }
    let outline = try Outline(bytes, part, signed: false)
    guard outline.spends.allSatisfy(\.script.isEmpty) else {
      throw .packet("the unsigned transaction has input scripts", offset: part.lowerBound)
    }
    var spends: [Spend] = []
    for spend in outline.spends {
      var tape = Tape(bytes, spend.outpoint..<part.upperBound)
      let txid = txid(bytes[try tape.skip(32)])
      spends.append(Spend(txid: txid, vout: try tape.number32(), sequence: spend.sequence))
    }
    let pays = outline.pays.map { Pay(amount: $0.amount, script: Array(bytes[$0.script])) }
    let coinMaps = try maps.next(spends.count)
    return Spending(
      outline.version, outline.lockTime, spends, pays, coinMaps, try maps.next(pays.count))
  }

  private static func two(
    _ maps: inout PacketMaps, _ global: [PacketMaps.Entry]
  ) throws(SecondReadingError) -> Spending {
    let bytes = maps.bytes
    guard try maps.value(0x00, in: global) == nil,
      let version = try maps.number(0x02, in: global),
      let spendCount = try maps.count(0x04, in: global),
      let payCount = try maps.count(0x05, in: global)
    else {
      throw .packet(
        "a PSBT of version 2 needs a transaction version and both counts, and no transaction",
        offset: Self.start)
    }
    let coinMaps = try maps.next(spendCount)
    let payMaps = try maps.next(payCount)
    var spends: [Spend] = []
    var (times, heights): ([UInt64?], [UInt64?]) = ([], [])
    for map in coinMaps {
      guard let txid = try maps.value(0x0e, in: map, bytes: 32),
        let vout = try maps.number(0x0f, in: map)
      else { throw .packet("an input does not say which coin it spends", offset: Self.start) }
      let sequence = try maps.number(0x10, in: map) ?? 0xffff_ffff
      spends.append(
        Spend(
          txid: Self.txid(bytes[txid]), vout: UInt32(truncatingIfNeeded: vout),
          sequence: UInt32(truncatingIfNeeded: sequence)))
      times.append(try maps.number(0x11, in: map))
      heights.append(try maps.number(0x12, in: map))
    }
    var pays: [Pay] = []
    for map in payMaps {
      guard let amount = try maps.number(0x03, in: map, bytes: 8),
        let script = try maps.value(0x04, in: map)
      else { throw .packet("an output has no amount or no script", offset: Self.start) }
      pays.append(Pay(amount: amount, script: Array(bytes[script])))
    }
    let fallback = try maps.number(0x03, in: global) ?? 0
    let lockTime = try lockTime(times, heights, fallback)
    return Spending(
      UInt32(truncatingIfNeeded: version), lockTime, spends, pays, coinMaps, payMaps)
  }

  /// A height where every input that asks for something takes one, else a time (BIP-370).
  private static func lockTime(
    _ times: [UInt64?], _ heights: [UInt64?], _ fallback: UInt64
  ) throws(SecondReadingError) -> UInt32 {
    guard times.allSatisfy({ ($0 ?? .max) >= 500_000_000 }),
      heights.allSatisfy({ (1..<500_000_000).contains($0 ?? 1) })
    else { throw .packet("a required lock time is out of range", offset: Self.start) }
    let asking = zip(times, heights).filter { $0 != nil || $1 != nil }
    if asking.isEmpty { return UInt32(truncatingIfNeeded: fallback) }
    let high = asking.compactMap(\.1)
    if high.count == asking.count, let most = high.max() { return UInt32(truncatingIfNeeded: most) }
    let late = asking.compactMap(\.0)
    guard late.count == asking.count, let most = late.max() else {
      throw .packet("one input requires a time as lock time, another a height", offset: Self.start)
    }
    return UInt32(truncatingIfNeeded: most)
  }
}
