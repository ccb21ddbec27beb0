import Mnemonics
import Testing

@testable import SeedForms

@Suite struct `BIP-85 children on the command line` {
  @Test(arguments: ["words/12/0", "words/24/7/spanish", "xprv/0", "wif/2147483647"])
  func `are an application, its numbers and an index`(text: String) {
    #expect(ChildArgument(argument: text) != nil)
  }

  @Test(arguments: [
    "", "words", "words/13/0", "words/12", "words/12/-1", "words/12/2147483648",
    "words/12/0/klingon",
    "words/12/0/english/1", "xprv", "xprv/", "xprv/0/0", "hex/32/0", "wif/a",
  ])
  func `are nothing else`(text: String) {
    #expect(ChildArgument(argument: text) == nil)
  }

  @Test func `are told by the origin that a vault keeps`() throws {
    let child = try #require(ChildArgument(origin: "BIP-85: 12 words, english, index 3 of savings"))
    #expect(child.index == 3)
    guard case .words(12, .english) = child.kind else {
      Issue.record("\(child.kind)")
      return
    }
    #expect(ChildArgument(origin: "made here") == nil)
    #expect(ChildArgument(origin: "BIP-85: 12 words, english, index 2147483648") == nil)
  }
}
