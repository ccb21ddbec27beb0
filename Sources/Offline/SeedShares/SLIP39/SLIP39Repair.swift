public import Mnemonics
public import SecureMemory
internal import WordLists

/// The one change that makes a share valid which is not: what was probably meant.
///
/// A hint at a secret: for the terminal only.
public struct SLIP39Repair: Hashable, Sendable {
  /// What was wrong.
  public let change: WordChange
  /// The word that should stand where one is wrong or missing; of two swapped ones the first.
  public let word: String
}

extension SLIP39Share {
  /// What one change of a share should be, in words for a person to compare; nil where no change makes
  /// it valid, or more than one.
  public static func revealingRepair(of text: borrowing SecretBytes) -> SLIP39Repair? {
    guard case .one(let share, let change) = repaired(text),
      let words = try? TypedWords(share, limit: wordCounts.upperBound)
    else { return nil }
    let position =
      switch change {
      case .replaced(let position), .inserted(let position): position
      case .swapped(let first, _): first
      }
    guard let index = words.withWord(at: position - 1, { SLIP39Words.table.index(of: $0) }) else {
      return nil
    }
    return SLIP39Repair(change: change, word: SLIP39Words.table.word(at: index))
  }

  /// Finds what one wrong word, one missing word or two swapped words of a share should have been.
  ///
  /// The checksum tells any three wrong words apart from none: so at most one other word, or one pair
  /// of words, makes a share of as many words valid, and when one does it was that, unless more are
  /// wrong. A missing word is found once in 50,000 times where none is missing; what then comes out
  /// does not fit the other shares. A share that is valid needs nothing, which is `none`.
  public static func repaired(_ text: borrowing SecretBytes) -> RepairedShare {
    guard let words = try? TypedWords(text, limit: wordCounts.upperBound),
      words.count >= wordCounts.lowerBound - 1
    else { return .none }
    var typed = TenBitWords(count: words.count)
    var unknown: [Int] = []
    for position in 0..<words.count {
      if let index = words.withWord(at: position, SLIP39Typing.index) {
        typed.set(index, at: position)
      } else {
        unknown.append(position)
      }
    }
    guard unknown.count <= 1, (try? SLIP39Share(typed).wordCount) == nil || !unknown.isEmpty else {
      return .none
    }
    var found = FoundShares()
    if hasLength(typed.count) {
      for position in unknown.isEmpty ? Array(0..<typed.count) : unknown {
        typed.consider(at: position, .replaced(position: position + 1), in: &found)
      }
      if unknown.isEmpty { typed.considerSwaps(in: &found) }
    } else if hasLength(typed.count + 1), unknown.isEmpty {
      for position in 0...typed.count {
        var longer = typed.making(roomAt: position)
        longer.consider(at: position, .inserted(position: position + 1), in: &found)
      }
    }
    return found.result()
  }

  /// Whether a share may have so many words.
  private static func hasLength(_ count: Int) -> Bool {
    wordCounts.contains(count) && (count - headWords - checksumWords) * 10 % 16 <= 8
  }
}

extension TenBitWords {
  /// Takes the shares that another word at `position` gives; the words stay as they are.
  fileprivate mutating func consider(
    at position: Int, _ change: WordChange, in found: inout FoundShares
  ) {
    let typed = index(at: position)
    for index in candidates(for: position) {
      set(index, at: position)
      if let share = try? SLIP39Share(self) { found.add(share.revealingSentence(), change) }
    }
    set(typed, at: position)
  }

  /// Takes the shares that two words in each other's place give.
  fileprivate mutating func considerSwaps(in found: inout FoundShares) {
    for first in 0..<count {
      for second in (first + 1)..<max(first + 1, count) {
        let (left, right) = (index(at: first), index(at: second))
        guard left != right else { continue }
        set(right, at: first)
        set(left, at: second)
        if let share = try? SLIP39Share(self) {
          found.add(
            share.revealingSentence(), .swapped(first: first + 1, second: second + 1))
        }
        set(left, at: first)
        set(right, at: second)
      }
    }
  }

  /// One word more, of which that at `position` is not known yet.
  fileprivate borrowing func making(roomAt position: Int) -> TenBitWords {
    var longer = TenBitWords(count: count + 1)
    for old in 0..<count { longer.set(index(at: old), at: old < position ? old : old + 1) }
    return longer
  }

  /// The words that give a right checksum at a position, by either kind of share.
  private borrowing func candidates(for position: Int) -> [Int] {
    let typed = index(at: position)
    var candidates: [Int] = []
    for isExtendable in [false, true] {
      let residue = RS1024.residue(of: self, isExtendable: isExtendable)
      // The checksum is linear: what a change of one word does to it does not depend on the others.
      let basis = (0..<10).map { bit in
        (position + 1..<count).reduce(1 << bit) { state, _ in RS1024.fed(state, 0) }
      }
      candidates += (0..<1024).filter { change in
        basis.enumerated().reduce(residue) { $0 ^ (change >> $1.offset & 1 == 1 ? $1.element : 0) }
          == 0
      }.map { $0 ^ typed }
    }
    return candidates
  }
}
