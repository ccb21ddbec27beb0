import BitcoinPrimitives
import Bytes
import ScriptVerification
import Testing

/// Rules before tapscript, and the limits that keep hostile scripts cheap.
@Suite struct `Scripts` {
  private func error(
    _ scriptPubKey: String, _ scriptSig: String = "", flags: ScriptFlags = .consensus
  ) throws -> ScriptError? {
    Spend(scriptPubKey: try coreScript(scriptPubKey), scriptSig: try coreScript(scriptSig))
      .error(flags)
  }

  @Test func `numbers have 4 bytes, lock times 5`() throws {
    #expect(try error("0x04 0xffffff7f 1ADD 0x05 0x0000008000 EQUAL") == nil)
    #expect(try error("0x05 0x0000008000 1ADD") == .badNumber)
    #expect(try error("0x05 0xffffffff00 CHECKLOCKTIMEVERIFY") == .unsatisfiedLockTime)
    #expect(try error("0x06 0xffffffff0000 CHECKLOCKTIMEVERIFY") == .badNumber)
    #expect(try error("-1 CHECKSEQUENCEVERIFY") == .negativeLockTime)
    #expect(try error("0x01 0x80 NOT") == nil)
    #expect(try error("0x01 0x80") == .evaluatedFalse)
    #expect(try error("0x02 0x0080") == .evaluatedFalse)
    #expect(try error("0x02 0x0180") == nil)
    #expect(try error("0x02 0x0100 NOT NOT", flags: .standard) == .badNumber)
  }

  @Test func `a lock time is reached or not`() throws {
    let script = try coreScript("100 CHECKLOCKTIMEVERIFY")
    var spend = Spend(scriptPubKey: script, sequence: 0, lockTime: 100)
    #expect(spend.error() == nil)
    spend.lockTime = 99
    #expect(spend.error() == .unsatisfiedLockTime)
    spend.lockTime = LockTime.timeThreshold
    #expect(spend.error() == .unsatisfiedLockTime)
    spend.lockTime = 100
    spend.sequence = TxIn.finalSequence
    #expect(spend.error() == .unsatisfiedLockTime)
    #expect(spend.error([]) == nil)
  }

  @Test func `a relative lock is reached or not`() throws {
    let script = try coreScript("10 CHECKSEQUENCEVERIFY")
    var spend = Spend(scriptPubKey: script, version: 2, sequence: 10)
    #expect(spend.error() == nil)
    spend.sequence = 9
    #expect(spend.error() == .unsatisfiedLockTime)
    spend.sequence = 10 | 1 << 22
    #expect(spend.error() == .unsatisfiedLockTime)
    spend.sequence = 10 | 1 << 31
    #expect(spend.error() == .unsatisfiedLockTime)
    spend.sequence = 10
    spend.version = 1
    #expect(spend.error() == .unsatisfiedLockTime)
    // Consensus reads the version without its sign.
    spend.version = -1
    #expect(spend.error() == nil)
  }

  @Test func `the limits hold exactly`() throws {
    let push520 = Script([0x4d, 0x08, 0x02] + [UInt8](repeating: 1, count: 520))
    let push521 = Script([0x4d, 0x09, 0x02] + [UInt8](repeating: 1, count: 521))
    #expect(Spend(scriptPubKey: push520).error() == nil)
    #expect(Spend(scriptPubKey: push521).error() == .pushSize)
    #expect(Spend(scriptPubKey: Script([UInt8](repeating: 0x51, count: 1000))).error() == nil)
    #expect(
      Spend(scriptPubKey: Script([UInt8](repeating: 0x51, count: 1001))).error() == .stackSize)
    #expect(
      Spend(scriptPubKey: Script([UInt8](repeating: 0x51, count: 10_001))).error() == .scriptSize)
    let nops = [UInt8](repeating: 0x61, count: 201)
    #expect(Spend(scriptPubKey: Script([0x51] + nops)).error() == nil)
    #expect(Spend(scriptPubKey: Script([0x51, 0x61] + nops)).error() == .operationCount)
  }

  @Test func `conditionals nest, and branches not taken are counted`() throws {
    #expect(try error("1 IF 0 IF 0 ELSE 1 ENDIF ELSE 0 ENDIF") == nil)
    #expect(try error("0 IF 1 IF 0 ELSE 0 ENDIF ELSE 1 ENDIF") == nil)
    #expect(try error("1 IF 1") == .unbalancedConditional)
    #expect(try error("1 ENDIF") == .unbalancedConditional)
    #expect(try error("1 ELSE") == .unbalancedConditional)
    #expect(try error("IF 1 ENDIF") == .unbalancedConditional)
    #expect(try error("1 IF 1 ELSE 0 ELSE ELSE ENDIF") == nil)
    #expect(try error("0 IF VERIF ENDIF 1") == .badOpcode)
    #expect(try error("0 IF RESERVED VER ENDIF 1") == nil)
    #expect(try error("0 IF CAT ENDIF 1") == .disabledOpcode)
    // 9,999 IFs in one script: neither slow nor deep.
    let deep = Script([0x00] + [UInt8](repeating: 0x63, count: 9_998))
    #expect(Spend(scriptPubKey: deep).error() == .operationCount)
  }

  @Test func `a script cut off anywhere never traps`() throws {
    let script = try coreScript(
      "0 IF 0x4c 0x02 0x0102 ELSE 1 2 3 2ROT PICK ROLL 0x4e 0x01000000 0x05 ENDIF WITHIN "
        + "1 0 0 CHECKMULTISIG CHECKLOCKTIMEVERIFY HASH256 TOALTSTACK FROMALTSTACK 0x4d 0x0100 0x07"
    )
    for count in 0...script.count {
      let part = Script(script.slice.prefix(count))
      _ = Spend(scriptPubKey: part).error(.standard)
      _ = Spend(scriptPubKey: Script([0x51]), scriptSig: part).error(.consensus)
      _ = try Spend.leaf(part).error()
    }
  }

  @Test func `every single byte and pair of bytes as a script is judged without a trap`() throws {
    for first in 0...255 {
      for second in 0...255 {
        let script = Script([UInt8(first), UInt8(second)])
        _ = Spend(scriptPubKey: script, scriptSig: Script([0x51, 0x52, 0x53])).error(.standard)
      }
      _ = try Spend.leaf(Script([UInt8(first)]), [[1], [], [2]]).error()
    }
  }

  @Test func `stack operations need what they take`() throws {
    let needs: [(String, Int)] = [
      ("VERIFY", 1), ("TOALTSTACK", 1), ("2DROP", 2), ("2DUP", 2), ("3DUP", 3), ("2OVER", 4),
      ("2ROT", 6), ("2SWAP", 4), ("IFDUP", 1), ("DROP", 1), ("DUP", 1), ("NIP", 2), ("OVER", 2),
      ("ROT", 3), ("SWAP", 2), ("TUCK", 2), ("SIZE", 1), ("EQUAL", 2), ("1ADD", 1), ("ADD", 2),
      ("WITHIN", 3), ("SHA256", 1), ("CHECKSIG", 2), ("PICK", 2), ("ROLL", 2),
    ]
    for (name, need) in needs {
      for have in 0...need {
        let script = [String](repeating: "0", count: have).joined(separator: " ") + " " + name
        let error = try error(script)
        #expect((error == .invalidStackOperation) == (have < need), "\(have) for \(name)")
      }
    }
    #expect(try error("FROMALTSTACK") == .invalidAltStackOperation)
    // The dummy of CHECKMULTISIG is missing.
    #expect(try error("0 0 CHECKMULTISIG") == .invalidStackOperation)
    #expect(try error("0 0 0 CHECKMULTISIG") == nil)
    // It is missed before any signature is looked at.
    #expect(try error("'x' 1 'key' 1 CHECKMULTISIG") == .invalidStackOperation)
    #expect(try error("0 'x' 1 'key' 1 CHECKMULTISIG") == .signatureDER)
  }

  @Test func `stack operations put elements in their order`() throws {
    let orders = [
      ("1 2 3 4 2OVER", "1 2 3 4 1 2"), ("1 2 3 4 5 6 2ROT", "3 4 5 6 1 2"),
      ("1 2 3 4 2SWAP", "3 4 1 2"), ("1 2 3 ROT", "2 3 1"), ("1 2 TUCK", "2 1 2"),
      ("1 2 NIP", "2"), ("1 2 OVER", "1 2 1"), ("1 2 3 2 PICK", "1 2 3 1"),
      ("1 2 3 2 ROLL", "2 3 1"), ("1 2 3 3DUP", "1 2 3 1 2 3"), ("1 2 SWAP", "2 1"),
      ("7 DEPTH", "7 1"), ("0 IFDUP", "0"), ("3 IFDUP", "3 3"), ("'abc' SIZE", "'abc' 3"),
    ]
    for (script, expected) in orders {
      let count = expected.split(separator: " ").count
      let checks = expected.split(separator: " ").reversed().map { "\($0) EQUALVERIFY" }
      let text = "\(script) DEPTH \(count) EQUALVERIFY \(checks.joined(separator: " ")) 1"
      #expect(try error(text) == nil, "\(script)")
    }
  }

  @Test func `the witness of version 0 must match its program`() throws {
    let script = try coreScript("1")
    var spend = Spend(scriptPubKey: .p2wsh(script), witness: [script.bytes])
    #expect(spend.error(.standard) == nil)
    spend.witness = [[0x52]]
    #expect(spend.error() == .witnessProgramMismatch)
    spend.witness = []
    #expect(spend.error() == .witnessProgramWitnessEmpty)
    spend.witness = [script.bytes]
    spend.scriptSig = Script([0x51])
    #expect(spend.error() == .witnessMalleated)
    let odd = Spend(scriptPubKey: Script([0, 3, 1, 2, 3]))
    #expect(odd.error() == .witnessProgramWrongLength)
    let future = Spend(scriptPubKey: Script([0x52, 3, 1, 2, 3]))
    #expect(future.error() == nil)
    #expect(future.error(.standard) == .discourageUpgradableWitnessProgram)
    #expect(Spend(scriptPubKey: .p2a).error(.standard) == nil)
    let unused = Spend(scriptPubKey: script, witness: [[1]])
    #expect(unused.error() == .witnessUnexpected)
  }

  @Test func `an index or outputs that do not fit are refused`() {
    let spend = Spend(scriptPubKey: Script([0x51]))
    let spent = [TxOut(rawValue: 0, scriptPubKey: Script([0x51]))]
    for (index, outputs) in [(1, spent), (-1, spent), (0, []), (0, spent + spent)] {
      #expect(throws: ScriptError.evaluatedFalse) {
        try ScriptVerifier.verify(
          transaction: spend.transaction, inputIndex: index, spentOutputs: outputs, flags: [])
      }
    }
  }
}
