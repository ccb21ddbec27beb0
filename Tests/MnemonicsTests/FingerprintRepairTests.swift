import SecureMemory
import Testing

@testable import Mnemonics

@Suite struct `Words put right by their fingerprint` {
  private static let right =
    "unfold light protect unfold pulp like vintage drive receive egg dune sketch"

  private static func secret(_ text: String) -> SecretBytes {
    var bytes = Array(text.utf8)
    return SecretBytes(moving: &bytes)
  }

  /// What repairing says, as text; instead of a fingerprint the entropy is compared.
  private static func repaired(
    _ typed: String, to right: String = right, language: MnemonicLanguage? = .english
  ) throws -> (text: String, asked: Int) {
    let meant = try Mnemonic(parsing: secret(right))
    let wanted = meant.withEntropy { SecretBytes(copying: $0) }
    var asked = 0
    let found = try Mnemonic.repaired(secret(typed), language: language) { candidate in
      asked += 1
      return candidate.withEntropy { candidate in
        wanted.withUnsafeBytes { SecretBytes.constantTimeEquals($0, candidate) }
      }
    }
    switch consume found {
    case .none: return ("none", asked)
    case .several(let count): return ("\(count)", asked)
    case .one(_, let change): return ("\(change)", asked)
    }
  }

  @Test(arguments: [0, 5, 11])
  func `one wrong word is found, whether it is in the list or not`(place: Int) throws {
    for other in ["zoo", "unfolt"] {
      var words = Self.right.split(separator: " ").map(String.init)
      words[place] = other
      let found = try Self.repaired(words.joined(separator: " "))
      #expect(found.text == "replaced(position: \(place + 1))")
      #expect(found.asked > 50 && found.asked <= Mnemonic.repairLimit, "\(found.asked)")
    }
  }

  @Test(arguments: [0, 6, 11])
  func `one missing word is found`(place: Int) throws {
    var words = Self.right.split(separator: " ").map(String.init)
    words.remove(at: place)
    let found = try Self.repaired(words.joined(separator: " "))
    #expect(found.text == "inserted(position: \(place + 1))")
    #expect(found.asked <= Mnemonic.repairLimit)
  }

  @Test(arguments: [(0, 1), (2, 9), (10, 11)])
  func `two words in each other's place are found`(first: Int, second: Int) throws {
    var words = Self.right.split(separator: " ").map(String.init)
    words.swapAt(first, second)
    let found = try Self.repaired(words.joined(separator: " "))
    #expect(found.text == "swapped(first: \(first + 1), second: \(second + 1))")
  }

  @Test func `two wrong words, or a wrong number of them, lead to nothing`() throws {
    var words = Self.right.split(separator: " ").map(String.init)
    words[1] = "zoo"
    words[7] = "zoo"
    #expect(try Self.repaired(words.joined(separator: " ")).text == "none")
    words[7] = "zooo"
    #expect(try Self.repaired(words.joined(separator: " ")).text == "none")
    #expect(try Self.repaired("unfold light protect").text == "none")
  }

  @Test func `of equal words one that is missing is one seed, at whichever place`() throws {
    let equal = String(repeating: "abandon ", count: 11) + "about"
    let typed = String(repeating: "abandon ", count: 10) + "about"
    #expect(try Self.repaired(typed, to: equal).text == "inserted(position: 1)")
  }

  @Test func `where several seeds are right they are counted, and none is taken`() throws {
    var words = Self.right.split(separator: " ").map(String.init)
    words[3] = "nonsense"
    let found = try Mnemonic.repaired(
      Self.secret(words.joined(separator: " ")), language: .english
    ) { _ in true }
    guard case .several(let count) = consume found else {
      Issue.record("one was taken")
      return
    }
    // One in sixteen of 2,048 words has a right checksum.
    #expect((96...160).contains(count))
  }
}
