internal import BitcoinPrimitives
internal import Descriptors
internal import SheetPages

/// The text of a letter in one language.
struct LetterText {
  let language: SheetLanguage
  let sentences: LetterSentences
  let wallets: [SheetWallet]
  let seeds: [SheetSeed.Facts]
  /// Names of wallets of the same seeds that the letter is not about.
  let otherWallets: [String]
  let frame: SheetFrame

  init(
    _ language: SheetLanguage, _ wallets: [SheetWallet], _ seeds: [SheetSeed.Facts],
    _ otherWallets: [String] = [], _ frame: SheetFrame
  ) {
    self.language = language
    sentences = language.sentences.letter
    self.wallets = wallets
    self.seeds = seeds
    self.otherWallets = otherWallets
    self.frame = frame
  }

  /// Writes it; what is filled in by hand stands in the first language alone.
  func write(on writer: inout SheetWriter, isFirst: Bool) {
    writer.heading(sentences.heading)
    let space = language.isSpaced ? " " : ""
    let practice =
      frame.network.isWorthMoney
      ? [] : [filled(sentences.practice, ("network", frame.network.name))]
    writer.paragraph(
      ([filled(sentences.written, ("date", frame.printed))] + practice + [sentences.opening])
        .joined(separator: space))
    writer.notice(
      wallets.contains(where: \.hasSeveralWays) ? sentences.calmForSeveralWays : sentences.calm)
    writer.heading(sentences.termsHeading)
    writer.facts([
      SheetFact(sentences.seedTerm, sentences.seedMeaning),
      SheetFact(sentences.passphraseTerm, sentences.passphraseMeaning),
      SheetFact(sentences.sheetWordsTerm, sentences.sheetWordsMeaning),
      SheetFact(sentences.walletTerm, sentences.walletMeaning),
      SheetFact(sentences.fingerprintTerm, sentences.fingerprintMeaning),
      SheetFact(sentences.machineTerm, sentences.machineMeaning),
    ])
    writer.heading(sentences.whatHeading)
    writer.facts(whatThereIs)
    if !otherWallets.isEmpty {
      let names = otherWallets.joined(separator: language.comma)
      writer.paragraph(filled(sentences.otherWallets, ("names", names)))
    }
    for seed in seeds { writer.children(seed, language) }
    if frame.log != nil { writer.facts(frame.logFact(in: language.sentences.facts)) }
    if isFirst {
      writer.heading(sentences.whereHeading)
      writer.lines(count: 5, label: sentences.whereLabel)
    }
    writer.heading(sentences.helpHeading)
    writer.paragraph(sentences.helpText)
    if isFirst { writer.lines(count: 3, label: sentences.helpLabel) }
    writer.heading(sentences.neverHeading)
    writer.notice(sentences.neverText)
    writer.heading(sentences.stepsHeading)
    writer.paragraph(sentences.twoComputers)
    writer.numbered(steps)
    writer.heading(filled(sentences.oursHeading, ("program", frame.program)))
    source(on: &writer, isFirst: isFirst)
    writer.steps(ours)
    if isForElectrum, let version = Self.electrum {
      writer.heading(filled(sentences.electrumHeading, ("version", version)))
      writer.steps(electrum)
    }
    if let python = PythonSteps(self) {
      writer.heading(filled(sentences.pythonHeading, ("programs", python.programs)))
      writer.steps(python.steps)
    }
    writer.heading(sentences.otherHeading)
    writer.steps(other.map { SheetStep($0) })
    guard isFirst else { return }
    writer.heading(sentences.rehearsedHeading)
    writer.note(sentences.rehearsedText)
    // One row of frames: better two who rehearsed it than one.
    for _ in 0..<2 { writer.box(label: sentences.rehearsedBox) }
    writer.box(label: sentences.ownerBox)
  }

  /// Where the programs are, with room for a place nearby: an address on the web may be gone in ten years.
  private func source(on writer: inout SheetWriter, isFirst: Bool) {
    writer.paragraph(
      [
        frame.archive.map { archive in
          filled(
            sentences.oursSource, ("address", archive.printedAddress),
            ("hash", archive.printedHash))
        } ?? sentences.oursSourceUnknown, sentences.oursSystem,
      ].joined(separator: language.isSpaced ? " " : ""))
    if isFirst { writer.lines(count: 1, label: sentences.oursSourceLabel) }
  }

  // MARK: What there is

  private var whatThereIs: [SheetFact] {
    wallets.map { wallet in
      SheetFact(
        filled(sentences.walletLabel, ("name", wallet.name)),
        rule(of: wallet) + semicolon
          + (wallet.isSpentAlone ? sentences.enough : sentences.notEnough)
          + (wallet.hasSeveralWays ? stop + sentences.severalWays : "") + stop
          + wallet.kind(in: language.sentences.facts))
    }
      + seeds.map { seed in
        SheetFact(filled(sentences.seedLabel, ("name", seed.name)), about(seed))
      }
  }

  private func rule(of wallet: SheetWallet) -> String {
    guard let (needed, count) = wallet.threshold else { return sentences.otherRule }
    return count == 1
      ? sentences.oneKey
      : filled(sentences.severalKeys, ("needed", "\(needed)"), ("count", "\(count)"))
  }

  private func about(_ seed: SheetSeed.Facts) -> String {
    var parts = [
      filled(
        seed.isImported
          ? sentences.imported : seed.mayBeMadeAgain ? sentences.madeAgain : sentences.made,
        ("fingerprint", seed.fingerprint),
        ("date", seed.created))
    ]
    if let child = seed.asChild {
      parts.append(
        filled(sentences.child, ("parent", child.parent), ("path", child.path ?? "?")))
    }
    parts.append(seed.usesPassphrase ? sentences.needsPassphrase : sentences.noPassphrase)
    return parts.joined(separator: semicolon)
  }

  // Where there is no space between two sentences, their marks are as wide as their letters.
  private var semicolon: String { language.semicolon }
  private var stop: String { language.isSpaced ? ". " : "。" }

  func filled(_ sentence: String, _ values: (name: String, value: String)...) -> String {
    SheetSentences.filled(sentence, values)
  }
}
