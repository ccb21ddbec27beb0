import BitcoinPrimitives
import Bytes
import ScriptVerification
import TestSupport
import Testing

/// Rules of BIP-341 and BIP-342 that need no signature to show.
@Suite struct `Tapscript` {
  private func error(
    _ text: String, _ elements: [[UInt8]] = [], annex: [UInt8]? = nil,
    flags: ScriptFlags = .consensus
  ) throws -> ScriptError? {
    try Spend.leaf(try coreScript(text), elements, annex: annex).error(flags)
  }

  @Test func `a true leaf is enough, and exactly one element must be left`() throws {
    #expect(try error("1") == nil)
    #expect(try error("0") == .evaluatedFalse)
    #expect(try error("1 1") == .cleanStack)
    #expect(try error("DROP", [[1]]) == .cleanStack)
  }

  @Test func `a long script draws on the meter, and stops where the meter does`() throws {
    // 4,000 hashes of 520 bytes, the rest of them of 32.
    let script = Script(
      [UInt8](repeating: 0x76, count: 1) + [UInt8](repeating: 0xaa, count: 4_000) + [0x6d, 0x51])
    let spend = try Spend.leaf(script, [[UInt8](repeating: 7, count: 520)])
    let spent = TxOut(rawValue: spend.amount, scriptPubKey: spend.scriptPubKey)
    func run(_ limit: Int) throws -> (ScriptError?, Int) {
      let meter = WorkMeter(limit: limit)
      let cache = try SighashCache(spend.transaction, spentOutputs: [spent], meter: meter)
      do {
        try ScriptVerifier.verify(inputIndex: 0, in: cache, flags: .consensus)
        return (nil, meter.spent)
      } catch {
        return (error, meter.spent)
      }
    }
    let (error, cost) = try run(.max)
    #expect(error == nil)
    #expect(cost > 4_000 * (64 + 32) && cost < 4_003 * 500)
    #expect(try run(cost).0 == nil)
    #expect(try run(cost - 1).0 == .workLimit)
    #expect(throws: TransactionVerificationError.tooMuchWork(input: 0, limit: cost / 2)) {
      try TransactionVerifier.verify(
        spend.transaction, spentOutputs: [spent], meter: WorkMeter(limit: cost / 2))
    }
  }

  @Test func `without the rule anything goes`() throws {
    #expect(try error("0", flags: [.p2sh, .witness]) == nil)
  }

  @Test func `every OP_SUCCESS succeeds wherever it stands, and policy refuses it`() throws {
    let defined =
      [0x50, 0x62] + Array(0x7e...0x81) + Array(0x83...0x86) + [0x89, 0x8a, 0x8d, 0x8e]
      + Array(0x95...0x99) + Array(0xbb...0xfe)
    for opcode in 0x4f...0xff where opcode != 0x4f {
      let byte = UInt8(opcode)
      // Before it a script that fails, behind it a push that is cut off.
      let spend = try Spend.leaf(Script([0x6a, byte, 0x4c]))
      if defined.contains(opcode) {
        #expect(spend.error() == nil, "opcode \(opcode)")
        #expect(spend.error(.standard) == .discourageOpSuccess, "opcode \(opcode)")
      } else {
        #expect(spend.error() == .badOpcode, "opcode \(opcode)")
      }
    }
  }

  @Test func `a push cut off before any OP_SUCCESS fails`() throws {
    #expect(try Spend.leaf(Script([0x4c, 0x50])).error() == .badOpcode)
    #expect(try Spend.leaf(Script([0x02, 0x50])).error() == .badOpcode)
  }

  @Test func `OP_SUCCESS passes over limits on elements`() throws {
    let elements = [[UInt8]](repeating: [UInt8](repeating: 0, count: 521), count: 1001)
    #expect(try error("0x50", elements) == nil)
    #expect(try error("1", elements) == .stackSize)
    #expect(try error("1", [[UInt8](repeating: 0, count: 521)]) == .pushSize)
  }

  @Test func `other leaf versions succeed, and policy refuses them`() throws {
    for version in stride(from: UInt8(0), through: 0xFE, by: 2) where version != 0xC0 {
      let spend = try Spend.leaf(Script([0x6a]), version: version)
      #expect(spend.error() == nil)
      #expect(spend.error(.standard) == .discourageUpgradableTaprootVersion)
    }
  }

  @Test func `public keys of unknown size succeed, and policy refuses them`() throws {
    #expect(try error("1 0x01 0x01 CHECKSIG") == nil)
    #expect(
      try error("1 0x01 0x21 CHECKSIG", flags: .standard) == .discourageUpgradablePublicKeyType)
    #expect(try error("0 0x01 0x01 CHECKSIG") == .evaluatedFalse)
    #expect(try error("1 0 CHECKSIG") == .tapscriptEmptyPublicKey)
    #expect(try error("0 0 CHECKSIG") == .tapscriptEmptyPublicKey)
  }

  @Test func `a signature for a key of 32 bytes is 64 or 65 bytes, or empty`() throws {
    let key = "0x20 0x\(Spend.internalKey)"
    #expect(try error("0 \(key) CHECKSIG NOT") == nil)
    for count in [1, 63, 66] {
      let signature = [UInt8](repeating: 1, count: count)
      #expect(try error("\(key) CHECKSIG", [signature]) == .schnorrSignatureSize)
    }
    let wrong = [UInt8](repeating: 1, count: 64)
    #expect(try error("\(key) CHECKSIG", [wrong]) == .schnorrSignature)
    #expect(try error("\(key) CHECKSIG", [wrong + [0]]) == .schnorrSignatureHashType)
    #expect(try error("\(key) CHECKSIG", [wrong + [4]]) == .schnorrSignatureHashType)
    #expect(try error("\(key) CHECKSIG", [wrong + [1]]) == .schnorrSignature)
  }

  @Test func `CHECKSIGADD counts, and exists in tapscript alone`() throws {
    #expect(try error("1 5 0x01 0x01 CHECKSIGADD 6 EQUAL") == nil)
    #expect(try error("0 5 0x01 0x01 CHECKSIGADD 5 EQUAL") == nil)
    #expect(try error("1 0x05 0x0000000001 0x01 0x01 CHECKSIGADD") == .badNumber)
    #expect(try error("5 0x01 0x01 CHECKSIGADD") == .invalidStackOperation)
    let legacy = Spend(scriptPubKey: try coreScript("1 5 0x01 0x01 CHECKSIGADD"))
    #expect(legacy.error() == .badOpcode)
  }

  @Test func `CHECKMULTISIG does not exist`() throws {
    #expect(try error("0 0 0 CHECKMULTISIG") == .tapscriptCheckMultisig)
    #expect(try error("0 0 0 CHECKMULTISIGVERIFY 1") == .tapscriptCheckMultisig)
    #expect(try error("0 IF 0 0 0 CHECKMULTISIG ENDIF 1") == nil)
  }

  @Test func `IF takes only empty or one byte of 1`() throws {
    #expect(try error("IF 1 ELSE 1 ENDIF", [[1]]) == nil)
    #expect(try error("IF 1 ELSE 1 ENDIF", [[]]) == nil)
    #expect(try error("IF 1 ELSE 1 ENDIF", [[2]]) == .tapscriptMinimalIf)
    #expect(try error("NOTIF 1 ELSE 1 ENDIF", [[1, 0]]) == .tapscriptMinimalIf)
    #expect(try error("NOTIF 1 ELSE 1 ENDIF", [[0]]) == .tapscriptMinimalIf)
  }

  @Test func `every signature costs 50 of the weight of the witness`() throws {
    // Each round is 4 bytes of script: DUP, a key of one byte, CHECKSIGVERIFY.
    for rounds in 0...40 {
      let script = try coreScript(
        [String](repeating: "DUP 0x01 0x01 CHECKSIGVERIFY", count: rounds).joined(separator: " "))
      let spend = try Spend.leaf(script, [[1]])
      let size = 1 + 2 + 1 + script.count + 1 + 33
      let isPaid = rounds * 50 <= size + 50
      #expect(spend.error() == (isPaid ? nil : .tapscriptValidationWeight), "\(rounds) rounds")
      // An annex pays as well.
      let withAnnex = try Spend.leaf(
        script, [[1]], annex: [0x50] + [UInt8](repeating: 0, count: 200))
      let isPaidWithAnnex = rounds * 50 <= size + 50 + 202
      #expect(
        withAnnex.error() == (isPaidWithAnnex ? nil : .tapscriptValidationWeight),
        "\(rounds) rounds with annex")
    }
  }

  @Test func `the budget may be used up to the last unit`() throws {
    let script = try coreScript(
      [String](repeating: "DUP 0x01 0x01 CHECKSIGVERIFY", count: 5).joined(separator: " "))
    let size = 1 + 2 + 1 + script.count + 1 + 33
    var edges = 0
    for count in 1...200 {
      let annex = [0x50] + [UInt8](repeating: 0, count: count - 1)
      let left = size + 1 + count + 50 - 5 * 50
      let error = try Spend.leaf(script, [[1]], annex: annex).error()
      #expect(error == (left >= 0 ? nil : .tapscriptValidationWeight), "\(left) left")
      if left == 0 || left == -1 { edges += 1 }
    }
    #expect(edges == 2)
  }

  @Test func `empty signatures cost nothing`() throws {
    let rounds = [String](repeating: "0 0x01 0x01 CHECKSIG DROP", count: 100)
    #expect(try error(rounds.joined(separator: " ") + " 1") == nil)
  }

  @Test func `neither the length of the script nor its operations are limited`() throws {
    let long = Script([UInt8](repeating: Opcode.nop.rawValue, count: 20_000) + [0x51])
    #expect(try Spend.leaf(long).error() == nil)
    #expect(Spend(scriptPubKey: long).error() == .scriptSize)
    let busy = Script([UInt8](repeating: Opcode.nop.rawValue, count: 202) + [0x51])
    #expect(Spend(scriptPubKey: busy).error() == .operationCount)
  }

  @Test func `an annex alone is a witness, and an annex of a script path is left out`() throws {
    #expect(try error("DEPTH 0 EQUAL", annex: [0x50]) == nil)
    #expect(try error("DEPTH 0 EQUAL", annex: [0x51]) == .taprootWrongControlSize)
    var spend = try Spend.leaf(try coreScript("1"))
    spend.witness = [[0x50]]
    #expect(spend.error() == .schnorrSignatureSize)
    spend.witness = []
    #expect(spend.error() == .witnessProgramWitnessEmpty)
    spend.witness = [[], [0x50]]
    #expect(spend.error() == .schnorrSignatureSize)
  }

  @Test func `taproot in P2SH is an unknown program`() throws {
    let leaf = try Spend.leaf(Script([0x6a]))
    var builder = ScriptBuilder()
    builder.append(push: leaf.scriptPubKey.bytes)
    let nested = Spend(
      scriptPubKey: .p2sh(leaf.scriptPubKey), scriptSig: builder.script, witness: [[1]])
    #expect(nested.error() == nil)
    #expect(nested.error(.standard) == .discourageUpgradableWitnessProgram)
  }
}
