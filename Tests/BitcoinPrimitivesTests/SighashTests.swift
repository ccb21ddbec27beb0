import BitcoinPrimitives
import Bytes
import Secp256k1
import TestSupport
import Testing

@Suite struct SighashTests {
  // BIP-143, native P2WPKH.
  static let unsigned =
    "0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef"
    + "51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb2060000"
    + "00001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4d"
    + "be6a21b2d50ce2f0167faa815988ac11000000"

  @Test func `BIP-143 hashes the native example as published`() throws {
    let transaction = try Transaction(decoding: try Hex.decode(Self.unsigned))
    let cache = try SighashCache(transaction)
    let code = try Script(hex: "76a9141d0f172a0ecb48aee1be1f2687d2963ae33f71a188ac")
    let digest = try cache.segwitV0(input: 1, scriptCode: code, amount: 600_000_000, type: .all)
    #expect(digest.hex == "c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670")
  }

  @Test func `SINGLE without its output is the number one before segwit`() throws {
    let transaction = try Transaction(decoding: try Hex.decode(Self.unsigned))
    let short = Transaction(inputs: transaction.inputs, outputs: [transaction.outputs[0]])
    let cache = try SighashCache(short)
    let digest = try cache.legacy(input: 1, scriptCode: Script([0x51]), type: .single)
    #expect(digest.hex == "01" + String(repeating: "00", count: 31))
  }

  @Test func `kept hash states change nothing`() throws {
    let transaction = try Transaction(decoding: try Hex.decode(Self.unsigned))
    let code = try Script(hex: "76a9141d0f172a0ecb48aee1be1f2687d2963ae33f71a188ac")
    let legacy = try SighashCache(transaction)
    let spent = TxOut(rawValue: 1, scriptPubKey: .p2wpkh(hash: [UInt8](0..<20)))
    let segwit = try SighashCache(transaction, spentOutputs: [spent, spent])
    for input in 0..<2 {
      #expect(
        try legacy.legacy(input: input, scriptCode: code, type: .all)
          == segwit.legacy(input: input, scriptCode: code, type: .all))
    }
  }

  @Test func `what each digest hashes is counted, up to the limit`() throws {
    let transaction = try Transaction(decoding: try Hex.decode(Self.unsigned))
    let size = transaction.baseSize
    func cost(
      of body: (SighashCache) throws -> Bytes32, limit: Int = .max
    ) throws -> Int {
      let meter = WorkMeter(limit: limit)
      let spent = TxOut(rawValue: 1, scriptPubKey: Script([0x51]))
      _ = try body(SighashCache(transaction, spentOutputs: [spent, spent], meter: meter))
      return meter.spent
    }
    func legacy(_ input: Int, _ type: SighashType) -> (SighashCache) throws -> Bytes32 {
      { try $0.legacy(input: input, scriptCode: Script([0x51]), type: type) }
    }
    // With ALL what stands before an input is hashed once for all of them.
    #expect(try cost(of: legacy(0, .all)) == size - 5 + 1)
    #expect(try cost(of: legacy(1, .all)) == size - 5 - 41 + 1)
    #expect(try cost(of: legacy(0, .single)) > 41 * 2)
    #expect(try cost(of: legacy(0, .all), limit: size - 4) == size - 4)
    #expect(throws: SighashError.tooMuchWork(limit: size - 5)) {
      try cost(of: legacy(0, .all), limit: size - 5)
    }
    // After it the size of the transaction does not matter, but for the one output of SINGLE.
    let segwit = { (type: SighashType) in
      { (cache: SighashCache) throws -> Bytes32 in
        try cache.segwitV0(input: 0, scriptCode: Script([0x51]), amount: 1, type: type)
      }
    }
    #expect(try cost(of: segwit(.all)) == 193)
    #expect(try cost(of: segwit(.single)) == 193 + transaction.outputs[0].size)
    #expect(throws: SighashError.tooMuchWork(limit: 192)) { try cost(of: segwit(.all), limit: 192) }
    #expect(throws: SighashError.tooMuchWork(limit: 10)) {
      try cost(of: { try $0.taproot(input: 0) }, limit: 10)
    }
  }

  @Test func `what cannot be hashed is refused`() throws {
    let transaction = try Transaction(decoding: try Hex.decode(Self.unsigned))
    let cache = try SighashCache(transaction)
    #expect(throws: SighashError.inputOutOfRange(index: 2, count: 2)) {
      try cache.legacy(input: 2, scriptCode: Script(), type: .all)
    }
    #expect(throws: SighashError.inputOutOfRange(index: -1, count: 2)) {
      try cache.segwitV0(input: -1, scriptCode: Script(), amount: 0, type: .all)
    }
    #expect(throws: SighashError.missingSpentOutputs) { try cache.taproot(input: 0) }
    let output = TxOut(rawValue: 0, scriptPubKey: .p2a)
    #expect(throws: SighashError.spentOutputs(expected: 2, found: 1)) {
      try SighashCache(transaction, spentOutputs: [output])
    }
    let full = try SighashCache(transaction, spentOutputs: [output, output])
    for raw: UInt32 in [4, 0x80, 0x84, 0x101, 0xff] {
      let type = SighashType(rawValue: raw)
      #expect(throws: SighashError.undefinedType(type)) { try full.taproot(input: 0, type: type) }
    }
    let short = Transaction(inputs: transaction.inputs, outputs: [])
    let none = try SighashCache(short, spentOutputs: [output, output])
    #expect(throws: SighashError.noMatchingOutput(index: 0)) {
      try none.taproot(input: 0, type: .single)
    }
  }

  @Test func `hash types are named as in Bitcoin Core`() {
    #expect(SighashType(rawValue: 0x83).description == "SINGLE|ANYONECANPAY")
    #expect(SighashType.default.description == "DEFAULT")
    #expect(SighashType(rawValue: 0x80).description == "0x80")
    #expect(SighashType(rawValue: 0x101).description == "0x101")
    #expect(!SighashType.default.isStandard && SighashType.default.isDefinedForTaproot)
    #expect(!SighashType(rawValue: 0x101).isStandard)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every legacy hash of Bitcoin Core's sighash file agrees`() throws {
    var count = 0
    for row in try Vectors.json("bitcoin-core/sighash.json").arrayValue ?? [] {
      guard let hex = row[0]?.stringValue, let code = row[1]?.stringValue,
        let index = row[2]?.intValue, let raw = row[3]?.intValue,
        let expected = row[4]?.stringValue
      else { continue }
      let cache = try SighashCache(try Transaction(decoding: try Hex.decode(hex)))
      let type = SighashType(rawValue: UInt32(bitPattern: Int32(truncatingIfNeeded: raw)))
      let digest = try cache.legacy(input: index, scriptCode: try Script(hex: code), type: type)
      #expect(digest.reversedHex == expected)
      count += 1
    }
    #expect(count == 500)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every hash of BIP-143 agrees`() throws {
    let cases = try Vectors.cases("bip143/bip143_sighash.json")
    #expect(cases.count == 14)
    for vector in cases {
      let hex = try #require(vector.input["tx_hex"]?.stringValue)
      let cache = try SighashCache(try Transaction(decoding: try Hex.decode(hex)))
      let code = try Script(hex: try #require(vector.input["script_code_hex"]?.stringValue))
      let digest = try cache.segwitV0(
        input: try #require(vector.input["input_index"]?.intValue), scriptCode: code,
        amount: try #require(vector.input["amount_sat"]?.integerValue),
        type: SighashType(
          rawValue: UInt32(try #require(vector.input["sighash_type"]?.intValue))))
      #expect(digest.hex == vector.expect["sighash_hex"]?.stringValue, "\(vector.name)")
    }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every hash of BIP-341's wallet vectors agrees`() throws {
    let data = try Vectors.json("bip341/wallet_vectors.json")["data"]
    let spending = try #require(data?["keyPathSpending"]?[0])
    let hex = try #require(spending["given"]?["rawUnsignedTx"]?.stringValue)
    let spent = try (spending["given"]?["utxosSpent"]?.arrayValue ?? []).map {
      TxOut(
        rawValue: try #require($0["amountSats"]?.integerValue),
        scriptPubKey: try Script(hex: try #require($0["scriptPubKey"]?.stringValue)))
    }
    let cache = try SighashCache(
      try Transaction(decoding: try Hex.decode(hex)), spentOutputs: spent)
    let inputs = spending["inputSpending"]?.arrayValue ?? []
    #expect(inputs.count == 7)
    for input in inputs {
      let index = try #require(input["given"]?["txinIndex"]?.intValue)
      let type = SighashType(
        rawValue: UInt32(try #require(input["given"]?["hashType"]?.intValue)))
      let digest = try cache.taproot(input: index, type: type)
      #expect(digest.hex == input["intermediary"]?["sigHash"]?.stringValue)
      let key = try #require(Bytes32(spent[index].scriptPubKey.bytes.dropFirst(2)))
      var signature = try Hex.decode(
        try #require(input["expected"]?["witness"]?[0]?.stringValue))
      if signature.count == 65 { signature.removeLast() }
      #expect(try XOnlyPublicKey(decoding: key).verifies(schnorr: signature, of: digest))
    }
  }
}
