internal import AirgapTransfer
internal import SecureMemory
internal import SeedShares
internal import TerminalUI

/// Shares that a person types or writes into files: how they are told apart, and what helps with one
/// that was mistyped.
protocol TypedShareSet: ShareSet, ~Copyable {
  /// Whether a line is a whole share: its characters without spaces, and its words.
  static func isWhole(characters: Int, words: Int) -> Bool

  /// What a share that was refused should be, after a person agreed; throws the refusal where
  /// nothing fixes it. `number` counts the shares that were given, from 1.
  static func mended(
    _ line: borrowing SecretBytes, number: Int, _ refusal: ShareRefusal, on console: Console
  ) throws(ProgramError) -> SecretBytes
}

/// Collects the shares of one set: those of a text, then those that a person types or holds before the
/// camera.
struct ShareCollecting {
  let console: Console
  /// The camera that further shares are held before; nil to have them typed.
  let camera: PrivateInput?

  /// Collects a set until it is complete, or nobody can be asked for more.
  ///
  /// - Throws: `ProgramError` for a share that is not one or does not belong to the others; one
  ///   that was typed or scanned may be given again.
  func collected<Shares: TypedShareSet & ~Copyable>(
    from text: borrowing SecretBytes, as form: Shares.Type = Shares.self
  ) throws(ProgramError) -> Shares {
    let lines = SecretLines(text) { Shares.isWhole(characters: $0, words: $1) }
    var set: Shares = try first(lines.line(at: 0))
    var number = 1
    while !set.progress.isComplete || number < lines.count {
      guard let line = try next(lines, number, set.progress) else { break }
      do throws(ProgramError) {
        let isNew = try add(line, number: number + 1, to: &set)
        // One that was given twice in files does no harm; who was asked for another one waits for it to count.
        guard isNew || number < lines.count else {
          console.warn("that share was given already: take another one of the set")
          continue
        }
      } catch {
        // A share from a file cannot be given again; one that was typed or scanned can.
        guard number >= lines.count, console.screen.canAsk else { throw error }
        console.warn("\(error.message). It was not accepted: \(error.hint)")
        continue
      }
      number += 1
    }
    return set
  }

  private func first<Shares: TypedShareSet & ~Copyable>(
    _ line: borrowing SecretBytes
  ) throws(ProgramError) -> Shares {
    do throws(Shares.ShareRefusal) {
      return try Shares(parsing: line)
    } catch {
      let mended = try Shares.mended(line, number: 1, error, on: console)
      return try hinted { () throws(Shares.ShareRefusal) in try Shares(parsing: mended) }
    }
  }

  /// Adds a share; false for one that is there already.
  private func add<Shares: TypedShareSet & ~Copyable>(
    _ line: borrowing SecretBytes, number: Int, to set: inout Shares
  ) throws(ProgramError) -> Bool {
    do throws(AddedShareError<Shares.ShareRefusal>) {
      return try set.add(parsing: line)
    } catch {
      guard case .share(let refusal) = error else { throw ProgramError(error) }
      let mended = try Shares.mended(line, number: number, refusal, on: console)
      do throws(AddedShareError<Shares.ShareRefusal>) {
        return try set.add(parsing: mended)
      } catch {
        throw ProgramError(error)
      }
    }
  }

  /// The next share: of the text, or asked for when the text held only one; nil when there is none.
  private func next(
    _ lines: borrowing SecretLines, _ number: Int, _ progress: ShareSetProgress
  ) throws(ProgramError) -> SecretBytes? {
    if number < lines.count { return lines.line(at: number) }
    guard lines.count == 1, console.screen.canAsk else { return nil }
    guard let camera else {
      // Enter alone: whoever has no more is told how many are missing.
      let typed = try WordEntry(console: console)
        .read("\(progress.wanted.capitalizedFirst) (\(progress.text))", mayBeEmpty: true)
      guard !typed.isEmpty else { return nil }
      return typed
    }
    _ = try console.ask(
      "Hold \(progress.wanted) in front of the camera and press Enter (\(progress.text))",
      orElse: "give the pictures of all shares")
    return try camera.symbol("share", on: console, where: SeedInput.isWanted)
  }
}

extension ShareSetProgress {
  /// Which shares are of use now: none has to come before another one.
  var wanted: String {
    groups.contains(where: \.isComplete)
      ? "any other share of this set from a group that is not complete"
      : "any other share of this set"
  }

  /// What is there and what is missing, in words.
  var text: String {
    if groupCount == 1, let only = groups.first {
      return "\(only.found) given, \(only.needed - only.found) more needed"
    }
    let groups = groups.map { group in
      group.isComplete
        ? "group \(group.number): complete"
        : "group \(group.number): \(group.found) given, \(group.needed - group.found) more needed"
    }
    return "\(groups.joined(separator: "; ")); "
      + (groupsNeeded == 1
        ? "1 of the \(groupCount) groups is enough"
        : "\(groupsNeeded) of the \(groupCount) groups are needed")
  }
}

// MARK: The three forms

extension SLIP39ShareSet: TypedShareSet {
  // One word may be missing of the 20 of a share.
  static func isWhole(characters: Int, words: Int) -> Bool { words >= 19 }

  /// Puts one word right, or two in each other's place: the checksum says which.
  static func mended(
    _ line: borrowing SecretBytes, number: Int, _ refusal: SLIP39Error, on console: Console
  ) throws(ProgramError) -> SecretBytes {
    try ProposedRepair.share(SLIP39Share.repaired(line), number: number, refusal, on: console)
  }
}

extension SSKRShareSet: TypedShareSet {
  static func isWhole(characters: Int, words: Int) -> Bool {
    words >= 25 || (words == 1 && characters > 8)
  }

  /// Puts one word right, or two in each other's place: the checksum says which.
  static func mended(
    _ line: borrowing SecretBytes, number: Int, _ refusal: SSKRError, on console: Console
  ) throws(ProgramError) -> SecretBytes {
    try ProposedRepair.share(SSKRShare.repaired(line), number: number, refusal, on: console)
  }
}

extension Codex32ShareSet: TypedShareSet {
  // One character may be missing of the 48 of a string.
  static func isWhole(characters: Int, words: Int) -> Bool { characters >= 47 }

  /// Corrects a string, where a person compares the changes with the sheet and agrees.
  static func mended(
    _ line: borrowing SecretBytes, number: Int, _ refusal: Codex32Error, on console: Console
  ) throws(ProgramError) -> SecretBytes {
    let correction: Codex32Correction
    do throws(Codex32Error) {
      correction = try Codex32Share.correction(of: line)
    } catch {
      throw ProgramError(refusal)
    }
    let places = correction.places
    guard console.screen.canAsk else {
      throw ProgramError(
        "\(refusal); it can be corrected (\(places))",
        hint: "run it in a terminal: it shows the correction, and you compare that with the sheet")
    }
    try console.showSecret(
      title: "\("\(refusal)".capitalizedFirst). The likely correction (\(places)):",
      correction.revealingText())
    guard
      try console.agrees(
        to: "Can the sheet be read like this (\(places))? Yes uses the correction.")
    else {
      throw ProgramError(refusal).advising(
        "compare all characters with the sheet, and type them again")
    }
    console.talk("Fixed: \(places) of share \(number).")
    return correction.accepted().revealingText()
  }
}

extension Codex32Correction {
  /// What was changed, in words.
  fileprivate var places: String {
    let positions = positions.map(String.init).joined(separator: ", ")
    return switch kind {
    case .changed: "characters: \(positions)"
    case .missing: "missing: character \(positions)"
    case .extra: "too many: character \(positions)"
    }
  }
}
