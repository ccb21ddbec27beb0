internal import Mnemonics
internal import SheetPages

extension RecoverySheet {
  /// The seed in the clear with its wallets; whoever reads it has the coins.
  ///
  /// `extra` are further QR codes, such as a Recovery QR. Throws: any `RecoverySheetError`.
  public static func full(
    _ seed: borrowing SheetSeed, _ wallets: [SheetWallet], extra: [PrintedSymbol] = [],
    _ frame: SheetFrame
  ) throws(RecoverySheetError) -> RecoverySheet {
    let symbols = try [seed.symbol] + extra + wallets.symbols()
    let mark = frame.mark(.full, of: seed.facts.name, symbols)
    var writer = frame.writer(seed.facts.name, mark)
    writer.notice(
      "Whoever reads this sheet can take the coins. Keep it where nobody looks, take no photograph "
        + "of it outside the signer, and never type it into a machine with a network.")
    writer.seedFacts(seed, frame)
    writer.heading("The seed")
    if case .words = seed.form {
      writer.words(seed.text)
    } else {
      writer.secretLine(label: seed.form.title, seed.text)
    }
    let modules = try seed.symbol.modules()
    // Larger ones take a page of their own to be copied, and nobody copies those by hand.
    let isSmall = modules.size <= 33
    writer.symbol(caption: caption(of: seed), modules, coordinates: isSmall, zoom: isSmall)
    writer.heading("To restore")
    writer.numbered(steps(of: seed, wallets, frame))
    try writer.drillBoxes(frame, mark)
    for symbol in extra {
      writer.pageBreak()
      writer.heading("It holds the seed too: \(symbol.name)")
      try writer.tiles([symbol])
    }
    // The seed's pages can be folded away while those of the wallets are used.
    if !wallets.isEmpty { writer.pageBreak() }
    try writer.wallets(wallets)
    return try RecoverySheet(.full, seed.facts.name, symbols, writer)
  }

  private static func caption(of seed: borrowing SheetSeed) -> String {
    guard case .words(.english, let count) = seed.form else {
      return "\(seed.symbol.name): any reader of QR codes shows it as text. Read it offline only."
    }
    return
      "SeedQR of the \(count) words: each word as four digits, its number in the list counted from "
      + "0. Any mask of the QR code is right: a copy by hand need not look like one that is printed "
      + "again."
  }

  private static func steps(
    of seed: borrowing SheetSeed, _ wallets: [SheetWallet], _ frame: SheetFrame
  ) -> [String] {
    let (steps, facts) = (RestoreSteps(network: frame.network), seed.facts)
    var list = [
      steps.home,
      steps.seed(
        facts,
        seed.form.importOptions + (facts.usesPassphrase ? ["--with-bip39-passphrase"] : []),
        photos: "a folder with photographs of this sheet",
        otherwise: "or --from terminal, and type what is printed above"),
    ]
    if facts.usesPassphrase {
      list.append(
        "That fingerprint is the one without the passphrase, which is asked for at each use. A wrong "
          + "one gives other, empty wallets.")
    }
    list += steps.derived(facts.children)
    if seed.form == .singleKey {
      list.append("Its wallet comes with it: \(facts.name)-combo.")
    }
    if wallets.isEmpty {
      list += steps.accounts(of: facts.name, seed.form, from: facts.birthHeight)
      return list
    }
    if seed.form != .singleKey {
      list.append(
        "For each wallet: offline-signer wallet register NAME --from PHOTO, the photograph of its page. "
          + "Its first addresses must be those printed with it.")
    }
    list.append(
      steps.watching(
        "NAME", from: "PHOTO", "of the same page, for each wallet", wallets.birthHeight))
    return list
  }
}
