package import Mnemonics
internal import SecretCodes
package import SecureMemory
package import TerminalUI

/// Three of the words, asked for by their numbers: shows that the person has the paper, and no
/// more.
package struct SeedQuiz {
  /// How many words are asked for.
  static let questions = 3

  /// Different positions from 1 to `count`, in ascending order, each as likely as any other.
  static func positions(
    of count: Int, _ random: any RandomSource
  ) throws(RandomnessError) -> [Int] {
    var positions: Set<Int> = []
    // Bytes beyond the largest multiple of the count would make some words likelier.
    let limit = 256 / count * count
    while positions.count < min(questions, count) {
      for byte in try random.bytes(count: 16)
      where Int(byte) < limit && positions.count < min(questions, count) {
        positions.insert(Int(byte) % count + 1)
      }
    }
    return positions.sorted()
  }

  /// Asks; throws at a wrong word, which it names by its number and never shows.
  package static func ask(
    about mnemonic: borrowing Mnemonic, named name: String, _ random: any RandomSource,
    on console: Console
  ) throws(ProgramError) {
    guard console.screen.canAsk else {
      throw ProgramError(
        "there is no terminal to ask for words on", hint: "run it in a terminal, with the paper")
    }
    let count = mnemonic.wordCount
    let positions = try hinted { () throws(RandomnessError) in
      try Self.positions(of: count, random)
    }
    for position in positions {
      let typed = try console.secret(
        "Word \(position) of \(name), from the paper", option: "word", mayBeEmpty: true)
      guard try isWord(typed, at: position, of: mnemonic) else {
        throw ProgramError(
          "word \(position) does not match the seed \(name)",
          hint:
            "check whether the paper belongs to this seed; `seed verify \(name)` checks all words")
      }
    }
  }

  private static func isWord(
    _ typed: borrowing SecretBytes, at position: Int, of mnemonic: borrowing Mnemonic
  ) throws(ProgramError) -> Bool {
    let given = try hinted { () throws(SecretUnicodeError) in try SpokenWords.canonical(typed) }
    var isSame = false
    // A word that cannot be compared counts as wrong.
    mnemonic.revealWords { number, word in
      guard number == position,
        let right = try? SpokenWords.canonical(SecretBytes(copying: word))
      else { return }
      isSame = right.constantTimeEquals(given)
    }
    return isSame
  }
}
