import SecretKeys
import SheetPages

extension RecoverySheet {
  /// The seed in the clear with its wallets; whoever reads it has the coins.
  ///
  /// `extra` are further symbols, such as a Recovery QR. Throws: any `RecoverySheetError`.
  public static func full(
    _ seed: borrowing SheetSeed, _ wallets: [SheetWallet], extra: [PrintedSymbol] = [],
    _ frame: SheetFrame
  ) throws(RecoverySheetError) -> RecoverySheet {
    var writer = frame.writer(.full, seed.facts.name)
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
    var symbols = [seed.symbol] + extra
    if !extra.isEmpty {
      writer.heading("Further symbols, which hold the seed too")
      try writer.tiles(extra)
    }
    writer.heading("To restore")
    writer.numbered(steps(of: seed.facts, hasWallets: !wallets.isEmpty))
    writer.drillBoxes(frame)
    // The seed's pages can be folded away while those of the wallets are used.
    if !wallets.isEmpty { writer.pageBreak() }
    for wallet in wallets {
      let tiles = try wallet.symbols()
      try writer.wallet(wallet, tiles)
      symbols += tiles
    }
    return try RecoverySheet(.full, seed.facts.name, symbols, writer)
  }

  private static func caption(of seed: borrowing SheetSeed) -> String {
    guard case .words(.english, let count) = seed.form else {
      return "\(seed.symbol.name): any reader of QR codes shows it as text. Read it offline only."
    }
    return
      "SeedQR of the \(count) words: each word as four digits, its number in the list counted from "
      + "0. Any mask of the symbol is right: a copy by hand need not look like one that is printed "
      + "again."
  }

  private static func steps(of facts: SheetSeed.Facts, hasWallets: Bool) -> [String] {
    var steps = [
      "On a machine without a network: offline-signer init --network NETWORK, as it stands above.",
      "offline-signer seed import \(facts.name) --from a photograph of this sheet, or --from "
        + "terminal and type what stands above. The fingerprint must be \(facts.fingerprint).",
    ]
    if facts.usesPassphrase {
      steps.append("Add --with-bip39-passphrase to that, and know the passphrase.")
    }
    if hasWallets {
      steps.append(
        "offline-signer wallet register NAME --from a photograph of each wallet's symbol; its first "
          + "addresses must be those that stand with it.")
    }
    steps.append(
      "Give the coordinator the wallet's symbol, let it look at the chain from the birth height, "
        + "and compare the first address once more.")
    return steps
  }
}
