package import Mnemonics
internal import SecretCodes
package import SecureMemory
package import TerminalUI

/// Words typed on the terminal's second screen, with completion and help.
///
/// The word that is being typed is seen, those that are done are not. Any other form of a seed may
/// be typed too: what is not a word is taken as it is.
package struct WordEntry {
  let console: Console
  var language: MnemonicLanguage?
  /// What is wrong with the words, for a person to read; nothing when they are right or not words.
  package var complaint: (borrowing SecretBytes) -> [String] = { _ in [] }

  package init(console: Console, language: MnemonicLanguage? = nil) {
    self.console = console
    self.language = language
    complaint = { WordHelp.complaint(about: $0, language: language) }
  }

  private static let help = """
    Type the first letters: Tab completes a word, Space starts the next,
    Backspace goes back, Enter ends. Finished words are not shown.
    """

  /// Reads words up to Enter; what looks wrong is said once, and may be fixed or left.
  ///
  /// - Throws: `ProgramError` without a terminal, at the end of input, and for nothing at all unless
  ///   `mayBeEmpty`.
  package func read(_ question: String, mayBeEmpty: Bool = false) throws(ProgramError)
    -> SecretBytes
  {
    var typing = WordTyping(language: language)
    var said: [String] = []
    var isSaid = false
    var escape = EscapeSequence()
    var sawEnd = false
    let first = [question, "", Self.help, "", "", "  1: "].joined(separator: "\n")
    try console.drawnKeys(question, option: "words", first: first) { key in
      guard key != KeyPress.redraw, !escape.takes(key) else {
        return Self.screen(question, typing, said)
      }
      switch key {
      case 0x0a, 0x0d:
        typing.space()
        guard !isSaid else { return nil }
        said = complaint(Self.trimmed(typing.revealingText()))
        isSaid = true
        guard !said.isEmpty else { return nil }
        said.append("Correct it, or press Enter again to leave it as it is.")
        return Self.screen(question, typing, said)
      case 4:
        sawEnd = true
        return nil
      case 8, 0x7f: typing.erase()
      case 9: typing.complete()
      case 0x15: while !typing.isEmpty { typing.erase() }
      case 0x20: typing.space()
      case 0..<0x20: break
      default: typing.type(key)
      }
      isSaid = false
      said = []
      return Self.screen(question, typing, said)
    }
    let text = Self.trimmed(typing.revealingText())
    guard !text.isEmpty else {
      if mayBeEmpty, !sawEnd { return text }
      throw ProgramError("words: nothing was given", hint: "give at least one word")
    }
    return text
  }

  /// Without the spaces at the end.
  private static func trimmed(_ text: borrowing SecretBytes) -> SecretBytes {
    let count = text.withUnsafeBytes { ($0.lastIndex { $0 != 0x20 } ?? -1) + 1 }
    return text.slice(0..<count)
  }

  private static func screen(
    _ question: String, _ typing: borrowing WordTyping, _ said: [String]
  ) -> SecretBytes {
    var lines = [question, "", help, ""]
    let done = typing.finishedCount
    if done > 0 {
      let lists = typing.listNames
      let names = (1...3).contains(lists.count) ? ", \(lists.joined(separator: " or "))" : ""
      lines.append("  \(done == 1 ? "1" : "1 to \(done)"): done\(names)")
    }
    switch typing.problem {
    case .unknown(let position): lines.append("  word \(position) is not in any word list")
    case .anotherList(let position, let list, let before):
      lines.append(
        "  word \(position) is \(list.joined(separator: " or ")), those before it "
          + "\(before.joined(separator: " or ")): two languages")
    case nil: break
    }
    var text = SecretBytes(notSecretText: lines.joined(separator: "\n"))
    // What may be the secret is never in a String, because its memory is not wiped.
    let completions = typing.revealingCompletions()
    if !completions.isEmpty {
      text = joined(text, "\n       ", completions)
    }
    let end = (said.isEmpty ? [] : [""] + said) + ["", "  \(done + 1): "]
    return shown(typing.revealingWord(), after: joined(text, end.map { "\n\($0)" }.joined()))
  }

  private static func joined(
    _ text: borrowing SecretBytes, _ middle: String, _ end: borrowing SecretBytes
  ) -> SecretBytes {
    SecretBytes(joining: joined(text, middle), end)
  }

  private static func joined(_ text: borrowing SecretBytes, _ end: String) -> SecretBytes {
    SecretBytes(joining: text, SecretBytes(notSecretText: end))
  }

  /// The word as it stands on the screen; of what is longer than any word, such as a key, only the end.
  private static func shown(
    _ word: borrowing SecretBytes, after text: borrowing SecretBytes
  ) -> SecretBytes {
    let letters = word.withUnsafeBytes { $0.count { $0 & 0xc0 != 0x80 } }
    guard letters > 16 else { return SecretBytes(joining: text, word) }
    var start = word.count
    var left = 8
    word.withUnsafeBytes { word in
      while left > 0, start > 0 {
        start -= 1
        if word[start] & 0xc0 != 0x80 { left -= 1 }
      }
    }
    return joined(text, "\(letters) letters, the last of them ", word.slice(start..<word.count))
  }
}

/// Keys such as arrows send several bytes, which are not letters.
private struct EscapeSequence {
  private enum State { case none, began, inside }
  private var state = State.none

  /// Whether a byte belongs to such a key.
  mutating func takes(_ byte: UInt8) -> Bool {
    switch (state, byte) {
    case (.none, 0x1b): state = .began
    case (.none, _): return false
    case (.began, 0x5b), (.began, 0x4f): state = .inside
    case (.began, _): state = .none
    case (.inside, 0x40...0x7e): state = .none
    case (.inside, _): break
    }
    return true
  }
}
