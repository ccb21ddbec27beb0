import BitcoinPrimitives
import Bytes
import TestSupport
import Testing

@Suite struct TransactionTests {
  /// The signed P2WPKH transaction of BIP-143.
  static let signed =
    "01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000049"
    + "4830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b19"
    + "4ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279"
    + "655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a91482"
    + "80b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2"
    + "d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb13"
    + "66d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee01210254"
    + "76c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000"

  static let genesisCoinbase =
    "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff"
    + "001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b"
    + "206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a0100000043410467"
    + "8afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec1"
    + "12de5c384df7ba0b8d578a4c702b6bf11d5fac00000000"

  @Test func `the transaction of BIP-143 reads, weighs and writes back`() throws {
    let bytes = try Hex.decode(Self.signed)
    let transaction = try Transaction(decoding: bytes)
    #expect(transaction.encoded() == bytes)
    #expect(
      transaction.txid.description
        == "e8151a2af31c368a35053ddd4bdb285a8595c769a3ad83e0fa02314a602d4609")
    #expect(
      transaction.wtxid.description
        == "c36c38370907df2324d9ce9d149d191192f338b37665a82e78e76a12c909b762")
    #expect(transaction.totalSize == bytes.count)
    #expect(transaction.baseSize == transaction.encodedWithoutWitness().count)
    #expect(transaction.weight.units == transaction.baseSize * 3 + bytes.count)
    #expect(transaction.hasWitness)
    #expect(transaction.lockTime.height == 17)
    #expect(transaction.inputs[1].witness.count == 2)
  }

  @Test func `the first coinbase has the txid everybody knows`() throws {
    let transaction = try Transaction(decoding: try Hex.decode(Self.genesisCoinbase))
    #expect(
      transaction.txid.description
        == "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b")
    #expect(transaction.isCoinbase)
    #expect(transaction.wtxid.bytes == transaction.txid.bytes)
    #expect(transaction.outputs[0].amount?.satoshis == 5_000_000_000)
    #expect(transaction.weight.units == 204 * 4)
  }

  @Test func `a transaction cut at any byte is refused`() throws {
    let bytes = try Hex.decode(Self.signed)
    for count in 0..<bytes.count {
      #expect(throws: TransactionError.self) { try Transaction(decoding: bytes[..<count]) }
    }
    #expect(throws: TransactionError.bytes(.trailing(offset: bytes.count, count: 1))) {
      try Transaction(decoding: bytes + [0])
    }
  }

  @Test func `marker and flags are read as Bitcoin Core reads them`() throws {
    let input = String(repeating: "00", count: 36) + "00ffffffff"
    for (hex, error) in [
      ("01000000000101\(input)000000000000", TransactionError.superfluousWitness(offset: 4)),
      ("01000000000201\(input)0000000000", .unknownFlags(2, offset: 5)),
      ("01000000000301\(input)00010000000000", .unknownFlags(3, offset: 5)),
    ] {
      let bytes = try Hex.decode(hex)
      #expect(throws: error) { try Transaction(decoding: bytes) }
    }
    let empty = try Transaction(decoding: try Hex.decode("01000000000000000000"))
    #expect(empty.inputs.isEmpty && empty.outputs.isEmpty)
    // No inputs and one output: only the old format can say that.
    let lone = try Hex.decode("0100000000" + "01" + "0000000000000000" + "0151" + "00000000")
    #expect(throws: TransactionError.self) { try Transaction(decoding: lone) }
    let transaction = try Transaction(decoding: lone, allowingWitness: false)
    #expect(transaction.outputs.count == 1)
    #expect(transaction.encoded() == lone)
    #expect(throws: TransactionError.self) {
      try Transaction(decoding: try Hex.decode(Self.signed), allowingWitness: false)
    }
  }

  @Test(arguments: [
    "01000000feffffff7f", "01000000ffffffffffffffffff", "01000000ffffffffffffffff7f",
    "01000000fd0100", "0100000000010000feffffffff00000000",
    "010000000001ff0000000000000080",
  ])
  func `a count that cannot fit is refused before memory is reserved`(hex: String) throws {
    let bytes = try Hex.decode(hex) + [UInt8](repeating: 0, count: 64)
    #expect(throws: TransactionError.self) { try Transaction(decoding: bytes) }
  }

  @Test func `any 64-bit amount decodes but is no amount`() throws {
    for value: Int64 in [.min, -1, Amount.maxSatoshis + 1, .max] {
      let output = TxOut(rawValue: value, scriptPubKey: Script([0x51]))
      let transaction = Transaction(
        inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 0))], outputs: [output])
      let decoded = try Transaction(decoding: transaction.encoded())
      #expect(decoded == transaction)
      #expect(decoded.outputs[0].amount == nil)
    }
  }

  @Test func `weights are exact where counts grow by a byte`() throws {
    let input = TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 1), witness: [[1], []])
    let output = TxOut(rawValue: 1, scriptPubKey: .p2a)
    for inputs in [1, 252, 253, 254] {
      for outputs in [1, 252, 253] {
        let transaction = Transaction(
          inputs: [TxIn](repeating: input, count: inputs),
          outputs: [TxOut](repeating: output, count: outputs))
        #expect(transaction.encoded().count == transaction.totalSize)
        #expect(transaction.encodedWithoutWitness().count == transaction.baseSize)
        #expect(try Transaction(decoding: transaction.encoded()) == transaction)
      }
    }
  }

  @Test func `identifiers and outpoints read what they print`() throws {
    let text = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b"
    #expect(try Txid(parsing: text).description == text)
    let point = try OutPoint(parsing: text + ":7")
    #expect(point.vout == 7)
    #expect(point.description == text + ":7")
    for bad in [text, text + ":", text + ":-1", text + ":4294967296", text + ":+1", ":0", "00:0"] {
      #expect(throws: BytesError.self) { try OutPoint(parsing: bad) }
    }
  }

  @Test func `lock times are heights below half a billion and times from there on`() {
    #expect(LockTime(rawValue: 499_999_999).height == 499_999_999)
    #expect(LockTime(rawValue: 500_000_000).time == 500_000_000)
    #expect(LockTime(rawValue: 500_000_000).height == nil)
    #expect(LockTime(height: 500_000_000) == nil)
    #expect(LockTime.none.description == "none")
    #expect(LockTime(rawValue: 840_000).description == "block 840000")
  }

  @Test(
    .enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"),
    arguments: ["tx_valid", "tx_invalid"])
  func `every transaction of Bitcoin Core's files decodes and writes back`(file: String) throws {
    let rows = try Vectors.json("bitcoin-core/\(file).json").arrayValue ?? []
    var count = 0
    for row in rows {
      guard let hex = row[1]?.stringValue else { continue }
      let bytes = try Hex.decode(hex)
      let transaction = try Transaction(decoding: bytes)
      #expect(transaction.encoded() == bytes)
      #expect(transaction.totalSize == bytes.count)
      count += 1
    }
    #expect(count > 90)
  }
}
