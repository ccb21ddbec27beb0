import AirgapMessages
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import QRTransport
import TestSupport
import Testing

@Suite struct PayloadMessageTests {
  private func message(_ text: String) throws -> AirgapMessage {
    try Recognizer.message(Array(text.utf8))
  }

  private func error(_ text: String) -> AirgapMessageError? {
    do throws(AirgapMessageError) {
      _ = try Recognizer.message(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  /// Transactions that spend nothing that exists, told apart by their lock time.
  static func transaction(_ number: UInt32) -> Transaction {
    Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: number))],
      outputs: [TxOut(rawValue: 1_000, scriptPubKey: .p2sh(Script([0x51])))]
    )
  }

  @Test(arguments: [PayloadSamples.readme, PayloadSamples.tabBar, PayloadSamples.complete])
  func `a payload is known as text, as a plain symbol and as a uniform resource`(
    _ text: String
  ) throws {
    let expected = AirgapMessage.multisigPayload(try MultisigPayload(parsing: text))
    #expect(try message(text) == expected)
    #expect(try message(" \r\n\(text)\n\n") == expected)
    #expect(try Recognizer.message(.plain(Array(text.utf8))) == expected)
    let ur = try BytesMessage.ur(Array(text.utf8))
    #expect(try Recognizer.message(ur) == expected)
    #expect(expected.kind == "a multisig payload")
  }

  @Test func `a payload may hold members in any letters, but no secret`() throws {
    let noted = PayloadSamples.tabBar.replacing("{\"raw", with: "{\"备注\":\"重\",\"raw")
    #expect(try message(noted).kind == "a multisig payload")
    let key =
      "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi"
    let secret = PayloadSamples.tabBar.replacing("{\"raw", with: "{\"n\":\"\(key)\",\"raw")
    #expect(error(secret) == .secret(kind: "an extended private key"))
  }

  @Test func `what was meant to be a payload is refused as one`() {
    #expect(error("MULTISIG:{}") == .payload(.missingPrefix))
    #expect(error("multisig:{}") == .payload(.missingMember("rawTx")))
    #expect(error(PayloadSamples.unitTest(prefix: "multisig://")) == .payload(.slashes))
    let old =
      "00\(PayloadSamples.readmeSignatures[0])|02\(PayloadSamples.readmeSignatures[2])"
    #expect(error(old) == .payload(.indexedSignatures))
    #expect(error(old)?.hint.contains("whole payload") == true)
    let bytes = Array(PayloadSamples.tabBar.utf8) + [0xff]
    #expect(throws: AirgapMessageError.self) { try Recognizer.message(bytes) }
  }

  @Test func `previous transactions are a transaction a line`() throws {
    let list = (0..<3).map { Self.transaction($0) }
    let text = TransactionLines.text(list.map { $0.encoded() })
    #expect(text.split(separator: "\n").count == 3)
    #expect(try message(text) == .transactions(list))
    #expect(try message(text.replacing("\n", with: "\r\n\r\n")) == .transactions(list))
    #expect(try message(text + text.uppercased()) == .transactions(list))
    #expect(try message(TransactionLines.text([list[1].encoded()])) == .transaction(list[1]))
    #expect(
      try message(TransactionLines.text([list[1].encoded(), list[1].encoded()]))
        == .transaction(list[1]))
    #expect(AirgapMessage.transactions(list).kind == "3 transactions")
  }

  @Test func `one damaged line makes it no list of transactions`() {
    let text = TransactionLines.text((0..<3).map { Self.transaction($0).encoded() })
    for cut in 1..<text.utf8.count where cut % 7 == 0 {
      let head = String(text.prefix(cut))
      let lines = head.split(separator: "\n")
      guard lines.last?.utf8.count != lines.first?.utf8.count || lines.count == 1 else { continue }
      if case .transactions? = try? message(head) { Issue.record("read \(cut) characters") }
    }
    #expect(error(text + "00") != nil)
    #expect(error(text + "# note") != nil)
  }
}
