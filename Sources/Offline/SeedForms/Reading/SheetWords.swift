internal import Mnemonics
package import RecoverySheets
internal import SecretCodes
package import SecureMemory
internal import SignerHome
package import TerminalUI

/// The sheet words: those that open an encrypted sheet, which a person chose and keeps apart from it; never
/// the words of the seed.
package enum SheetWords {
  private static let option = "sheet-words"
  private static let tries = 3

  /// Takes new words from a file, or asks for them twice; Enter alone draws them.
  package static func new(
    from source: SecretSource?, drawnFrom random: any RandomSource, on console: Console
  ) throws(ProgramError) -> SecretBytes {
    if let source {
      let given = try console.secret("Sheet words", from: source, option: option)
      try judge(given, on: console)
      return given
    }
    let text = "Sheet words, not the words of the seed"
    for _ in 1...tries {
      let first = try console.secret(
        "\(text) (\(DrawnWords.offer))", option: option, mayBeEmpty: true)
      if first.isEmpty {
        return try DrawnWords(
          name: "The sheet words", keptAwayFrom: "the sheet", random: random
        ).shown(option: option, on: console)
      }
      // Before they are typed once more.
      try judge(first, on: console)
      let second = try console.secret("\(text), once more", option: option, mayBeEmpty: true)
      if first.constantTimeEquals(second) { return first }
      console.talk("The two do not match.")
    }
    throw ProgramError(
      "the sheet words were not typed the same both times", hint: "try again, slowly")
  }

  /// Refuses words that are none, and says where they are weak.
  private static func judge(
    _ words: borrowing SecretBytes, on console: Console
  ) throws(ProgramError) {
    let canonical: SecretBytes
    do throws(SecretUnicodeError) {
      canonical = try SpokenWords.canonical(words)
    } catch {
      throw ProgramError(error)
    }
    guard !canonical.isEmpty else { throw ProgramError(SealedSheetError.words) }
    PassphraseStrength(of: canonical).warnIfWeak(
      "the sheet words are", forWhoever: "finds the sheet", on: console)
  }

  /// Opens a sheet; on a terminal wrong words are asked for again, twice.
  package static func open(
    _ sealed: SealedSheet, from source: SecretSource?, on console: Console
  ) throws(ProgramError) -> SealedContents {
    for attempt in 1...3 {
      let words = try console.secret(
        "Sheet words (not the words of the seed)", from: source ?? .terminal, option: "sheet-words")
      do throws(SealedSheetError) {
        let text = try opened(sealed, words, console)
        return try SealedContents(parsing: text)
      } catch .wrongWords where source == nil && attempt < 3 {
        console.warn("\(SealedSheetError.wrongWords.description); once more")
      } catch {
        throw ProgramError(error)
      }
    }
    throw ProgramError(SealedSheetError.wrongWords)
  }

  private static func opened(
    _ sealed: SealedSheet, _ words: borrowing SecretBytes, _ console: Console
  ) throws(SealedSheetError) -> SecretBytes {
    let progress = console.progress("computing the key from the sheet words")
    defer { progress.end() }
    return try sealed.opened(words: words)
  }
}
