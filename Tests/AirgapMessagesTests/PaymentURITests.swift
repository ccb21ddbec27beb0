import BitcoinPrimitives
import Bytes
import TestSupport
import Testing

@testable import AirgapMessages

/// Requests to be paid, as sites and other wallets write them.
@Suite struct PaymentURITests {
  private static let elsewhere = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
  private static let mainnet = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"

  @Test(.enabled(if: Vectors.arePresent), arguments: ["bip21/uris.json", "bip321/uris.json"])
  func `the published ones are read or refused as they say`(file: String) throws {
    for item in try Vectors.cases(file) {
      let uri = try #require(item.input["uri"]?.stringValue)
      let isValid = item.expect["valid"] == .bool(true)
      #expect(((try? PaymentURI(parsing: uri)) != nil) == isValid, "\(item.name)")
    }
  }

  @Test func `amount, label and message are read, and the label is foreign text`() throws {
    let uri = try PaymentURI(
      parsing: "BITCOIN:\(Self.elsewhere.uppercased())?AMOUNT=.5&label=Lu%1b[2Jke&message=a%20b&x=1"
    )
    #expect(uri.amount?.satoshis == 50_000_000)
    #expect(try uri.choice(on: .regtest).address.string == Self.elsewhere)
    let words = try #require(uri.words)
    #expect(words.contains("a b") && !words.contains("\u{1b}"))
    for wrong in [
      "amount=1e3", "amount=-1", "amount=1,5", "amount=0.123456789", "amount=21000001",
      "amount=5sat", "amount=", "label=%zz", "label=%ff", "req-x=1", "amount=1&amount=2",
      "req-pop=1",
    ] {
      #expect(throws: PaymentURIError.self, "\(wrong)") {
        try PaymentURI(parsing: "bitcoin:\(Self.elsewhere)?\(wrong)")
      }
    }
  }

  @Test func `of several ways the first address of the network is taken, and the others are named`()
    throws
  {
    let uri = try PaymentURI(
      parsing:
        "bitcoin:\(Self.mainnet)?bcrt=\(Self.elsewhere)&lightning=lnbc1&sp=sp1x&lightning=lnbc2")
    let choice = try uri.choice(on: .regtest)
    #expect(choice.address.string == Self.elsewhere)
    #expect(
      choice.leftOut == ["the address \(Self.mainnet)", "a Lightning invoice", "a silent payment"])
    #expect(try uri.choice(on: .mainnet).address.string == Self.mainnet)
    #expect(throws: PaymentURIError.noAddress(on: .signet)) { try uri.choice(on: .signet) }
    #expect(throws: PaymentURIError.onlyOtherWays(["lno"])) {
      try PaymentURI(parsing: "bitcoin:?lno=lno1x").choice(on: .regtest)
    }
    // One that is damaged is not passed over.
    let damaged = try PaymentURI(
      parsing: "bitcoin:\(Self.elsewhere.replacing("6qejx", with: "6qeqx"))?bcrt=\(Self.elsewhere)")
    #expect(throws: PaymentURIError.self) { try damaged.choice(on: .regtest) }
  }

  @Test func `an address alone is an address, and a request that cannot be met is refused`() throws
  {
    func message(_ text: String) throws -> AirgapMessage {
      try Recognizer.message(Array(text.utf8))
    }
    #expect(try message("bitcoin:\(Self.elsewhere)") == .address(Self.elsewhere))
    #expect(try message("bitcoin:\(Self.elsewhere)?index=7") == .address(Self.elsewhere))
    let text = "bitcoin:\(Self.elsewhere)?amount=0.5"
    #expect(try message(text) == .paymentRequest(PaymentURI(parsing: text)))
    #expect(throws: AirgapMessageError.paymentRequest(.required("x"))) {
      try message("bitcoin:\(Self.elsewhere)?req-x=1")
    }
    #expect(throws: AirgapMessageError.self) { try message("bitcoin:hello") }
    let long = "bitcoin:\(Self.elsewhere)?label=" + String(repeating: "a", count: 5_000)
    #expect(throws: AirgapMessageError.self) { try message(long) }
  }
}
