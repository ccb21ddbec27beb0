package import ArgumentParser
internal import BitcoinPrimitives
package import EncryptedVault
internal import Mnemonics
internal import SecureMemory
package import SeedShares
package import SignerHome
package import TerminalUI

/// How many shares of a group, as a person types it: `2-of-3`.
package struct GroupArgument: ExpressibleByArgument, Sendable {
  package let threshold: Int
  package let count: Int

  package init?(argument: String) {
    let parts = argument.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == "of", let threshold = Int(parts[0]),
      let count = Int(parts[2]), (1...99).contains(threshold), (1...99).contains(count)
    else { return nil }
    self.threshold = threshold
    self.count = count
  }
}

/// How a seed is split; what `seed split` and the sheets of shares take.
package struct SplitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many shares are needed of how many, as 2-of-3; once for each group.",
      valueName: "m-of-n"))
  package var shares: [GroupArgument] = []

  @Option(
    name: .customLong("groups-needed"),
    help: ArgumentHelp("How many groups are needed (slip39, sskr).", valueName: "count"))
  package var groupsNeeded: Int?

  @Option(
    help: ArgumentHelp(
      "Four characters that tell codex32 shares of several seeds apart; from the seed unless given.",
      valueName: "text"))
  var identifier: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Which set of shares; 1 unless given. Shares of different sets cannot be joined.",
      valueName: "n"))
  package var setNumber: IndexArgument?

  @Flag(
    name: .customLong("not-extendable"),
    help: "SLIP-39 as before 2023: no other set may be made of the same seed.")
  var notExtendable = false

  @Option(
    name: .customLong("iteration-exponent"),
    help: ArgumentHelp(
      "SLIP-39: how hard the passphrase is to guess, 10000 iterations times 2 to this power, 0 to 6.",
      valueName: "n"))
  var iterationExponent: Int?

  @Option(
    name: .customLong("slip39-passphrase-file"),
    help: ArgumentHelp(
      "SLIP-39: read a passphrase for the shares from a file; none unless given.",
      valueName: "path"))
  var passphraseFile: String?

  @Flag(
    name: .customLong("with-slip39-passphrase"), help: "SLIP-39: ask for a passphrase.")
  var withPassphrase = false

  package init() {}

  /// Refuses options that belong to another form, before anything is asked.
  package func require(for form: ShareForm) throws(ProgramError) {
    let slip39 =
      notExtendable || iterationExponent != nil || passphraseFile != nil || withPassphrase
    let wrong: (what: String, hint: String)? =
      if form != .slip39, slip39 {
        (
          "passphrase, iterations and extension work only with slip39",
          "leave these options out, or choose --as slip39"
        )
      } else if form != .codex32, identifier != nil {
        ("--identifier works only with codex32", "leave it out, or choose --as codex32")
      } else if identifier != nil, setNumber != nil {
        (
          "--identifier and --set were both given, and each of them names a set",
          "leave one of the two out"
        )
      } else if form == .codex32 || form == .xor, groupsNeeded != nil || shares.count > 1 {
        ("\(form.title) has no groups", "leave the groups out, or choose --as slip39")
      } else { nil }
    if let wrong {
      throw ProgramError(wrong.what, hint: wrong.hint, exitCode: .wrongUsage)
    }
    guard !shares.isEmpty else {
      throw ProgramError(
        "the number of shares is missing", hint: "add --shares 2-of-3",
        exitCode: .wrongUsage)
    }
    if form == .xor, let only = shares.first, only.threshold != only.count {
      throw ProgramError(
        "all parts of Seed XOR are needed", hint: "write --shares \(only.count)-of-\(only.count)",
        exitCode: .wrongUsage)
    }
    // What is made here must be read here without a question.
    if let iterationExponent, !(0...6).contains(iterationExponent) {
      throw ProgramError(
        "iteration exponent \(iterationExponent) must be from 0 to 6",
        hint: "use a number from 0 to 6; a longer passphrase helps more than more iterations",
        exitCode: .wrongUsage)
    }
    _ = try policy()
  }

  private func policy() throws(ProgramError) -> SharePolicy {
    do throws(SharePolicyError) {
      var groups: [SharePolicy.Group] = []
      for share in shares {
        groups.append(try SharePolicy.Group(threshold: share.threshold, of: share.count))
      }
      return try SharePolicy(groupThreshold: groupsNeeded ?? groups.count, groups: groups)
    } catch {
      throw ProgramError(error)
    }
  }

  /// Splits a seed of the vault that was opened; every set was joined again and compared before it is returned.
  ///
  /// SLIP-39 and codex32 hold what the accounts derive from: of words their BIP-39 seed of 64 bytes,
  /// so that the same accounts come back, though not the words. A seed whose accounts need a BIP-39
  /// passphrase is therefore refused in these forms. SSKR and Seed XOR hold the words. The same options
  /// give the same set again, share by share.
  package func split(
    _ stored: StoredSeed, as form: ShareForm, on console: Console
  ) throws(ProgramError) -> WrittenShares {
    try require(for: form)
    let given = try GivenSeed(stored)
    let number = setNumber?.value ?? 1
    if stored.usesPassphrase, form == .slip39 || form == .codex32 {
      throw ProgramError(
        "\(form.title) stores the seed computed from the words, and \(stored.name) needs a BIP-39 passphrase "
          + "that could not be added later",
        hint: "split the words themselves: --as sskr, or --as xor")
    }
    switch form {
    case .slip39:
      let seed = try given.rootSeed()
      let policy = try policy()
      let passphrase = try passphrase(console)
      return try hinted { () throws(WrittenSharesError) in
        try WrittenShares(
          slip39: seed, by: policy, passphrase: passphrase, isExtendable: !notExtendable,
          iterationExponent: iterationExponent ?? 1, number: number)
      }
    case .codex32:
      let seed = try given.rootSeed()
      let (threshold, count) = (shares[0].threshold, shares[0].count)
      return try hinted { () throws(WrittenSharesError) in
        try WrittenShares(
          codex32: seed, identifier: identifier, threshold: threshold, count: count,
          number: number)
      }
    case .sskr:
      let words = try given.mnemonic()
      if words.language != .english {
        console.warn(
          "SSKR shares do not contain the language of the words: when you join them, add "
            + "--language \(words.language)")
      }
      let entropy = words.withEntropy { SecretBytes(copying: $0) }
      let policy = try policy()
      return try hinted { () throws(WrittenSharesError) in
        try WrittenShares(sskr: entropy, by: policy, number: number)
      }
    case .xor:
      let words = try given.mnemonic()
      let count = shares[0].count
      return try hinted { () throws(WrittenSharesError) in
        try WrittenShares(xor: words, into: count, number: number)
      }
    }
  }

  /// Whether the shares get a passphrase of their own (SLIP-39).
  package var isAskingForPassphrase: Bool { withPassphrase || passphraseFile != nil }

  private func passphrase(_ console: Console) throws(ProgramError) -> SecretBytes {
    guard isAskingForPassphrase else { return SecretBytes(count: 0) }
    let passphrase = try console.newSecret(
      "New passphrase of these SLIP-39 shares",
      from: passphraseFile.map { .file(path: $0) } ?? .terminal, option: "slip39-passphrase",
      mayBeEmpty: true)
    if !passphrase.isEmpty {
      PassphraseStrength(of: passphrase).warnIfWeak(
        "the passphrase of the shares is", forWhoever: "finds enough shares", on: console)
    }
    return passphrase
  }
}
