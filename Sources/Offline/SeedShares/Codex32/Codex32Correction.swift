public import SecureMemory

/// What a damaged string of codex32 should be: to be compared with the sheet, never to be taken
/// silently.
public struct Codex32Correction: ~Copyable, Sendable {
  /// The positions of the characters that are changed, counted from 1, without spaces, in ascending
  /// order.
  public let positions: [Int]
  private let share: Codex32Share

  init(positions: [Int], share: consuming Codex32Share) {
    self.positions = positions
    self.share = share
  }

  /// The proposed string; the changes stand at ``positions``.
  public borrowing func revealingText(isUpperCase: Bool = true) -> SecretBytes {
    share.revealingText(isUpperCase: isUpperCase)
  }

  /// The string, when the person has compared the changes with the sheet and agrees.
  public consuming func accepted() -> Codex32Share { share }
}

extension Codex32Share {
  /// Proposes what a string should be, when up to 4 of its characters are wrong, or up to 8 not
  /// readable, or some of both (twice the wrong and the unreadable ones 8 at most); or up to 13
  /// unreadable ones in a row.
  ///
  /// Unreadable are `?` and every character that codex32 does not use. No character may be missing,
  /// and there may be no more than the string has. Throws when the string cannot be corrected. A
  /// string that is right has no changes.
  public static func correction(
    of text: borrowing SecretBytes
  ) throws(Codex32Error) -> Codex32Correction {
    let typed = try Codex32Typing(text)
    let count = typed.values.count
    guard let code = Codex32Code.code(dataLength: count) else { throw .length(found: count + 3) }
    var mended = typed.values.duplicated()
    let erased = mended.withUnsafeMutableBytes { values in
      let erased = values.indices.filter { values[$0] == Codex32Typing.unknown }
      for index in erased { values[index] = 0 }
      return erased
    }
    guard let changes = Codex32Corrector(code, count: count).changes(in: mended, erased: erased)
    else { throw .notCorrectable }
    mended.withUnsafeMutableBytes { for change in changes { $0[change.index] ^= change.value } }
    let positions = Set(erased + changes.filter { $0.value != 0 }.map(\.index)).map { $0 + 4 }
    do throws(Codex32Error) {
      let share = try Codex32Share(mended)
      return Codex32Correction(positions: (typed.wrongPrefix + positions).sorted(), share: share)
    } catch {
      throw .notCorrectable
    }
  }
}
