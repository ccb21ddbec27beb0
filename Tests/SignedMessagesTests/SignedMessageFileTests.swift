import SignedMessages
import Testing

/// Signed messages as one text, in both spellings that are in use.
@Suite struct SignedMessageFileTests {
  private let file = SignedMessageFile(
    message: "I own this.\n\n  Both lines.", address: "bc1qexample", signature: "smpAA==")

  @Test func `what is written is read again`() throws {
    #expect(try SignedMessageFile(parsing: file.text) == file)
    #expect(SignedMessageFile.isOne(file.text))
    #expect(!SignedMessageFile.isOne("bc1qexample"))
    let windows = file.text.replacing("\n", with: "\r\n")
    #expect(try SignedMessageFile(parsing: windows) == file)
  }

  @Test func `the other spelling is read`() throws {
    let text = """
      -----BEGIN BITCOIN SIGNED MESSAGE-----
      text
      -----BEGIN SIGNATURE-----
      Comment: made by something
      1PMycacnJaSqwwJqjawXBErnLsZ7RkXUAs

      H8Ja
      wPtQ
      -----END BITCOIN SIGNED MESSAGE-----
      """
    let read = try SignedMessageFile(parsing: text)
    #expect(read.message == "text")
    #expect(read.address == "1PMycacnJaSqwwJqjawXBErnLsZ7RkXUAs")
    #expect(read.signature == "H8JawPtQ")
  }

  @Test func `a text in which two messages could be seen is refused`() throws {
    let twice = SignedMessageFile(
      message: "a\n-----BEGIN SIGNATURE-----\nb", address: "x", signature: "y")
    #expect(!twice.isFramed)
    #expect(file.isFramed)
    for text in [
      twice.text, file.text + "more", "before\n" + file.text, file.text + file.text,
      file.text.replacing("smpAA==\n", with: ""),
      file.text.replacing("-----END BITCOIN SIGNATURE-----", with: ""),
    ] {
      #expect(throws: MessageError.self, "\(text)") { try SignedMessageFile(parsing: text) }
    }
  }
}
