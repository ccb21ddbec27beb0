import Testing

@testable import WordLists

@Suite struct CheckWordsTests {
  // Worked out with Python's hashlib from the words of BIP-39, by what the type's comment says.
  @Test(arguments: [
    (CheckWords.Kind.payment, [], "rich age medal symbol"),
    (.payment, Array("abc".utf8), "check rebuild unveil clerk"),
    (.payment, [UInt8](repeating: 0, count: 32), "typical actress animal stay"),
    (.wallet, Array("abc".utf8), "nerve filter novel easily"),
    (.log, [UInt8](repeating: 0, count: 32), "fossil observe tongue acoustic"),
  ])
  func `four words follow from the bytes and from what they are`(
    kind: CheckWords.Kind, bytes: [UInt8], words: String
  ) {
    #expect(CheckWords(kind, bytes).description == words)
  }
}
