internal import BitcoinPrimitives
internal import EncryptedVault
internal import Mnemonics
internal import SecureMemory
internal import SeedEntropy
internal import SeedForms
internal import TerminalUI

extension OtherSigner {
  /// Reads the draws that this signer would make a seed of; refuses everything it would not take.
  func draws(
    _ options: EntropyOptions, wordCount: Int, _ console: Console
  ) throws(ProgramError) -> Draws {
    let asked = options.draws
    guard asked.count <= 1, !options.keys, options.frames == nil else {
      throw ProgramError(
        "\(name) makes a seed from one source only", hint: "give --dice or --coins, nothing else",
        exitCode: .wrongUsage)
    }
    let kind = asked.first?.kind ?? .die(sides: options.die)
    guard let wanted = draws(of: kind, wordCount: wordCount) else {
      let error = EntropyError.noSuchWay(self, kind, wordCount: wordCount)
      throw ProgramError(
        "\(error)", rule: error.rule, hint: error.hint, exitCode: .wrongUsage)
    }
    return try DrawReading(console: console, wordCount: wordCount, wanted: wanted)
      .draws(kind, from: asked.first?.argument ?? SecretInput.terminal)
  }

  /// The words that this signer makes of the draws alone; says what that means.
  func mnemonic(
    of draws: borrowing Draws, wordCount: Int, in language: MnemonicLanguage, _ console: Console
  ) throws(ProgramError) -> Mnemonic {
    console.warn(
      """
      these words come from the \(draws.kind.plural) alone, exactly as \(name) makes them: the \
      system's randomness is not in them, and whoever saw the \(draws.kind.plural) has the seed
      """)
    let entropy = try entropy(of: draws, wordCount: wordCount)
    return try hinted { () throws(MnemonicError) in
      try Mnemonic(entropy: entropy, language: language)
    }
  }

  private func entropy(
    of draws: borrowing Draws, wordCount: Int
  ) throws(ProgramError) -> SecretBytes {
    do throws(EntropyError) {
      return try draws.entropy(as: self, wordCount: wordCount)
    } catch {
      throw ProgramError(error)
    }
  }

  /// Why no seed may be made of the draws alone; nil when it may.
  func refusal(of draws: borrowing Draws, wordCount: Int) -> EntropyError? {
    do throws(EntropyError) {
      try draws.requireEnough(as: self, wordCount: wordCount)
      return nil
    } catch {
      return error
    }
  }
}
