internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
package import EncryptedVault
internal import Mnemonics
package import RecoverySheets
internal import SecureMemory
internal import SeedForms
internal import SignerHome
package import TerminalUI
internal import WalletRegistration

// What the vault holds, as it is put on paper.

extension StoredSeed {
  /// The seed, which was opened, with its secret as a person writes it; `facts` are what is not secret about
  /// it.
  package func forSheet(_ facts: SheetSeed.Facts? = nil) throws(ProgramError) -> SheetSeed {
    let facts = facts ?? sheetFacts()
    switch kind {
    case .mnemonic: return SheetSeed(try GivenSeed(self).mnemonic(), facts)
    case .seed: return SheetSeed(try GivenSeed(self).revealingSheet(), .codex32, facts)
    case .xpriv: return SheetSeed(try GivenSeed(self).revealingSheet(), .extendedKey, facts)
    case .wif: return SheetSeed(try GivenSeed(self).revealingSheet(), .singleKey, facts)
    }
  }

  fileprivate func sheetFacts(_ children: [SheetChild] = []) -> SheetSeed.Facts {
    SheetSeed.Facts(
      name: name, fingerprint: Hex.encode(fingerprint), origin: origin,
      created: UTCTime(created).text, birthHeight: birthHeight, usesPassphrase: usesPassphrase,
      children: children, asChild: asChild,
      isEnglishWords: kind == .mnemonic && language == MnemonicLanguage.english.rawValue,
      isWords: kind == .mnemonic)
  }

  /// As its parent's sheet names it; nil when it has no parent here.
  fileprivate var asChild: SheetChild? {
    parent.map {
      SheetChild(
        name: name, path: ChildArgument(origin: origin)?.text,
        fingerprint: Hex.encode(fingerprint), parent: $0)
    }
  }
}

extension VaultContents {
  /// What is not secret about a seed, and which seeds come back with it.
  package func sheetFacts(of seed: StoredSeed) -> SheetSeed.Facts {
    seed.sheetFacts(sheetChildren(of: seed.name))
  }

  /// The children of a seed (BIP-85) and theirs, each after its parent.
  private func sheetChildren(of name: String) -> [SheetChild] {
    var found: [SheetChild] = []
    var seen: Set<String> = [name]
    var parents = [name][...]
    while let parent = parents.popFirst() {
      for seed in seeds where seed.parent == parent && seen.insert(seed.name).inserted {
        if let child = seed.asChild { found.append(child) }
        parents.append(seed.name)
      }
    }
    return found
  }

  /// The wallets that a seed has keys of, as they were registered up to a time.
  package func sheetWallets(
    ofSeed name: String, until time: Int64 = .max
  ) throws(ProgramError) -> [SheetWallet] {
    var found: [SheetWallet] = []
    for wallet in wallets where wallet.seeds.contains(name) && wallet.registered <= time {
      found.append(try sheetWallet(wallet))
    }
    return found
  }

  func sheetWallet(
    _ wallet: StoredWallet
  ) throws(ProgramError) -> SheetWallet {
    let (descriptor, network) = (try wallet.parsedDescriptor(), try knownNetwork())
    let height = wallet.seeds.compactMap { seed(named: $0)?.birthHeight }.min()
    return try hinted { () throws(RecoverySheetError) in
      try SheetWallet(
        name: wallet.name, descriptor, on: network, ownKeys: wallet.keys,
        sources: keySources(of: wallet), birthHeight: height)
    }
  }

  /// The wallets of a sheet without a secret: the one of that name, else those of the seed.
  package func publicWallets(
    of subject: String, until time: Int64 = .max
  ) throws(ProgramError) -> [SheetWallet] {
    if let wallet = wallet(named: subject) { return [try sheetWallet(wallet)] }
    return try sheetWallets(ofSeed: subject, until: time)
  }

  /// The names of the wallets that seeds have besides those of `names`: of which a letter to the heirs says that
  /// they are.
  package func otherWallets(of seeds: [String], than names: [String]) -> [String] {
    wallets.filter { !names.contains($0.name) && $0.seeds.contains(where: seeds.contains) }
      .map(\.name)
  }

  /// The QR codes that must stand on a sheet that was printed, made again from what is here now,
  /// but for its mark; nil for kinds that cannot be made again: an encrypted sheet has a salt that
  /// only the paper holds.
  ///
  /// A seed is opened for a sheet of the kind full alone.
  func expectedSymbols(
    of record: SheetRecord, opening seeds: SeedOpener
  ) throws(ProgramError) -> [PrintedSymbol]? {
    guard let kind = record.sheetKind else { return nil }
    var symbols: [PrintedSymbol] = []
    switch kind {
    case .full:
      guard let known = seed(named: record.name) else { return nil }
      let seed = try seeds.opened(known)
      let wallets = try sheetWallets(ofSeed: record.name, until: record.printed)
      symbols.append(try seed.forSheet().symbol)
      if record.hasExtra { symbols += try seed.recoverySymbols(wallets) }
      for wallet in wallets { symbols += try wallet.sheetSymbols() }
    case .public, .inheritance:
      let wallets = try publicWallets(of: record.name, until: record.printed)
      for wallet in wallets { symbols += try wallet.sheetSymbols() }
      if record.hasExtra { symbols += try AccountMaps.symbols(of: wallets) }
    case .encrypted, .share, .blank: return nil
    }
    return symbols
  }
}

extension SheetWallet {
  func sheetSymbols() throws(ProgramError) -> [PrintedSymbol] {
    try hinted { () throws(RecoverySheetError) in try symbols() }
  }
}
