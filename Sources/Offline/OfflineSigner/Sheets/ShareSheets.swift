import EncryptedVault
import RecoverySheets
import SecretKeys
import SecureMemory
import TerminalUI

// Shares on paper: one a sheet. The same options give the same set in each run, so that every share
// can be printed, and checked, for itself.
extension SplitOptions {
  /// What shares of one set have in common, in the vault's list of sheets.
  var setName: String {
    let groups = shares.map { "\($0.threshold)-of-\($0.count)" }.joined(separator: ",")
    return groupsNeeded.map { "\($0):\(groups)" } ?? groups
  }

  /// One share of a seed, counted from 1.
  func sheet(
    of stored: StoredSeed, _ form: ShareForm, number: Int, on console: Console
  ) throws(ProgramError) -> SheetShare {
    let set = try split(stored, as: form, on: console)
    guard (1...set.count).contains(number) else {
      throw ProgramError(
        "there is no share \(number) of \(set.count)", hint: "--share 1 to \(set.count)",
        exitCode: .wrongUsage)
    }
    let symbol = try hinted { () throws(WrittenSharesError) in
      try set.revealingSymbol(at: number - 1)
    }
    return SheetShare(
      form: form.title, name: set.shares[number - 1].name, rule: set.rule,
      identifier: set.identifier, isWords: form != .codex32,
      text: set.revealingText(at: number - 1), symbol: symbol)
  }
}
