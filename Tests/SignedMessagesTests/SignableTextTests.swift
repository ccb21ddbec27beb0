import Refusals
import SignedMessages
import Testing

/// Which texts a person can read so that a signature says what was agreed to.
@Suite struct `A text to sign` {
  private func why(_ bytes: [UInt8]) -> String? {
    do throws(MessageError) {
      _ = try SignableText.text(of: bytes)
      return nil
    } catch {
      return "\(error) \(error.rule.map { "\($0)" } ?? "")"
    }
  }

  @Test func `in words of any language is signed, also with a hash, a page or an address in it`() {
    let hash = String(repeating: "0f", count: 32)
    for text in [
      "a", "Hello World", "I hold 3 BTC.\n\n  As of block \(hash).", "これは私のアドレスです。これは私のアドレスです。",
      "https://example.org/login?challenge=0123456789abcdef0123456789abcdef",
      "\(hash) is the hash of our contract.", "\(hash) ist der Hash unseres Vertrags.",
      "https://a.io/?k1=\(hash)\(hash)", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4.",
      "a b\n" + String(repeating: "-", count: 60) + "\nc d",
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "short0123456789abcdef",
      String(repeating: "word ", count: 800), String(repeating: "x y\n", count: 99),
    ] {
      #expect(why(Array(text.utf8)) == nil, "\(text.prefix(60))")
    }
  }

  @Test func `that nobody can read is not signed`() {
    let hash = String(repeating: "0f", count: 32)
    let bad: [(String, String)] = [
      (hash, "a hash in hexadecimal"), (hash.uppercased(), "a hash in hexadecimal"),
      ("\(hash)\n", "a hash in hexadecimal"), ("0f0f \(hash) 00", "35 bytes in hexadecimal"),
      ("cHNidP8BAHECAAAAAS" + hash, "a payment (PSBT)"),
      (" cHNidP8BAHECAAAAAS\n\(hash)", "a payment (PSBT)"),
      ("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0", "code letters"),
      ("05ZEO$1Y8" + hash, "code letters"),
      ("\(hash)!", "64 of its 65 letters are code"),
      ("Hash: \(hash)", "64 of its 69 letters are code"),
      ("é \(hash)", "64 of its 65 letters are code"),
      ("(\(hash))\n\(hash), ok", "128 of its 133 letters are code"),
      ("eyJhbGciOiJIUzI1Ni\nIsInR5cCI6IkpXVCJ9\neyJzdWIiOiIxMjM0", "code letters"),
      (
        "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsef",
        "code letters"
      ),
      ("", "it is empty"), (" \n\t", "it is empty"), ("a\r\nb", "a carriage return"),
      ("-----BEGIN BITCOIN SIGNED MESSAGE-----", "a line that signed messages"),
      (String(repeating: "ab ", count: 1_334), "4002 bytes"),
      (String(repeating: "a\n", count: 100), "more than 100 lines"),
    ]
    for (text, said) in bad {
      let found = why(Array(text.utf8)) ?? ""
      #expect(found.contains(said) && found.hasSuffix("R29"), "\(text.prefix(60)): \(found)")
    }
    #expect(why([0x61, 0xff])?.contains("not UTF-8") == true)
  }
}
