import Testing

@testable import SignerHome

@Suite struct `The names of seeds and wallets` {
  @Test(arguments: ["a", "7", "savings", "Savings-2.old_copy", String(repeating: "a", count: 64)])
  func `are letters, digits, dot, dash and underscore`(text: String) throws {
    let name = try #require(EntryName(text))
    #expect(name.text == text && "\(name)" == text)
  }

  @Test(arguments: [
    "", ".hidden", "-yes", "_a", "a b", "a/b", "a\n", "ä", "a\u{202e}b",
    String(repeating: "a", count: 65),
  ])
  func `are nothing that a path, an option or a screen could misread`(text: String) {
    #expect(EntryName(text) == nil)
  }

  @Test func `of seeds leave room for the script and the account of their wallets`() throws {
    #expect(try #require(EntryName(String(repeating: "a", count: 40))).isSeedName)
    #expect(!(try #require(EntryName(String(repeating: "a", count: 41)))).isSeedName)
  }
}
