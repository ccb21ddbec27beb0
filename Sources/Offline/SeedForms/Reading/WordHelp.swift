package import Mnemonics
package import SecureMemory
internal import SeedShares
package import TerminalUI

/// Help for a person who mistyped words: shown on the terminal and nowhere else.
package struct WordHelp {
  let console: Console

  package init(console: Console) { self.console = console }

  /// Shows what could have been meant by words that were refused; says nothing without a terminal.
  package func show(
    for text: borrowing SecretBytes, _ error: MnemonicError
  ) throws(ProgramError) {
    guard console.screen.canAsk, let help = Self.lines(for: text, error) else { return }
    try show(help.lines, help.title)
  }

  /// What is wrong with text that was meant as words, and what could have been meant; empty when it is
  /// right or another form of a seed.
  package static func complaint(
    about text: borrowing SecretBytes, language: MnemonicLanguage?
  ) -> [String] {
    // Groups of letters of an encrypted sheet are as many as words, and none.
    guard !text.withUnsafeBytes(SealedParts.isTyped) else { return [] }
    let wordCount = text.withUnsafeBytes { $0.split(separator: 0x20).count }
    let form = SecretForm(recognising: text)
    if form == .slip39 { return complaint(aboutShare: text) }
    guard wordCount > 1, form == .words else { return [] }
    do throws(MnemonicError) {
      _ = try Mnemonic(parsing: text, language: language)
      return []
    } catch {
      // Nothing is wrong with them: which language they are in is asked next.
      if case .severalLanguages = error { return [] }
      guard let help = lines(for: text, error), !help.lines.isEmpty else {
        return ["\(error).".capitalizedFirst, "\(error.hint).".capitalizedFirst]
      }
      // The other titles say it themselves.
      var said = [help.title] + help.lines.map { "  \($0)" }
      if case .mixedLanguages = error { said.insert("\(error).".capitalizedFirst, at: 0) }
      return said
    }
  }

  private static func complaint(aboutShare text: borrowing SecretBytes) -> [String] {
    do throws(SLIP39Error) {
      _ = try SLIP39Share(parsing: text)
      return []
    } catch {
      return ["\(error).".capitalizedFirst, "\(error.hint).".capitalizedFirst]
        + probable(SLIP39Share.revealingRepair(of: text))
    }
  }

  private static func probable(_ repair: SLIP39Repair?) -> [String] {
    guard let repair else { return [] }
    return switch repair.change {
    case .replaced(let position): ["  word \(position) is probably \(repair.word)"]
    case .inserted(let position):
      ["  word \(position) is missing; it is probably \(repair.word)"]
    case .swapped(let first, let second): ["  words \(first) and \(second) are probably swapped"]
    }
  }

  private static func lines(
    for text: borrowing SecretBytes, _ error: MnemonicError
  ) -> (title: String, lines: [String])? {
    switch error {
    case .unknownWord(let position, let language):
      let near = Mnemonic.revealingNearestWords(in: text, at: position, language: language)
      return ("Word \(position) is not in the \(language) list. Words that look like it:", near)
    case .checksum(let language):
      let repairs = Mnemonic.revealingRepairs(of: text, language: language).map {
        switch $0 {
        case .replacing(let position, let word): "word \(position) could be \(word)"
        case .swapping(let position): "words \(position) and \(position + 1) could be swapped"
        }
      }
      return ("The checksum does not match. What could be wrong, the likeliest first:", repairs)
    case .mixedLanguages(let position, _, let language):
      let near = Mnemonic.revealingNearestWords(in: text, at: position, language: language)
      return ("Words of the \(language) list that look like word \(position):", near)
    default: return nil
    }
  }

  private func show(_ lines: [String], _ title: String) throws(ProgramError) {
    guard !lines.isEmpty else { return }
    var bytes = Array(lines.joined(separator: "\n").utf8)
    try console.showSecret(title: title, SecretBytes(moving: &bytes))
  }
}
