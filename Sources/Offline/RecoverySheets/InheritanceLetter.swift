internal import BitcoinPrimitives
internal import SheetPages

extension RecoverySheet {
  /// A letter to the heirs: what there is, who holds what, and the steps; no secret.
  ///
  /// Throws: `nothingToPrint` without a wallet, and any other `RecoverySheetError`.
  public static func inheritance(
    _ subject: String, _ wallets: [SheetWallet], seeds: [SheetSeed.Facts], _ frame: SheetFrame
  ) throws(RecoverySheetError) -> RecoverySheet {
    guard !wallets.isEmpty else {
      throw .nothingToPrint("\(subject) has no registered wallet to write a letter about")
    }
    let symbols = try wallets.symbols()
    let mark = frame.mark(.inheritance, of: subject, symbols)
    var writer = frame.writer(subject, mark)
    writer.paragraph("Written on \(frame.printed).")
    writer.paragraph(
      """
      If you read this, I cannot help you any more. There are bitcoins, and this letter says how to \
      get them. It holds no secret: whoever finds it can take nothing, but can see how much there \
      is, so show it to nobody who need not know.
      Take your time. The only way to lose everything is to hurry, or to trust \
      somebody who offers help: nobody honest asks for the words, and no program, page or telephone \
      ever needs them but the one named below, on a machine without a network.
      """)
    writer.heading("What there is")
    for wallet in wallets {
      var rows = [SheetFact("Wallet", wallet.name), SheetFact("Rule", rule(of: wallet))]
      for (number, key) in wallet.keys.enumerated() {
        rows.append(SheetFact("Key \(number + 1)", key))
      }
      writer.facts(rows)
    }
    writer.facts(seeds.map { SheetFact("Seed \($0.name)", about($0)) })
    for seed in seeds { writer.children(seed) }
    if frame.log != nil { writer.facts(frame.logFact) }
    writer.heading("Where things are (written by hand)")
    writer.lines(
      count: 5, label: "Recovery sheets, shares and their holders, machines, passphrases")
    writer.heading("The steps")
    writer.numbered(letterSteps(wallets, seeds, frame))
    writer.heading("People who can help, and what they may know (written by hand)")
    writer.lines(count: 4)
    writer.box(label: "Date")
    writer.box(label: "Signature")
    writer.pageBreak()
    writer.heading("The wallets, for the machine")
    try writer.wallets(wallets)
    try writer.drillBoxes(frame, mark)
    return try RecoverySheet(.inheritance, subject, symbols, writer)
  }

  private static func about(_ seed: SheetSeed.Facts) -> String {
    var text = "fingerprint \(seed.fingerprint), made \(seed.created)"
    if let child = seed.asChild {
      text += "; BIP-85 \(child.path ?? "child") of the seed \(child.parent), which brings it back"
    }
    if seed.usesPassphrase { text += "; needs a passphrase that is not on any sheet" }
    return text
  }

  private static func rule(of wallet: SheetWallet) -> String {
    wallet.isSpentAlone
      ? "\(wallet.policy); my own keys are enough"
      : "\(wallet.policy); my own keys are not enough, others must sign too"
  }

  private static func letterSteps(
    _ wallets: [SheetWallet], _ seeds: [SheetSeed.Facts], _ frame: SheetFrame
  ) -> [String] {
    let network = frame.network.isMainnet ? "" : " --network \(frame.network.name)"
    let restore = RestoreSteps(network: frame.network)
    var steps = [
      "Find the recovery sheets. Photograph none of them, and type none of them into a computer or "
        + "a telephone that you use.",
      "Find a machine that never had a network, or take a new one whose network was removed, and the "
        + "program \(frame.program). Its page says how it is checked and installed.",
      "offline-signer init\(network). Enter alone at its question draws a new passphrase of six words.",
      "offline-signer seed import NAME --from camera (or --from terminal to type the words), for each "
        + "sheet. A sheet may say more under To restore: add that. The fingerprint that is shown must be "
        + "one of those above.",
    ]
    if seeds.contains(where: \.usesPassphrase) {
      steps.append(
        "One of the seeds has a passphrase of its own: add --with-bip39-passphrase. With a wrong one "
          + "the wallet looks empty.")
    }
    var children: [SheetChild] = []
    for child in seeds.flatMap({ $0.children + [$0.asChild].compactMap(\.self) })
    where !children.contains(child) { children.append(child) }
    steps += restore.derived(children)
    if wallets.contains(where: { !$0.isSpentAlone }) {
      steps.append(
        "Some wallets need other people: their keys are those above that are held by somebody else. "
          + "They keep their seeds; only signatures travel.")
    }
    steps += [
      "offline-signer wallet register NAME --from camera, and show it the QR codes on the next page. "
        + "Compare the first addresses, letter by letter.",
      restore.watching("NAME", from: "camera", "the same QR codes", wallets.birthHeight),
      "First pay a small amount to yourself. Then move the rest, to a wallet of your own whose words "
        + "you wrote down and read back.",
    ]
    return steps
  }
}
