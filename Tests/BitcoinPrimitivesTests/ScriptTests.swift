import BitcoinPrimitives
import Bytes
import Testing

private func instructions(of script: Script) throws(ScriptTruncation) -> [ScriptInstruction] {
  var reader = ScriptReader(script)
  var instructions: [ScriptInstruction] = []
  while let instruction = try reader.next() { instructions.append(instruction) }
  return instructions
}

@Suite struct ScriptTests {
  static let key = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
  static let long =
    "0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    + "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"

  @Test(arguments: [
    ("21\(key)ac", "p2pk"), ("41\(long)ac", "p2pk"),
    ("76a914000102030405060708090a0b0c0d0e0f1011121388ac", "p2pkh"),
    ("a914000102030405060708090a0b0c0d0e0f1011121387", "p2sh"),
    ("0014000102030405060708090a0b0c0d0e0f10111213", "p2wpkh"),
    ("0020000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "p2wsh"),
    ("5120000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "p2tr"),
    ("51024e73", "p2a"), ("51024e74", "witness v1"), ("60020000", "witness v16"),
    ("5121\(key)51ae", "multisig 1 of 1"), ("5121\(key)21\(key)52ae", "multisig 1 of 2"),
    ("6a", "op_return"), ("6a0548656c6c6f", "op_return"), ("6a5d", "op_return"),
    ("", "nonstandard"), ("51", "nonstandard"), ("6a0548656c6c", "nonstandard"),
    ("6a76", "nonstandard"), ("0013000102030405060708090a0b0c0d0e0f101112", "nonstandard"),
    ("21\(key)ad", "nonstandard"), ("2105\(key.dropFirst(2))ac", "nonstandard"),
    ("5221\(key)51ae", "nonstandard"), ("5121\(key)52ae", "nonstandard"),
    ("5121\(key)51ae00", "nonstandard"), ("0021\(key)51ae", "nonstandard"),
    // A byte of zero is no number of keys, though it is pushed in the shortest way.
    ("01000100ae", "nonstandard"), ("010021\(key)51ae", "nonstandard"),
    ("50020000", "nonstandard"), ("5129\(String(repeating: "00", count: 41))", "nonstandard"),
    ("4c14000102030405060708090a0b0c0d0e0f1011121387", "nonstandard"),
  ])
  func `types are recognised by exact bytes`(hex: String, type: String) throws {
    #expect(try Script(hex: hex).type.description == type)
  }

  @Test func `a type tells what is inside`() throws {
    let script = try Script(hex: "5121\(Self.key)41\(Self.long)52ae")
    let keys = [try Hex.decode(Self.key), try Hex.decode(Self.long)]
    #expect(script.type == .multisig(threshold: 1, keys: keys))
    let hash = [UInt8](0..<20)
    #expect(Script.p2pkh(hash: hash).type == .p2pkh(hash: hash))
    #expect(Script.p2sh(hash: hash).type == .p2sh(hash: hash))
    #expect(Script.p2wpkh(hash: hash).type == .p2wpkh(hash: hash))
    let bytes = try #require(Bytes32([UInt8](0..<32)))
    #expect(Script.p2wsh(hash: bytes).type == .p2wsh(hash: bytes))
    #expect(Script.p2tr(outputKey: bytes).type == .p2tr(outputKey: bytes))
    #expect(Script.p2a.type == .p2a)
    #expect(Script.p2pk(keys[0]).type == .p2pk(key: keys[0]))
    #expect(Script.opReturn([1, 2, 3]).isUnspendable)
    #expect(Script([UInt8](repeating: 0x51, count: 10_001)).isUnspendable)
    #expect(!Script([UInt8](repeating: 0x51, count: 10_000)).isUnspendable)
  }

  @Test func `a script equals another with the same bytes from elsewhere`() {
    let bytes: [UInt8] = [9, 0x51, 0x52, 9]
    let slice = Script(bytes[1..<3])
    #expect(slice == Script([0x51, 0x52]))
    #expect(slice.hashValue == Script([0x51, 0x52]).hashValue)
    #expect(slice.hex == "5152")
    #expect(slice != Script([0x51]))
    #expect(slice.bytes == [0x51, 0x52])
  }

  @Test(arguments: [
    ("050102", 0), ("4c", 0), ("4d00", 0), ("4e000000", 0), ("4c01", 0), ("4e01000000", 0),
    ("01", 0), ("4effffffff00", 0), ("01010203", 2), ("76514c02", 2),
  ])
  func `a push over the end is refused with its place`(hex: String, offset: Int) throws {
    let script = try Script(hex: hex)
    let error = #expect(throws: ScriptTruncation.self) { try instructions(of: script) }
    #expect(error?.offset == offset)
    #expect(script.pushedItems == nil)
    #expect(!script.isPushOnly())
  }

  @Test func `a script cut at any byte reads as a prefix or is refused`() throws {
    let script = try Script(hex: "76a90414000102524c0304050675")
    let whole = try instructions(of: script)
    for count in 0...script.count {
      guard let part = try? instructions(of: Script(script.slice.prefix(count))) else { continue }
      #expect(part == Array(whole.prefix(part.count)))
      #expect(part.last?.end ?? 0 == count)
    }
  }

  @Test func `data and numbers are pushed in the shortest way`() throws {
    for length in [0, 1, 2, 75, 76, 255, 256, 65_535, 65_536] {
      for first: UInt8 in [0, 1, 16, 17, 0x80, 0x81, 0x82] {
        var data = [UInt8](repeating: 7, count: length)
        if length > 0 { data[0] = first }
        var builder = ScriptBuilder()
        builder.append(push: data)
        let instructions = try instructions(of: builder.script)
        #expect(instructions.count == 1)
        #expect(instructions[0].isMinimal)
        #expect(builder.script.pushedItems == [data])
        #expect(builder.script.isPushOnly())
      }
    }
    let numbers: [(Int64, String)] = [
      (-1, "4f"), (0, "00"), (1, "51"), (16, "60"), (17, "0111"), (-2, "0182"), (127, "017f"),
      (128, "028000"), (-128, "028080"), (255, "02ff00"), (256, "020001"), (-32_768, "03008080"),
      (500_000_000, "040065cd1d"),
    ]
    for (number, hex) in numbers {
      var builder = ScriptBuilder()
      builder.append(number: number)
      #expect(builder.script.hex == hex)
    }
    #expect(ScriptNumber.encode(.min) == [0, 0, 0, 0, 0, 0, 0, 0x80, 0x80])
  }

  @Test func `longer pushes than needed are told apart`() throws {
    for hex in ["0101", "0181", "4c0107", "4d010007", "4e0100000007", "4c00", "0110"] {
      let instruction = try #require(try instructions(of: Script(hex: hex)).first)
      #expect(!instruction.isMinimal, "\(hex)")
    }
    for hex in ["00", "0111", "0117", "51", "76", "0100"] {
      let instruction = try #require(try instructions(of: Script(hex: hex)).first)
      #expect(instruction.isMinimal, "\(hex)")
    }
  }

  @Test func `names of opcodes lead back to them`() {
    #expect(Opcode.checkSigAdd.description == "OP_CHECKSIGADD")
    #expect(Opcode(rawValue: 1).description == "OP_PUSHBYTES_1")
    #expect(Opcode(rawValue: 0xbb).description == "OP_UNKNOWN_bb")
    for value in UInt8.min...UInt8.max {
      let opcode = Opcode(rawValue: value)
      if let named = Opcode(name: opcode.description) { #expect(named == opcode) }
    }
    #expect(Opcode(name: "OP_CHECKMULTISIGVERIFY")?.rawValue == 0xaf)
    #expect(Opcode(name: "OP_CHECKLOCKTIMEVERIFY")?.rawValue == 0xb1)
    #expect(Opcode(name: "OP_WITHIN")?.rawValue == 0xa5)
    #expect(Opcode(name: "OP_NONE") == nil)
  }

  @Test func `assembly reads like Bitcoin Core's`() throws {
    let script = try Script(hex: "76a914000102030405060708090a0b0c0d0e0f1011121388ac")
    #expect(
      script.assembly
        == "OP_DUP OP_HASH160 000102030405060708090a0b0c0d0e0f10111213 OP_EQUALVERIFY OP_CHECKSIG")
    #expect(try Script(hex: "5105").assembly == "OP_1 [error]")
  }
}
