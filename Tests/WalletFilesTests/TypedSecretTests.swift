import Testing
import WalletFiles

/// Secrets that were typed in the place of a password.
@Suite struct TypedSecretTests {
  private func kind(_ text: String) -> String? {
    Array(text.utf8).withUnsafeBytes { SecretDetector.kind(ofTyped: $0) }
  }

  private func words(_ count: Int, _ word: String = "abandon", between: String = " ") -> String {
    [String](repeating: word, count: count).joined(separator: between)
  }

  @Test func `words, digits and extended private keys are known by their shape`() {
    #expect(kind(words(12)) == "a list of seed words")
    #expect(kind("\n " + words(24, between: ",\t") + "\n") == "a list of seed words")
    #expect(kind(words(12, "あいこくしん", between: "\u{3000}")) == "a list of seed words")
    #expect(kind(words(15, "的")) == "a list of seed words")
    #expect(kind(words(20)) == "a SLIP-39 share" && kind(words(33)) == "a SLIP-39 share")
    #expect(kind(words(12, "0001", between: "")) == "a SeedQR")
    #expect(kind(words(24, "0001")) == "a SeedQR")
    #expect(kind("xprv" + words(107, "a", between: "")) == "an extended private key")
  }

  @Test func `other passwords are none of these`() {
    for text in [
      "", " ", "correct horse battery staple", words(11), words(13), words(12, "ab"),
      words(12, "abandoned"), words(12) + "!", words(11) + " 1", words(12, "00", between: ""),
      words(12, "0001", between: "") + "é", "xprv", "xpub" + words(107, "a", between: ""),
    ] {
      #expect(kind(text) == nil, "\(text)")
    }
  }
}
