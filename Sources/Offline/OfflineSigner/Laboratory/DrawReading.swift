internal import SecureMemory
internal import SeedEntropy
internal import SeedForms
internal import TerminalUI

/// Reads draws of a person, typed or from a file.
struct DrawReading {
  let console: Console
  let wordCount: Int
  /// Exactly this many draws are needed, whatever entropy they carry.
  var wanted: Int?

  /// The draws that an argument names.
  func draws(_ kind: DrawKind, from argument: String) throws(ProgramError) -> Draws {
    if argument == SecretInput.terminal {
      guard let draws = try typed(kind, orNone: false) else {
        throw ProgramError(EntropyError.noDraws)
      }
      return draws
    }
    let text = try SecretInput.read(
      argument, kind.plural, question: kind.plural, on: console)
    return try parsed(kind, text)
  }

  /// Asks for draws, and says while they are typed how many they are; nil when there are none.
  ///
  /// What was typed is never shown: a miscounted die is fixed by one more roll, a seen one by
  /// nothing.
  func typed(_ kind: DrawKind, orNone: Bool) throws(ProgramError) -> Draws? {
    let none = orNone ? "; Enter alone for none" : ""
    let title = kind.plural.prefix(1).uppercased() + kind.plural.dropFirst()
    let needed = (wanted ?? kind.needed(wordCount: wordCount)).map { " of \($0)" } ?? ""
    let text = try console.countedSecret("\(title) (\(kind.typing)\(none))", option: kind.plural) {
      typed in
      do throws(EntropyError) {
        let draws = try Draws(kind, parsing: typed)
        let bits = wanted == nil ? ", \(draws.claimedBits) bits" : ""
        return "\(draws.count)\(needed)\(bits)"
      } catch {
        return Self.progress(error, typed.count)
      }
    }
    guard let text, !text.isEmpty else { return nil }
    return try parsed(kind, text)
  }

  /// What stands beside the question while the last draw is not whole, or wrong.
  private static func progress(_ error: EntropyError, _ count: Int) -> String {
    switch error {
    case .notDraw(let kind, let position) where position >= count && !kind.isOneKey: "..."
    case .noDraws: ""
    case .notDraw(_, let position): "key \(position) is wrong: press Backspace to remove it"
    case .cardIsGone:
      "that card was drawn before: press Backspace, or type / before it if you shuffled again"
    default: error.description
    }
  }

  private func parsed(
    _ kind: DrawKind, _ text: borrowing SecretBytes
  ) throws(ProgramError) -> Draws {
    do throws(EntropyError) {
      return try Draws(kind, parsing: text)
    } catch {
      throw ProgramError(error)
    }
  }
}
