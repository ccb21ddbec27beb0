internal import Descriptors
internal import ExtendedKeys
internal import Mnemonics
public import SeedShares

/// What a sheet holds, as far as its box is about it.
public enum SheetMatter: Hashable, Sendable {
  /// A whole seed or key in the clear.
  case seed(SheetSeed.Form)
  /// A seed under words that a person chose.
  case encrypted
  /// A part of a seed: `needed` of `count` parts, both nil where the rule is longer; `words` is how
  /// many words it has, nil for codex32.
  case share(ShareForm, words: Int?, needed: Int?, count: Int?)
  /// Wallets without a secret.
  case wallet
  /// Room for so many words.
  case blank(words: Int)

  /// Whether whoever reads the page learns a secret or a part of one.
  public var isSecret: Bool {
    switch self {
    case .seed, .encrypted, .share, .blank: true
    case .wallet: false
    }
  }

  /// The standards by name and number, in English.
  public var standard: String { standard(in: .english) }

  /// The standards by name and number; their names are the same in every language.
  func standard(in facts: FactSentences) -> String {
    switch self {
    case .seed(.words(.english, let count)):
      facts.standardEnglishWords.filling(["count": "\(count)"])
    case .seed(.words(let language, let count)):
      facts.standardWords.filling([
        "count": "\(count)", "language": facts.lists.name(of: language),
      ])
    case .seed(.codex32): facts.standardCodex32
    case .seed(.extendedKey): facts.standardExtendedKey
    case .seed(.singleKey): facts.standardSingleKey
    case .encrypted: "scrypt (RFC 7914), ChaCha20-Poly1305 (RFC 8439), BBQr"
    case .share(.slip39, let words?, _, _):
      facts.standardSLIP39.filling(["count": "\(words)"])
    case .share(.slip39, nil, _, _): "SLIP-39 (Shamir backup)"
    case .share(.codex32, _, _, _): facts.standardCodex32Part
    case .share(.sskr, _, _, _): "SSKR (BCR-2020-011), bytewords (BCR-2020-012)"
    case .share(.xor, let words, _, _):
      facts.standardXORPart.filling(["count": words.map { "\($0)" } ?? "12-24"])
    case .wallet: facts.standardWallet
    case .blank(let words): facts.standardBlank.filling(["count": "\(words)"])
    }
  }

  /// The programs of others that restored exactly such a page, three at most, the easiest to use first; and one that
  /// goes on from what they bring back.
  ///
  /// None that would show an heir an empty wallet: the coins would seem to be gone.
  func programs(
    for wallets: [SheetWallet], usesPassphrase: Bool = false, isExtendable: Bool = true
  ) -> [TriedProgram] {
    guard let kind = kind(of: wallets, isExtendable: isExtendable) else { return [] }
    var tried = TriedProgram.programs(for: kind)
    switch kind {
    case .blank, .words, .otherWords, .extendedKey, .sskr, .xor, .slip39, .slip39Fixed,
      .keyWallet, .multisigWallet,
      .codex32, .codex32Seed:
      tried = tried.filter { program in
        // What gives a seed in bytes or words is right whatever is made of these.
        program.isGivingSeeds || wallets.allSatisfy { program.restores($0) }
      }
    default: break
    }
    // Electrum 4.8.1 was tried by hand, with the lengths that seeds of words and of 16 and 32 bytes have.
    if kind == .slip39, case .share(_, let words?, _, _) = self, [23, 27, 30].contains(words) {
      tried = tried.filter { !$0.isElectrum }
    }
    // What somebody will write on a blank page may need one.
    if usesPassphrase || kind == .blank { tried = tried.filter(\.takesEveryPassphrase) }
    // The page may be older than accounts of kinds that Electrum makes nothing of.
    if wallets.isEmpty {
      tried = tried.map {
        $0.isElectrum || $0.losesTaproot ? $0.only(for: "P2WPKH, P2SH-P2WPKH, P2PKH") : $0
      }
    }
    // Pages of shares and of several keys are full, and the first of theirs has windows.
    let most = [.slip39, .slip39Fixed, .multisigWallet].contains(kind) ? 2 : 3
    return tried.filter { !$0.isAfterwards }.prefix(most) + tried.filter(\.isAfterwards)
  }

  /// The kind of trial that a page of these wallets was put to; nil where exactly this was not tried.
  ///
  /// What `Tests/Heirs` restores, and no more: a program that takes English words may refuse others.
  func kind(of wallets: [SheetWallet], isExtendable: Bool = true) -> TriedProgram.Kind? {
    switch self {
    case .seed(.words(.english, _)): .words
    case .seed(.words): .otherWords
    case .seed(.codex32): .codex32Seed
    case .seed(.extendedKey): .extendedKey
    case .seed(.singleKey): .singleKey
    case .encrypted: .encrypted
    // 59 words hold the 64 bytes that words of BIP-39 lead to, 20 to 33 a seed of 16 to 32 bytes.
    case .share(.slip39, let words, let needed, _):
      words == 59 || (needed != nil && [20, 23, 27, 30, 33].contains(words))
        ? (isExtendable ? .slip39 : .slip39Fixed) : nil
    case .share(.codex32, _, _, _): .codex32
    // 29 and 46 bytewords: a share of the entropy of 12 and of 24 words.
    case .share(.sskr, let words, let needed, _):
      needed != nil && (words == 29 || words == 46) ? .sskr : nil
    case .share(.xor, let words, _, _): words == 12 || words == 24 ? .xor : nil
    case .wallet: TriedProgram.Kind(of: wallets)
    case .blank: .blank
    }
  }
}

extension TriedProgram.Kind {
  /// The kind that all these wallets are of; nil where there is none, or they are of several.
  init?(of wallets: [SheetWallet]) {
    let kinds = Set(wallets.map { Self($0.descriptor) })
    guard kinds.count == 1, case let kind?? = kinds.first else { return nil }
    self = kind
  }

  private init?(_ descriptor: Descriptor) {
    // Wallets with other branches than <0;1>, or of one address, were not tried.
    guard descriptor.isRange, descriptor.unusualBranches == nil else { return nil }
    switch descriptor.form {
    case is PKHForm, is WPKHForm: self = .keyWallet
    case let form as SHForm where form.inner is WPKHForm: self = .keyWallet
    case let form as SHForm where form.inner is MultiForm: self = .multisigWallet
    case let form as SHForm where (form.inner as? WSHForm)?.inner is MultiForm:
      self = .multisigWallet
    case let form as WSHForm where form.inner is MultiForm: self = .multisigWallet
    case let form as TRForm where form.leaves.isEmpty: self = .keyWallet
    case let form as TRForm:
      let leaves = form.leaves.map(\.form)
      guard leaves.allSatisfy({ $0 is PKForm || $0 is MultiAForm }) else { return nil }
      self =
        leaves.contains { ($0 as? MultiAForm)?.isSorted == true } ? .sortedTreeWallet : .treeWallet
    default: return nil
    }
  }
}

extension TriedProgram {
  var isElectrum: Bool { name == "Electrum" }

  /// Whether passphrases beyond ASCII lead to the same wallet as BIP-39 has it.
  ///
  /// embit 0.8.0 leaves out that their letters are taken apart first (NFKD).
  fileprivate var takesEveryPassphrase: Bool { !name.hasPrefix("embit") }

  /// Whether it is named for the seed that it brings back of a page, and not for a wallet.
  fileprivate var isGivingSeeds: Bool {
    switch kind {
    case .codex32, .codex32Seed, .sskr, .xor, .slip39, .slip39Fixed:
      !isElectrum && name != "Sparrow"
    // These make the 64 bytes that words and a passphrase lead to, from which others go on.
    case .words, .otherWords: name.hasPrefix("mnemonic ") || name.hasPrefix("btclib-mnemonics ")
    default: false
    }
  }

  /// Whether a wallet of words, of an extended key or of what came out of a page was restored with it.
  ///
  /// Electrum was tried with one key before taproot, and with several that it sorts; those that only make keys with one
  /// key, the others with what they were tried with on sheets of wallets.
  fileprivate func restores(_ wallet: SheetWallet) -> Bool {
    guard let kind = Kind(of: [wallet]) else { return false }
    if isElectrum {
      // The page of a wallet has the key that it takes.
      if self.kind == .keyWallet { return wallet.electrumKey != nil }
      // Of an account's key that was made of bytes, one way with several keys was tried.
      let isOfBytes = self.kind == .codex32 || self.kind == .codex32Seed
      return wallet.isOneKeyBeforeTaproot
        || (wallet.electrumKeys != nil && (!isOfBytes || wallet.descriptor.form is WSHForm))
    }
    if losesTaproot { return wallet.isOneKeyBeforeTaproot }
    let named = Self.all.contains { $0.kind == kind && $0.name == name }
    return kind == .keyWallet || named
  }

  /// Whether some of its taproot addresses are wrong: hdwallet 3.6.1 gave another one, or one that is too short, for two
  /// of eighteen seeds.
  fileprivate var losesTaproot: Bool { name == "hdwallet (Python)" }
}

extension SheetWallet {
  /// Whether it is `pkh`, `wpkh` or `sh(wpkh)`.
  var isOneKeyBeforeTaproot: Bool {
    switch descriptor.form {
    case is PKHForm, is WPKHForm: true
    case let form as SHForm: form.inner is WPKHForm
    default: false
    }
  }

  /// The master key of a wallet of one key as Electrum wants it typed, to watch the coins; nil where it makes no wallet of
  /// it that has the same addresses.
  ///
  /// Its first letters say the kind of addresses (SLIP-132).
  var electrumKey: String? {
    let account: StandardAccount? =
      switch descriptor.form {
      case is PKHForm: .pkh
      case is WPKHForm: .wpkh
      case let form as SHForm where form.inner is WPKHForm: .shWpkh
      default: nil
      }
    guard let account, let key = descriptor.keys.first else { return nil }
    return key.electrumText(as: account)
  }

  /// The master keys as Electrum wants them typed, whose first letters say the kind of addresses (SLIP-132); nil where
  /// it makes no wallet of several keys that has the same addresses.
  var electrumKeys: [String]? {
    let found: (form: MultiForm, account: StandardAccount)? =
      switch descriptor.form {
      case let form as WSHForm: (form.inner as? MultiForm).map { ($0, .wsh) }
      case let form as SHForm:
        ((form.inner as? WSHForm)?.inner as? MultiForm).map { ($0, .shWsh) }
          ?? (form.inner as? MultiForm).map { ($0, .sh) }
      default: nil
      }
    guard let found, found.form.isSorted, (2...15).contains(descriptor.keys.count) else {
      return nil
    }
    var keys: [String] = []
    for key in descriptor.keys {
      guard let text = key.electrumText(as: found.account) else { return nil }
      keys.append(text)
    }
    return Set(keys).count == keys.count ? keys : nil
  }
}

extension KeyExpression {
  /// Whether it is an extended key with the branches `<0;1>` and nothing before them, as every program has them.
  var hasPlainBranches: Bool {
    guard case .extended = material else { return false }
    return wildcard == .unhardened
      && steps == [.branches([ChildNumber(rawValue: 0), ChildNumber(rawValue: 1)])]
  }

  /// As Electrum wants it typed; nil where its branches are others than Electrum's own.
  fileprivate func electrumText(as account: StandardAccount) -> String? {
    guard hasPlainBranches, case .extended(let xpub) = material else { return nil }
    return SLIP132Key.text(of: xpub, as: account)
  }
}
