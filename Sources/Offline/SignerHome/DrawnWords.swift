internal import Mnemonics
package import SecureMemory
package import TerminalUI

/// Six words that the program draws for whoever presses Enter where a new secret is asked for.
package struct DrawnWords {
  let name: String
  let keptAwayFrom: String
  let random: any RandomSource

  /// `name` is what they are (`The passphrase`), and `keptAwayFrom` what their paper is kept away from
  /// (`the laptop`).
  package init(name: String, keptAwayFrom: String, random: any RandomSource) {
    self.name = name
    self.keptAwayFrom = keptAwayFrom
    self.random = random
  }

  /// What a question says of it, in brackets.
  package static let offer = "press Enter to have six words drawn for you"

  private static let tries = 3

  /// Draws them, shows them on the second screen and has them typed back.
  ///
  /// - Throws: `ProgramError` when nobody typed them as they were shown.
  package func shown(option: String, on console: Console) throws(ProgramError) -> SecretBytes {
    let random = random
    let words = try hinted { () throws(RandomnessError) in
      try DrawnPassphrase.drawn(from: random)
    }
    for attempt in 1...Self.tries {
      // On the page itself: what stands before it is out of sight.
      let again =
        attempt == 1 ? "" : "What you typed does not match. Here are the same words again. "
      try console.showSecret(
        title: "\(again)\(name): \(DrawnPassphrase.wordCount) words with a space between them. "
          + "Write them on paper, and keep the paper away from \(keptAwayFrom).",
        words)
      let typed = try console.secret("Type the six words back", option: option, mayBeEmpty: true)
      if typed.constantTimeEquals(words) { return words }
    }
    throw ProgramError(
      "the drawn words were not typed back correctly: nothing was changed",
      hint: "run the command again: it draws new words")
  }
}
