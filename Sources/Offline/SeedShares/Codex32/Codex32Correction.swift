internal import SecretCodes
public import SecureMemory

/// What a damaged string of codex32 should be: to be compared with the sheet, never to be taken
/// silently.
public struct Codex32Correction: ~Copyable, Sendable {
  /// What was done to the string that was typed.
  public enum Kind: Hashable, Sendable {
    /// Characters were changed.
    case changed
    /// One was missing, and stands in the proposed string now.
    case missing
    /// One of those that were typed was left out.
    case extra
  }

  /// What was done to the string that was typed.
  public let kind: Kind
  /// The positions of the characters that are changed, counted from 1, without spaces, in ascending
  /// order: in the proposed string, but of an extra one in that which was typed.
  public let positions: [Int]
  private let share: Codex32Share

  init(_ kind: Kind = .changed, positions: [Int], share: consuming Codex32Share) {
    self.kind = kind
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
  /// unreadable ones in a row; or when one character is missing, or one too many, and all others are
  /// right.
  ///
  /// Unreadable are `?` and every character that codex32 does not use. Throws when the string cannot be
  /// corrected. A string that is right has no changes.
  public static func correction(
    of text: borrowing SecretBytes
  ) throws(Codex32Error) -> Codex32Correction {
    let typed = try Codex32Typing(text)
    do throws(Codex32Error) {
      return try changed(typed)
    } catch {
      guard let other = otherLength(typed) else { throw error }
      return other
    }
  }

  /// What a string should be that has as many characters as it needs.
  private static func changed(
    _ typed: borrowing Codex32Typing
  ) throws(Codex32Error) -> Codex32Correction {
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

  /// The only string with one character more or one less; nil where there is none, or several.
  ///
  /// At each place the checksum, of 65 bits or more, says what would have to stand there.
  private static func otherLength(_ typed: borrowing Codex32Typing) -> Codex32Correction? {
    let count = typed.values.count
    let isReadable = typed.values.withUnsafeBytes { !$0.contains(Codex32Typing.unknown) }
    guard typed.wrongPrefix.isEmpty, isReadable else { return nil }
    var found = SecretList()
    var changes: [(kind: Codex32Correction.Kind, index: Int)] = []
    for index in 0...count {
      let head = typed.values.slice(0..<index)
      let room = SecretBytes(joining: head, SecretBytes(count: 1))
      let longer = SecretBytes(joining: room, typed.values.slice(index..<count))
      take(longer, missing: index, in: &found) { changes.append((.missing, index)) }
      guard index < count else { continue }
      let shorter = SecretBytes(joining: head, typed.values.slice((index + 1)..<count))
      take(shorter, missing: nil, in: &found) { changes.append((.extra, index)) }
    }
    guard changes.count == 1, let only = changes.first,
      let share = try? Codex32Share(found.secret(at: 0))
    else { return nil }
    return Codex32Correction(only.kind, positions: [only.index + 4], share: share)
  }

  /// Takes values that are a string and not there yet, once that at `missing` is filled in.
  private static func take(
    _ values: consuming SecretBytes, missing: Int?, in found: inout SecretList,
    _ isNew: () -> Void
  ) {
    var values = values
    guard let code = Codex32Code.code(dataLength: values.count) else { return }
    if let missing {
      let corrector = Codex32Corrector(code, count: values.count)
      guard let changes = corrector.changes(in: values, erased: [missing]),
        changes.allSatisfy({ $0.index == missing || $0.value == 0 })
      else { return }
      values.withUnsafeMutableBytes { for change in changes { $0[change.index] ^= change.value } }
    }
    guard values.withUnsafeBytes({ code.residue(of: $0) }) == 0,
      (try? Codex32Share(values.duplicated()).threshold) != nil
    else { return }
    values.withUnsafeBytes { values in
      guard !found.contains(values) else { return }
      found.append(values)
      isNew()
    }
  }
}
