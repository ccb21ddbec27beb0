import BitcoinPrimitives
import Bytes
import ScriptVerification
import TestSupport
import Testing

@Suite struct `Bitcoin Core's script tests` {
  struct Case: Sendable, CustomTestStringConvertible {
    let description: String
    let spend: Spend
    let flags: ScriptFlags
    let expected: String

    var testDescription: String { description }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every case has the verdict and the error of Bitcoin Core`() throws {
    let cases = try Self.cases()
    #expect(cases.count > 1200)
    for test in cases {
      let error = test.spend.error(test.flags)
      #expect((error?.coreName ?? "OK") == test.expected, "\(test.description)")
    }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `rules only ever forbid: fewer flags keep a spend valid, more keep it invalid`() throws {
    for test in try Self.cases() {
      for (name, flag) in ScriptFlags.named {
        let changed =
          test.expected == "OK"
          ? test.flags.subtracting(flag).trimmed : test.flags.union(flag).completed
        #expect(
          (test.spend.error(changed) == nil) == (test.expected == "OK"),
          "\(test.description) with \(name) turned over")
      }
    }
  }

  static func cases() throws -> [Case] {
    try (Vectors.json("bitcoin-core/script_tests.json").arrayValue ?? []).compactMap { json in
      guard var fields = json.arrayValue, fields.count >= 4 else { return nil }
      var spend = Spend(scriptPubKey: Script())
      var output: Script?
      if let items = fields[0].arrayValue {
        fields.removeFirst()
        let amount = try Amount(btcNumber: try decimal(items[items.count - 1]))
        spend.amount = amount.satoshis
        (spend.witness, output) = try witness(items.dropLast().map { $0.stringValue ?? "" })
      }
      let texts = fields.map { $0.stringValue ?? "" }
      spend.scriptSig = try coreScript(texts[0])
      spend.scriptPubKey = try output ?? coreScript(texts[1])
      guard var flags = ScriptFlags(coreNames: texts[2]) else {
        throw VectorError(path: "script_tests.json", reason: "has unknown flags \(texts[2])")
      }
      if flags.contains(.cleanStack) { flags.formUnion([.p2sh, .witness]) }
      return Case(
        description: texts.joined(separator: " | "), spend: spend, flags: flags,
        expected: texts[3])
    }
  }

  /// Numbers such as 1e-08 are written out: amounts are decimal text.
  private static func decimal(_ json: JSONValue) throws -> String {
    let text = json.numberText ?? "0"
    guard let mark = text.firstIndex(of: "e") else { return text }
    guard text[..<mark] == "1", text[mark...] == "e-08" else {
      throw VectorError(path: "script_tests.json", reason: "has the amount \(text)")
    }
    return "0.00000001"
  }

  private static func witness(_ items: [String]) throws -> ([[UInt8]], Script?) {
    var output: Script?
    var control: [UInt8] = []
    let elements: [[UInt8]] = try items.map { item in
      if item.hasPrefix("#SCRIPT#") {
        let script = try coreScript(String(item.dropFirst(8)))
        let leaf = try taprootLeaf(script)
        (output, control) = leaf
        return script.bytes
      }
      return item == "#CONTROLBLOCK#" ? control : try Hex.decode(item)
    }
    return (elements, output)
  }
}

extension ScriptFlags {
  /// Without the flags that need one that is not set.
  var trimmed: ScriptFlags {
    var flags = self
    if !flags.contains(.p2sh) { flags.remove(.witness) }
    if !flags.contains(.witness) { flags.remove(.cleanStack) }
    return flags
  }

  /// With the flags that those set need.
  var completed: ScriptFlags {
    var flags = self
    if flags.contains(.cleanStack) { flags.insert(.witness) }
    if flags.contains(.witness) { flags.insert(.p2sh) }
    return flags
  }
}
