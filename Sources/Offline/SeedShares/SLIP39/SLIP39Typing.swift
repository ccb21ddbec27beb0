internal import Mnemonics
public import SecureMemory
internal import WordLists

/// Words of SLIP-39 as a person types them.
enum SLIP39Typing {
  static func words(of text: borrowing SecretBytes) throws(SLIP39Error) -> TypedWords {
    let words: TypedWords
    do throws(MnemonicError) {
      words = try TypedWords(text, limit: SLIP39Share.wordCounts.upperBound)
    } catch {
      if case .wordCount(let found) = error { throw .wordCount(found: found) }
      throw .text(error)
    }
    let count = words.count
    guard SLIP39Share.wordCounts.contains(count) else { throw .wordCount(found: count) }
    return words
  }

  /// Where a word stands, whole or cut after four letters; nil when it is not in the list.
  static func index(_ word: UnsafeRawBufferPointer) -> Int? {
    word.count == 4
      ? SLIP39Words.table.index(ofOnlyWordStartingWith: word) : SLIP39Words.table.index(of: word)
  }
}

/// The one word that makes a share valid which is not: what was probably meant.
///
/// A hint at a secret: for the terminal only.
public struct SLIP39Repair: Hashable, Sendable {
  /// The position of the word, counted from 1.
  public let position: Int
  /// What should stand there.
  public let word: String
}

extension SLIP39Share {
  /// Finds the one wrong word of a share: one that is not in the list, or one of those that are.
  ///
  /// The checksum tells any three wrong words apart from none, so when one other word fixes a share
  /// it was the wrong one, unless more are wrong. Nil when the share is valid, has two words that
  /// are not in the list, or one word does not fix it. Show it and let the person compare it.
  public static func revealingRepair(of text: borrowing SecretBytes) -> SLIP39Repair? {
    guard let words = try? SLIP39Typing.words(of: text) else { return nil }
    var packed = TenBitWords(count: words.count)
    var unknown: [Int] = []
    for position in 0..<words.count {
      if let index = words.withWord(at: position, SLIP39Typing.index) {
        packed.set(index, at: position)
      } else {
        unknown.append(position)
      }
    }
    guard unknown.count <= 1 else { return nil }
    for position in unknown.isEmpty ? Array(0..<words.count) : unknown {
      let typed = packed.index(at: position)
      for index in candidates(for: position, in: packed) where index != typed || !unknown.isEmpty {
        packed.set(index, at: position)
        let isValid = (try? SLIP39Share(packed).wordCount) != nil
        packed.set(typed, at: position)
        if isValid {
          return SLIP39Repair(position: position + 1, word: SLIP39Words.table.word(at: index))
        }
      }
    }
    return nil
  }

  /// The words that give a right checksum at a position, by either kind of share.
  private static func candidates(for position: Int, in words: borrowing TenBitWords) -> [Int] {
    let typed = words.index(at: position)
    return [false, true].flatMap { isExtendable in
      let residue = RS1024.residue(of: words, isExtendable: isExtendable)
      // The checksum is linear: what a change of one word does to it does not depend on the others.
      let basis = (0..<10).map { bit in
        (position + 1..<words.count).reduce(1 << bit) { state, _ in RS1024.fed(state, 0) }
      }
      return (0..<1024).filter { change in
        basis.enumerated().reduce(residue) { $0 ^ (change >> $1.offset & 1 == 1 ? $1.element : 0) }
          == 0
      }.map { $0 ^ typed }
    }
  }
}
