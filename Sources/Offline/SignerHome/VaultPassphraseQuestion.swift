package import BitcoinPrimitives
package import Mnemonics
package import SecureMemory
package import TerminalUI

/// The question for a new passphrase of the vault: the only place where one is taken.
///
/// Real money is not protected by a passphrase that is guessed at once; for a rehearsal that is a
/// warning. A vault that has such a passphrase already can still be opened.
package struct VaultPassphraseQuestion {
  let text: String
  /// The option that answers instead, without `-file` and `-fd`.
  let option: String
  let network: Network
  let random: any RandomSource

  package init(text: String, option: String, network: Network, random: any RandomSource) {
    self.text = text
    self.option = option
    self.network = network
    self.random = random
  }

  private static let tries = 3

  /// Takes the passphrase from the file or descriptor, or asks for it twice; Enter alone draws one.
  ///
  /// - Throws: `ProgramError` when it is too weak for the network, or when nobody typed it twice the same.
  package func answer(from source: SecretSource, on console: Console) throws(ProgramError)
    -> SecretBytes
  {
    guard source == .terminal else {
      let given = try console.secret(text, from: source, option: option)
      try judge(given, console)
      return given
    }
    for attempt in 1...Self.tries {
      let first = try console.secret(
        "\(text) (\(DrawnWords.offer))", option: option, mayBeEmpty: true)
      if first.isEmpty { return try drawn.shown(option: option, on: console) }
      do throws(ProgramError) {
        try judge(first, console)
      } catch {
        // Before it is typed once more.
        guard attempt < Self.tries else { throw error }
        console.warn("\(error.message); \(error.hint)")
        continue
      }
      let second = try console.secret("\(text), once more", option: option, mayBeEmpty: true)
      if first.constantTimeEquals(second) { return first }
      console.talk("The two do not match.")
    }
    throw ProgramError("the \(option) was not typed the same both times", hint: "try again, slowly")
  }

  private var drawn: DrawnWords {
    DrawnWords(name: "The passphrase", keptAwayFrom: "the laptop", random: random)
  }

  private func judge(_ given: borrowing SecretBytes, _ console: Console) throws(ProgramError) {
    let strength = PassphraseStrength(of: given)
    if network.isWorthMoney, strength.isHopeless {
      throw ProgramError(
        "this passphrase is too weak for real money (\(network.name)): about \(strength.bits) bits, and "
          + "at least \(PassphraseStrength.hopelessBelow) are needed",
        hint: "\(PassphraseStrength.recommendation): asked on the terminal, Enter alone draws them")
    }
    strength.warnIfWeak("this passphrase is", forWhoever: "takes the vault", on: console)
  }
}

extension PassphraseStrength {
  /// Says that a secret a person chose is weak, and what to take instead.
  ///
  /// `what` begins the sentence: `the passphrase is`; `whoever` says who would try: `takes the vault`.
  package func warnIfWeak(_ what: String, forWhoever whoever: String, on console: Console) {
    guard isWeak else { return }
    console.warn(
      "\(what) weak, about \(bits) bits: whoever \(whoever) has all the time to guess it; "
        + Self.recommendation)
  }
}
