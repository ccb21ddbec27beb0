import SecretKeys
import SecureMemory
import TerminalUI

/// Help for a person who mistyped words: shown on the terminal and nowhere else.
struct WordHelp {
  let console: Console

  /// Shows what could have been meant by words that were refused; says nothing without a terminal.
  func show(
    for text: borrowing SecretBytes, _ error: MnemonicError
  ) throws(ProgramError) {
    guard console.screen.canAsk else { return }
    switch error {
    case .unknownWord(let position, let language):
      let near = Mnemonic.revealingNearestWords(in: text, at: position, language: language)
      try show(near, "Word \(position) is not in the \(language) list. Words that look like it:")
    case .checksum(let language):
      let repairs = Mnemonic.revealingRepairs(of: text, language: language).map {
        switch $0 {
        case .replacing(let position, let word): "word \(position) could be \(word)"
        case .swapping(let position): "words \(position) and \(position + 1) could be swapped"
        }
      }
      try show(repairs, "The checksum does not match. What could be wrong, the likeliest first:")
    default: return
    }
  }

  /// Shows which word of a share of SLIP-39 is wrong, when one is.
  func show(forShare text: borrowing SecretBytes) throws(ProgramError) {
    guard console.screen.canAsk, let repair = SLIP39Share.revealingRepair(of: text) else { return }
    try show(
      ["word \(repair.position) is probably \(repair.word)"],
      "One word of this share is wrong. Compare it with the sheet:")
  }

  private func show(_ lines: [String], _ title: String) throws(ProgramError) {
    guard !lines.isEmpty else { return }
    var bytes = Array(lines.joined(separator: "\n").utf8)
    try console.showSecret(title: title, SecretBytes(moving: &bytes))
  }
}
