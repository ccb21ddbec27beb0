import Testing

@testable import OfflineSigner

/// `message verify`: no vault is needed, and a wrong signature ends with an error that names its rule.
@Suite struct MessageVerifyTests {
  // BIP-322, basic-test-vectors.json.
  private static let parts = [
    "message", "verify", "--address", "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l", "--signature",
    "smpAkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/"
      + "sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=", "--text",
  ]

  @Test func `a sound signature is said to be valid without a vault`() throws {
    let run = try Desk().run(Self.parts + ["Hello World"])
    #expect(run.out.contains("The signature is valid."))
    #expect(run.out.contains("| Hello World"))
  }

  @Test func `another text is refused by its rule`() throws {
    let run = try Desk().run(Self.parts + ["Hello World."])
    #expect(run.out.isEmpty)
    #expect(run.err.contains("the signature is wrong"))
    #expect(run.err.contains("(R20)"))
  }
}
