internal import Refusals
internal import SecretCodes
internal import SecureMemory
internal import TerminalUI

// Keys that are written in Base58Check, whose checksum finds one wrong letter.
extension SeedReading {
  /// The text of a key; where it has one wrong letter, or two in each other's place, the right one,
  /// once a person compared it with the paper.
  ///
  /// - Throws: the refusal of `check` where nothing mends it, or nobody agreed.
  func mendedKey<Failure: HintedError>(
    _ text: borrowing SecretBytes, counts: [Int],
    check: (borrowing SecretBytes) throws(Failure) -> Void
  ) throws(ProgramError) -> SecretBytes {
    do throws(Failure) {
      try check(text)
      return text.duplicated()
    } catch {
      guard let repaired = SecretBase58Check.repaired(text, counts: counts) else {
        throw ProgramError(error)
      }
      let places = repaired.places.map(String.init).joined(separator: ", ")
      guard console.screen.canAsk else {
        throw ProgramError(
          "\(error); it can be corrected (letters: \(places))",
          hint: "run it in a terminal: it shows the correction, and you compare that with the paper"
        )
      }
      try console.showSecret(
        title: "\(error). The likely correction (changed letters: \(places)):", repaired.text)
      guard
        try console.agrees(
          to: "Can the paper be read like this (letters: \(places))? Yes uses the correction.")
      else { throw ProgramError(error) }
      console.talk("Fixed: letters \(places).")
      return repaired.text.duplicated()
    }
  }
}
