internal import Bytes

/// What a packet spends and pays, without what it says about it (BIP-174).
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
    guard psbtVersion == 0 else {
      throw .packet("PSBT version \(psbtVersion) is not supported", offset: Self.start)
    }
    try FieldShapes.require(global, in: .global, of: maps.bytes)
    self = try Self.joined(&maps, global)
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

  private static func joined(
    _ maps: inout PacketMaps, _ global: [PacketMaps.Entry]
  ) throws(SecondReadingError) -> Spending {
    let bytes = maps.bytes
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
    for map in coinMaps { try FieldShapes.require(map, in: .input, of: bytes) }
    let payMaps = try maps.next(pays.count)
    for map in payMaps { try FieldShapes.require(map, in: .output, of: bytes) }
    return Spending(outline.version, outline.lockTime, spends, pays, coinMaps, payMaps)
  }
}
