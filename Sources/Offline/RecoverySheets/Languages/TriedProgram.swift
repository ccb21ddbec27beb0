/// A program of other people that restored a sheet of a kind, as the tests last tried it.
///
/// ``all`` is what sheets name: no page names a program that nobody put to the test, and where three do
/// the same, a page has room for two or three. docs/standards.md lists everything that was tried.
public struct TriedProgram: Hashable, Sendable {
  /// The kinds that are tried apart.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// 12 to 24 English words of BIP-39, without and with a passphrase.
    case words
    /// 12 to 24 words of the nine other lists, without and with a passphrase.
    case otherWords
    /// A whole seed in codex32 (BIP-93).
    case codex32Seed
    /// An extended private key (BIP-32).
    case extendedKey
    /// A private key of one address (WIF). Electrum is not named: it takes a key for a P2PKH one, and shows an
    /// empty wallet, unless another kind is typed before it.
    case singleKey
    /// Shares in codex32 (BIP-93).
    case codex32
    /// Shares of SLIP-39 in one group, of 20, 23, 27, 30, 33 or 59 words, or in several, of 59 words; extendable, as they are
    /// made unless one says otherwise: Electrum before 2024 takes them for mistyped.
    case slip39
    /// The same, not extendable.
    case slip39Fixed
    /// Shares of SSKR (BCR-2020-011) in one group, of the entropy of 12 or 24 words.
    case sskr
    /// Parts of Seed XOR of 12 or 24 words.
    case xor
    /// A wallet of one key: `pkh`, `wpkh`, `sh(wpkh)`, `tr` without leaves; Electrum with the key that the page has for
    /// it, before taproot.
    case keyWallet
    /// A wallet of several keys before taproot: `multi` or `sortedmulti` in `sh`, `wsh` or both. Electrum was tried
    /// with `sortedmulti`, and two of three signed a payment; it sorts the keys whatever the descriptor says.
    case multisigWallet
    /// A taproot wallet with leaves of `pk` and `multi_a`.
    case treeWallet
    /// A taproot wallet with leaves of `sortedmulti_a`.
    case sortedTreeWallet
    /// A blank sheet whose grids were filled in by hand with English words, 12 to 24 of them, without a passphrase.
    case blank
    /// An encrypted sheet: nothing but the reader that is printed on it.
    case encrypted
  }

  /// How it was tried.
  public enum Trial: Hashable, Sendable {
    /// By `Tests/Heirs`, on every run; the day is that of the last one that was recorded.
    case everyRun
    /// Once, by hand, as no registry has it: `Tests/Heirs/outside.json` has what was put in and what came out.
    case byHand
    /// The same of a program or a device of which only the code that joins or reads was run.
    case byHandCodeOnly
  }

  /// What it was tried with.
  public let kind: Kind
  /// Its name, as it is looked for.
  public let name: String
  /// The version that was tried.
  public let version: String
  /// The day of the last trial, `2026-11-23`.
  public let day: String
  /// How it was tried.
  public let trial: Trial
  /// The only kinds of addresses that it restores, where a page may have others: `P2WPKH, P2PKH`.
  public private(set) var onlyFor: String?

  init(
    _ kind: Kind, _ name: String, _ version: String, _ day: String, _ trial: Trial = .everyRun
  ) {
    self.kind = kind
    self.name = name
    self.version = version
    self.day = day
    self.trial = trial
  }

  /// What is chosen in its windows or menus, as it says it itself, or which calls of a library were made; nil where
  /// nothing but words would do.
  var choices: [String]? {
    switch (kind, name) {
    // What the menus of these releases say: Krux joins parts to the one that it has loaded, and a Coldcard that has no
    // seed yet takes them one after the other.
    case (.xor, "Krux"): return ["Load Mnemonic", "Wallet", "Mnemonic XOR"]
    case (.xor, "Coldcard"): return ["Import Existing", "Seed XOR"]
    // What comes out of the first call is bytes, and so is what goes into the last.
    case (.xor, "embit (Python)"):
      return ["bip39.mnemonic_to_bytes", "XOR", "bip39.mnemonic_from_bytes"]
    default: break
    }
    guard isElectrum else { return nil }
    return switch kind {
    case .words, .blank, .sskr, .xor: ["I already have a seed", "Options", "BIP39 seed"]
    case .slip39, .slip39Fixed: ["I already have a seed", "Options", "SLIP39 seed"]
    default: nil
    }
  }

  /// Whether it takes what comes out of a page of this kind, and not the page itself.
  ///
  /// SSKR and Seed XOR lead to words of BIP-39, codex32 to a seed in bytes.
  var isAfterwards: Bool {
    isElectrum && [.sskr, .xor, .codex32, .codex32Seed].contains(kind)
  }

  /// The same, on a page that may have other kinds of addresses as well.
  func only(for kinds: String) -> TriedProgram {
    var limited = self
    limited.onlyFor = kinds
    return limited
  }

  /// Those that sheets name for a kind, the easiest to use first.
  public static func programs(for kind: Kind) -> [TriedProgram] {
    all.filter { $0.kind == kind }
  }

  /// All that sheets name, one line each: a script reads them here too.
  public static let all: [TriedProgram] = [
    TriedProgram(.words, "Electrum", "4.3.4", "2026-11-30"),
    TriedProgram(.words, "embit (Python)", "0.8.0", "2026-11-30"),
    TriedProgram(.words, "BDK (Python)", "3.1.1", "2026-11-30"),
    TriedProgram(.words, "hdwallet (Python)", "3.6.1", "2026-11-30"),
    TriedProgram(.words, "mnemonic (Python)", "0.21", "2026-11-30"),
    TriedProgram(.words, "btclib-mnemonics (Python)", "2026.10.17", "2026-11-30"),
    TriedProgram(.blank, "Electrum", "4.3.4", "2026-11-30"),
    TriedProgram(.blank, "BDK (Python)", "3.1.1", "2026-11-30"),
    TriedProgram(.otherWords, "hdwallet (Python)", "3.6.1", "2026-11-30"),
    TriedProgram(.otherWords, "mnemonic (Python)", "0.21", "2026-11-30"),
    TriedProgram(.otherWords, "btclib-mnemonics (Python)", "2026.10.17", "2026-11-30"),
    TriedProgram(.codex32Seed, "Sparrow", "2.5.3", "2026-11-24", .byHandCodeOnly),
    TriedProgram(.codex32Seed, "codex32 (Python)", "0.6.1", "2026-11-30"),
    TriedProgram(.codex32Seed, "codex32 (Rust)", "0.1.0", "2026-11-24", .byHand),
    TriedProgram(.codex32Seed, "Electrum", "4.3.4", "2026-11-30"),
    TriedProgram(.extendedKey, "embit (Python)", "0.8.0", "2026-11-30"),
    TriedProgram(.extendedKey, "BDK (Python)", "3.1.1", "2026-11-30"),
    TriedProgram(.extendedKey, "btclib-wallet (Python)", "2026.10.26", "2026-11-30"),
    TriedProgram(.singleKey, "embit (Python)", "0.8.0", "2026-11-30"),
    TriedProgram(.singleKey, "BDK (Python)", "3.1.1", "2026-11-30"),
    TriedProgram(.codex32, "codex32 (Python)", "0.6.1", "2026-11-30"),
    TriedProgram(.codex32, "codex32 (Rust)", "0.1.0", "2026-11-24", .byHand),
    TriedProgram(.codex32, "Electrum", "4.3.4", "2026-11-30"),
    TriedProgram(.slip39, "Electrum", "4.8.1", "2026-11-24", .byHand),
    TriedProgram(.slip39, "shamir-mnemonic (Python)", "0.3.0", "2026-11-30"),
    TriedProgram(.slip39, "btclib-mnemonics (Python)", "2026.10.17", "2026-11-30"),
    TriedProgram(.slip39Fixed, "Electrum", "4.3.4", "2026-11-30"),
    TriedProgram(.slip39Fixed, "shamir-mnemonic (Python)", "0.3.0", "2026-11-30"),
    TriedProgram(.slip39Fixed, "btclib-mnemonics (Python)", "2026.10.17", "2026-11-30"),
    TriedProgram(.sskr, "bc-sskr (C)", "0.3.2", "2026-11-24", .byHand),
    TriedProgram(.sskr, "@bcts/sskr (TypeScript)", "1.0.0-beta.5", "2026-11-24", .byHand),
    TriedProgram(.sskr, "Electrum", "4.3.4", "2026-11-30"),
    TriedProgram(.xor, "Krux", "26.04.0", "2026-11-24", .byHandCodeOnly),
    TriedProgram(.xor, "Coldcard", "5.6.1", "2026-11-24", .byHandCodeOnly),
    TriedProgram(.xor, "embit (Python)", "0.8.0", "2026-11-30"),
    TriedProgram(.xor, "Electrum", "4.3.4", "2026-11-30"),
    TriedProgram(.keyWallet, "Electrum", "4.3.4", "2026-11-30"),
    TriedProgram(.keyWallet, "BDK (Python)", "3.1.1", "2026-11-30"),
    TriedProgram(.keyWallet, "embit (Python)", "0.8.0", "2026-11-30"),
    TriedProgram(.multisigWallet, "Electrum", "4.3.4", "2026-11-30"),
    TriedProgram(.multisigWallet, "BDK (Python)", "3.1.1", "2026-11-30"),
    TriedProgram(.multisigWallet, "embit (Python)", "0.8.0", "2026-11-30"),
    TriedProgram(.treeWallet, "BDK (Python)", "3.1.1", "2026-11-30"),
    TriedProgram(.treeWallet, "embit (Python)", "0.8.0", "2026-11-30"),
    TriedProgram(.sortedTreeWallet, "embit (Python)", "0.8.0", "2026-11-30"),
    TriedProgram(.sortedTreeWallet, "btclib-wallet (Python)", "2026.10.26", "2026-11-30"),
  ]
}
