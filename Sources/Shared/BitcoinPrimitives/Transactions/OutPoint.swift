public import Bytes

/// Which output of which transaction: the name of a coin.
public struct OutPoint: Hashable, Sendable {
  /// The transaction that made the output.
  public let txid: Txid
  /// The index of the output in it.
  public let vout: UInt32

  /// Names output `vout` of transaction `txid`.
  public init(txid: Txid, vout: UInt32) {
    self.txid = txid
    self.vout = vout
  }

  /// Whether this is the coinbase's stand-in for a coin: no transaction, index 2^32 - 1.
  public var isNull: Bool { vout == .max && txid.bytes == .zero }

  /// Reads `txid:vout`, the identifier as Bitcoin Core prints it, the index in decimal.
  ///
  /// Throws when either half is malformed.
  public init(parsing text: some StringProtocol) throws(BytesError) {
    guard let colon = text.lastIndex(of: ":") else {
      throw .malformed(format: "outpoint", reason: "no colon", offset: text.utf8.count)
    }
    let index = text[text.index(after: colon)...]
    guard index.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let vout = UInt32(index) else {
      throw .malformed(format: "outpoint", reason: "index is not a number", offset: 65)
    }
    self.init(txid: try Txid(parsing: text[..<colon]), vout: vout)
  }

  func write(to writer: inout ByteWriter) {
    writer.writeBytes32(txid.bytes)
    writer.writeUInt32LE(vout)
  }
}

extension OutPoint: Comparable {
  public static func < (left: OutPoint, right: OutPoint) -> Bool {
    left.txid == right.txid ? left.vout < right.vout : left.txid < right.txid
  }
}

extension OutPoint: CustomStringConvertible {
  public var description: String { "\(txid):\(vout)" }
}
