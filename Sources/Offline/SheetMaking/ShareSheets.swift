package import EncryptedVault
internal import Mnemonics
package import RecoverySheets
internal import SecureMemory
package import SeedForms
package import SeedShares
package import TerminalUI

// Shares on paper: one a sheet. The same options give the same set in each run, so that every share
// can be printed, and checked, for itself.
extension SplitOptions {
  /// What shares of one set have in common, in the vault's list of sheets.
  package var setName: String {
    let groups = shares.map { "\($0.threshold)-of-\($0.count)" }.joined(separator: ",")
    return groupsNeeded.map { "\($0):\(groups)" } ?? groups
  }

  /// One share of a seed that was opened, counted from 1.
  package func sheet(
    of stored: StoredSeed, _ form: ShareForm, number: Int, on console: Console
  ) throws(ProgramError) -> SheetShare {
    let set = try split(stored, as: form, on: console)
    guard (1...set.count).contains(number) else {
      throw ProgramError(
        "there is no share \(number) of \(set.count)",
        hint: "give --share a number from 1 to \(set.count)",
        exitCode: .wrongUsage)
    }
    let symbol = try hinted { () throws(WrittenSharesError) in
      try set.revealingSymbol(at: number - 1)
    }
    let own = set.shares[number - 1]
    return SheetShare(
      form: form, name: own.name,
      place: set.groupCount == 1 ? nil : (group: own.group, member: own.member),
      rule: set.shareRule, identifier: set.identifier, whole: try whole(of: stored, form),
      needsPassphrase: set.needsPassphrase,
      threshold: shares.count == 1 && groupsNeeded == nil
        ? (shares[0].threshold, shares[0].count) : nil,
      text: set.revealingText(at: number - 1), symbol: symbol)
  }

  /// What the shares of a seed bring back: SSKR and Seed XOR the words, the others what accounts are
  /// derived from.
  private func whole(
    of stored: StoredSeed, _ form: ShareForm
  ) throws(ProgramError) -> SheetShare.Whole {
    let given = try GivenSeed(stored)
    switch form {
    case .sskr, .xor:
      let words = try given.mnemonic()
      return .words(words.language, count: words.wordCount)
    case .slip39, .codex32:
      return .root(bytes: try given.rootSeed().count, isOfWords: given.kind == .mnemonic)
    }
  }
}
