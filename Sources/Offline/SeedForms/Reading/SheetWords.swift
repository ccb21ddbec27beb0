internal import Mnemonics
package import RecoverySheets
internal import SecretCodes
package import SecureMemory
internal import SignerHome
package import TerminalUI

/// The sheet words: those that open an encrypted sheet, which a person chose and keeps apart from it; never
/// the words of the seed.
package enum SheetWords {
  /// Asks for new words, twice.
  package static func new(
    from source: SecretSource?, on console: Console
  ) throws(ProgramError) -> SecretBytes {
    let words = try console.newSecret(
      "Sheet words (six or more, drawn at random; not the words of the seed)",
      from: source ?? .terminal, option: "sheet-words")
    let canonical = try hinted { () throws(SecretUnicodeError) in try SpokenWords.canonical(words) }
    guard !canonical.isEmpty else { throw ProgramError(SealedSheetError.words) }
    PassphraseStrength(of: canonical).warnIfWeak(
      "the sheet words are", forWhoever: "finds the sheet", on: console)
    return words
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
