internal import BitcoinPrimitives
internal import Bytes
internal import Refusals

extension Script {
  /// The bytes that an `OP_RETURN` output carries in one push; nil for every other script.
  var carriedData: [UInt8]? {
    guard isUnspendable, bytes.first == 0x6a,
      let items = Script(Array(bytes.dropFirst())).pushedItems, items.count == 1
    else { return nil }
    return items[0]
  }

  /// What it carries for a table: `data` in hex, and as a text where it is one; nil for every other script.
  var dataWords: String? {
    guard let data = carriedData else { return nil }
    let hex = "data \(Hex.encode(data.prefix(80)))\(data.count > 80 ? "..." : "")"
    guard data.allSatisfy({ (0x20...0x7e).contains($0) }),
      let text = String(validating: data.prefix(80), as: UTF8.self), !text.isEmpty
    else { return hex }
    return "\(hex) (\(text))"
  }
}
