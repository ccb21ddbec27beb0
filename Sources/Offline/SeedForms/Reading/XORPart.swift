internal import AirgapTransfer
internal import Mnemonics
internal import Refusals
internal import SecureMemory
internal import TerminalUI

/// A part of Seed XOR that is written as a QR code of a whole seed.
///
/// Each part is a seed of its own, so it may be drawn by hand as a SeedQR or a CompactSeedQR. It must
/// never pass for the seed itself: that wallet would be empty, and nothing would say why.
enum XORPart {
  /// The same part in English words, where it is such a QR code; else the text as it is.
  ///
  /// - Throws: `ProgramError` for a SeedQR that is damaged, and for readable characters, which are more
  ///   often the text of some other QR code.
  static func words(
    _ given: consuming GivenText, _ name: String, on console: Console
  ) throws(ProgramError) -> GivenText {
    let bytes = given.bytes.duplicated()
    let isCompact = given.isCompact
    guard isCompact || SecretForm(recognising: bytes) == .seedQR else { return given }
    let isReadable = bytes.withUnsafeBytes { $0.allSatisfy { (0x20...0x7e).contains($0) } }
    if isCompact, isReadable {
      throw ProgramError(
        "the QR code on \(ForeignText.shown(name)) holds \(bytes.count) readable characters, so it was "
          + "not taken as a part of Seed XOR",
        hint: "give a picture of the part, or type its words")
    }
    let part = try hinted { () throws(SeedQRError) in
      isCompact ? try Mnemonic(compactSeedQR: bytes) : try Mnemonic(seedQR: bytes)
    }
    if isCompact {
      console.talk(
        "\(ForeignText.shown(name)) is a CompactSeedQR, which has no checksum: if it is damaged, the parts "
          + "give another seed. Compare the seed's fingerprint with the one on your paper.")
    }
    return GivenText(bytes: part.revealingSentence(), isSymbol: false)
  }
}
