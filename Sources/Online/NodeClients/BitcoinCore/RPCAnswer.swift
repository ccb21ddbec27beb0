internal import BitcoinPrimitives
internal import Bytes
internal import Hashes

/// A part of a node's answer that knows where it came from, so that every wrong field is named.
struct RPCAnswer {
  let value: JSONValue
  let method: String
  var path = ""

  func member(_ name: String) throws(NodeError) -> RPCAnswer {
    guard let value = value[name] else { throw wrong(name) }
    return RPCAnswer(value: value, method: method, path: path.isEmpty ? name : "\(path).\(name)")
  }

  /// The member, or nil when it is missing or null.
  func optional(_ name: String) -> RPCAnswer? {
    guard let value = value[name], !value.isNull else { return nil }
    return RPCAnswer(value: value, method: method, path: path.isEmpty ? name : "\(path).\(name)")
  }

  func elements() throws(NodeError) -> [RPCAnswer] {
    guard let elements = value.arrayValue else { throw wrong() }
    return elements.enumerated().map {
      RPCAnswer(value: $1, method: method, path: "\(path)[\($0)]")
    }
  }

  func text() throws(NodeError) -> String {
    guard let text = value.stringValue else { throw wrong() }
    return text
  }

  func integer(_ range: ClosedRange<Int>) throws(NodeError) -> Int {
    guard let integer = value.intValue, range.contains(integer) else { throw wrong() }
    return integer
  }

  /// A height of a block, 0 to 10,000,000.
  ///
  /// That many blocks take until the year 2200: a higher one is a lie that would only cost work.
  func height() throws(NodeError) -> Int { try integer(0...10_000_000) }

  func flag() throws(NodeError) -> Bool {
    guard let flag = value.boolValue else { throw wrong() }
    return flag
  }

  /// An amount in BTC, read from its digits as they stand.
  func amount() throws(NodeError) -> Amount {
    guard let digits = value.numberText, let amount = try? Amount(btcNumber: digits) else {
      throw wrong()
    }
    return amount
  }

  /// A fee rate in BTC per 1,000 virtual bytes.
  func feeRate() throws(NodeError) -> FeeRate {
    guard let rate = try? FeeRate(satoshisPerKvB: amount().satoshis) else { throw wrong() }
    return rate
  }

  func txid() throws(NodeError) -> Txid {
    guard let txid = try? Txid(parsing: text()) else { throw wrong() }
    return txid
  }

  func wtxid() throws(NodeError) -> Wtxid {
    guard let wtxid = try? Wtxid(parsing: text()) else { throw wrong() }
    return wtxid
  }

  func blockHash() throws(NodeError) -> BlockHash {
    guard let hash = try? BlockHash(parsing: text()) else { throw wrong() }
    return hash
  }

  /// The time in the header of a block, which its hash proves, in seconds since 1970.
  func headerTime(of block: BlockHash) throws(NodeError) -> Int64 {
    guard let header = try? Hex.decode(text()), header.count == 80,
      BlockHash(SHA256.doubleHash(header)) == block
    else { throw wrong() }
    return header[68..<72].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
  }

  func script() throws(NodeError) -> Script {
    guard let script = try? Script(hex: text()) else { throw wrong() }
    return script
  }

  func vout() throws(NodeError) -> UInt32 { UInt32(try integer(0...Int(Int32.max))) }

  func transaction() throws(NodeError) -> Transaction {
    guard let bytes = try? Hex.decode(text()), let transaction = try? Transaction(decoding: bytes)
    else { throw wrong() }
    return transaction
  }

  func wrong(_ name: String = "") -> NodeError {
    let parts = [path, name].filter { !$0.isEmpty }
    return .unexpected(
      method: method, field: parts.isEmpty ? "the result" : parts.joined(separator: "."))
  }
}
