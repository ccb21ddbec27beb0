internal import Mnemonics
internal import Refusals
internal import SecureMemory
internal import SeedShares
internal import TerminalUI

/// What a person is asked before damaged words are put right: the change is shown on the terminal, and
/// compared with the paper.
struct ProposedRepair {
  let console: Console
  /// What was done to the words.
  let change: WordChange
  /// Whose words they are, as `share 2`; nil for those of a whole seed.
  var owner: String?
  /// What comes true with the change: `the fingerprint is 73c5da0a`.
  let result: String
  /// What a yes does: `takes the seed with the fingerprint 73c5da0a`.
  let consequence: String

  /// What was wrong, without the word.
  var sentence: String { change.sentence(of: owner) }

  /// Asks about the change; `right` has the words with it, ASCII spaces between them.
  ///
  /// - Throws: `ProgramError` without a terminal, and where the answer is no.
  func agree(_ right: borrowing SecretBytes) throws(ProgramError) {
    guard console.screen.canAsk else {
      throw ProgramError(
        "\(sentence); with it put right, \(result)",
        hint: "run it in a terminal: it shows the change, and you compare that with the paper")
    }
    if let position = change.newWord {
      let title =
        "\(sentence.capitalizedFirst). With this word at place \(position) \(result):"
      try console.showSecret(title: title, Self.word(position, of: right))
    }
    guard
      try console.agrees(
        to: "\(sentence.capitalizedFirst). Can the paper be read like this? Yes \(consequence).")
    else {
      throw ProgramError(
        "declined: the words were not changed", hint: "type the words again, as the paper has them")
    }
    console.talk("Fixed: \(sentence).")
  }

  /// The word at a place, counted from 1.
  static func word(_ position: Int, of words: borrowing SecretBytes) -> SecretBytes {
    words.withUnsafeBytes { words in
      let all = words.split(separator: 0x20)
      guard all.indices.contains(position - 1) else { return SecretBytes(count: 0) }
      return SecretBytes(copying: UnsafeRawBufferPointer(rebasing: all[position - 1]))
    }
  }
}

extension ProposedRepair {
  /// A damaged share as its own checksum puts it right, once a person agreed.
  ///
  /// - Throws: the refusal where no change, or more than one, puts it right, and where nobody agreed.
  static func share(
    _ found: consuming RepairedShare, number: Int, _ refusal: some HintedError,
    on console: Console
  ) throws(ProgramError) -> SecretBytes {
    switch consume found {
    case .none: throw ProgramError(refusal)
    case .several(let count):
      throw ProgramError(
        "\(refusal); \(count) different shares are one change away",
        hint: "read the paper again, with a magnifying glass: nothing tells these shares apart")
    case .one(let right, let change):
      let repair = ProposedRepair(
        console: console, change: change, owner: "share \(number)",
        result: "its checksum matches", consequence: "uses the share like this")
      try repair.agree(right)
      return right
    }
  }
}

extension WordChange {
  /// What was wrong, without the word; `owner` says whose words they are.
  func sentence(of owner: String? = nil) -> String {
    let owner = owner.map { " of \($0)" } ?? ""
    return switch self {
    case .replaced(let position): "word \(position)\(owner) is wrong"
    case .inserted(let position): "word \(position)\(owner) is missing"
    case .swapped(let first, let second): "words \(first) and \(second)\(owner) are swapped"
    }
  }

  /// Where a word stands that was not typed.
  var newWord: Int? {
    switch self {
    case .replaced(let position), .inserted(let position): position
    case .swapped: nil
    }
  }
}

extension String {
  /// With a capital at its beginning.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
