package import Mnemonics
internal import SecretCodes
package import SecureMemory
package import TerminalUI
internal import TextLayout

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
    Type the first letters: Tab completes a word, Space goes on to the next.
    Left and Right go to another word, and leave the others as they are.
    Ctrl-U erases the word you are on, Ctrl-N inserts one before it.
    Enter takes the words, Ctrl-C stops. Only the word you are on is shown.
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
    let first = [shown(question), "", Self.help, "", "", "  1: "].joined(separator: "\n")
    try console.drawnKeys(question, option: "words", first: first) { key in
      guard key != KeyPress.redraw else { return Self.screen(shown(question), typing, said) }
      if let sequence = escape.take(key) {
        // What was said of the words stands there until one of them changes.
        switch sequence {
        case .left: typing.goBack()
        case .right: typing.goForward()
        case .first: while typing.goBack() {}
        case .last: typing.goToEnd()
        case .other: break
        }
        return Self.screen(shown(question), typing, said)
      }
      switch key {
      case 0x0a, 0x0d:
        typing.goToEnd()
        guard !isSaid else { return nil }
        said = complaint(Self.trimmed(typing.revealingText()))
        isSaid = true
        guard !said.isEmpty else { return nil }
        said.append("Correct it, or press Enter again to leave it as it is.")
        return Self.screen(shown(question), typing, said)
      case 4:
        sawEnd = true
        return nil
      case 8, 0x7f: typing.erase()
      case 9: typing.complete()
      case 0x0e: typing.insertBefore()
      case 0x15: typing.eraseWord()
      case 0x20: typing.space()
      case 0..<0x20: break
      default: typing.type(key)
      }
      isSaid = false
      said = []
      return Self.screen(shown(question), typing, said)
    }
    let text = Self.trimmed(typing.revealingText())
    guard !text.isEmpty else {
      if mayBeEmpty, !sawEnd { return text }
      throw ProgramError("words: nothing was given", hint: "give at least one word")
    }
    return text
  }

  /// The question as wide as the window is now.
  private func shown(_ question: String) -> String {
    TextWrapping(columns: console.columns).text(question)
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
    let (done, later) = (typing.finishedCount, typing.laterCount)
    if done + later > 0 {
      let lists = typing.listNames
      let names = (1...3).contains(lists.count) ? ", \(lists.joined(separator: " or "))" : ""
      let places = [range(1, done), range(done + 2, done + 1 + later)].compactMap { $0 }
      lines.append("  \(places.joined(separator: " and ")): done\(names)")
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
    if typing.isWholeAndMore {
      text = joined(text, "\n  This is a whole word: Space takes it as it is.")
    }
    let end = (said.isEmpty ? [] : [""] + said) + ["", "  \(done + 1): "]
    return shown(typing.revealingWord(), after: joined(text, end.map { "\n\($0)" }.joined()))
  }

  /// Places of words from one to another, as in "3 to 5"; nil for none.
  private static func range(_ first: Int, _ last: Int) -> String? {
    first > last ? nil : first == last ? "\(first)" : "\(first) to \(last)"
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
  /// What was pressed, as far as it does anything; `other` while it goes on, too.
  enum Key { case left, right, first, last, other }

  private var bytes: [UInt8] = []

  /// The key that ends with this byte; nil for a byte that belongs to none.
  mutating func take(_ byte: UInt8) -> Key? {
    guard !bytes.isEmpty else {
      guard byte == 0x1b else { return nil }
      bytes = [byte]
      return .other
    }
    // Of one without an end no more is kept than any of these has.
    if bytes.count < 8 { bytes.append(byte) }
    guard bytes.count > 2 else {
      if byte != UInt8(ascii: "["), byte != UInt8(ascii: "O") { bytes = [] }
      return .other
    }
    guard (0x40...0x7e).contains(byte) else { return .other }
    defer { bytes = [] }
    return switch String(decoding: bytes.dropFirst(2), as: UTF8.self) {
    case "A", "D": .left
    case "B", "C": .right
    case "H", "1~", "7~": .first
    case "F", "4~", "8~": .last
    default: .other
    }
  }
}
