internal import BitcoinPrimitives
internal import Descriptors
internal import SheetPages

/// The text of a letter in one language.
struct LetterText {
  private let language: SheetLanguage
  private let sentences: LetterSentences
  private let wallets: [SheetWallet]
  private let seeds: [SheetSeed.Facts]
  private let frame: SheetFrame

  init(
    _ language: SheetLanguage, _ wallets: [SheetWallet], _ seeds: [SheetSeed.Facts],
    _ frame: SheetFrame
  ) {
    self.language = language
    sentences = language.sentences.letter
    self.wallets = wallets
    self.seeds = seeds
    self.frame = frame
  }

  /// Writes it; what is filled in by hand stands in the first language alone.
  func write(on writer: inout SheetWriter, isFirst: Bool) {
    writer.heading(sentences.heading)
    let space = language.isSpaced ? " " : ""
    writer.paragraph(
      [filled(sentences.written, ("date", frame.printed)), sentences.opening]
        .joined(separator: space))
    writer.notice(sentences.calm)
    writer.heading(sentences.termsHeading)
    writer.facts([
      SheetFact(sentences.seedTerm, sentences.seedMeaning),
      SheetFact(sentences.passphraseTerm, sentences.passphraseMeaning),
      SheetFact(sentences.walletTerm, sentences.walletMeaning),
      SheetFact(sentences.fingerprintTerm, sentences.fingerprintMeaning),
      SheetFact(sentences.machineTerm, sentences.machineMeaning),
    ])
    writer.heading(sentences.whatHeading)
    writer.facts(whatThereIs)
    if language == .english { for seed in seeds { writer.children(seed) } }
    if frame.log != nil { writer.facts(frame.logFact) }
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
    writer.numbered(steps)
    writer.heading(filled(sentences.oursHeading, ("program", frame.program)))
    writer.steps(ours)
    if isForElectrum, let version = Self.electrum {
      writer.heading(filled(sentences.electrumHeading, ("version", version)))
      writer.numbered(electrum)
    }
    writer.heading(sentences.otherHeading)
    writer.numbered(other)
    guard isFirst else { return }
    writer.heading(sentences.rehearsedHeading)
    writer.paragraph(sentences.rehearsedText)
    for _ in 0..<3 { writer.box(label: sentences.rehearsedBox) }
    writer.box(label: sentences.dateBox)
    writer.box(label: sentences.signatureBox)
  }

  // MARK: What there is

  private var whatThereIs: [SheetFact] {
    wallets.map { wallet in
      SheetFact(
        filled(sentences.walletLabel, ("name", wallet.name)),
        rule(of: wallet) + semicolon
          + (wallet.isSpentAlone ? sentences.enough : sentences.notEnough) + stop + wallet.kind)
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
      filled(sentences.made, ("fingerprint", seed.fingerprint), ("date", seed.created))
    ]
    if let child = seed.asChild {
      parts.append(
        filled(sentences.child, ("parent", child.parent), ("path", child.path ?? "?")))
    }
    if seed.usesPassphrase { parts.append(sentences.needsPassphrase) }
    return parts.joined(separator: semicolon)
  }

  // Where there is no space between two sentences, their marks are as wide as their letters.
  private var semicolon: String { language.isSpaced ? "; " : "；" }
  private var stop: String { language.isSpaced ? ". " : "。" }

  // MARK: Steps

  private var steps: [String] {
    var list = [
      sentences.findSheets, sentences.takeMachine, sentences.chooseWay, sentences.compare,
    ]
    if wallets.contains(where: { !$0.isSpentAlone }) { list.append(sentences.others) }
    return list + [sentences.paySmall, sentences.moveRest]
  }

  private var ours: [SheetStep] {
    let network = frame.network.isMainnet ? "" : " --network \(frame.network.name)"
    let height = wallets.birthHeight.map { " --birth-height \($0)" } ?? ""
    var list = [
      SheetStep(sentences.oursHome, "offline-signer init\(network)"),
      SheetStep(sentences.oursSeed, "offline-signer seed import NAME --from camera"),
    ]
    if seeds.contains(where: \.usesPassphrase) { list.append(SheetStep(sentences.oursPassphrase)) }
    let children = children
    if !children.isEmpty {
      list +=
        language == .english
        ? RestoreSteps(network: frame.network).derived(children)
        : [SheetStep(sentences.oursChildren)]
    }
    return list + [
      SheetStep(sentences.oursWallet, "offline-signer wallet register NAME --from camera"),
      SheetStep(
        sentences.oursWatching,
        "online-coordinator wallet import NAME --from camera\(height)"),
    ]
  }

  private var children: [SheetChild] {
    var children: [SheetChild] = []
    for child in seeds.flatMap({ $0.children + [$0.asChild].compactMap(\.self) })
    where !children.contains(child) { children.append(child) }
    return children
  }

  private var electrum: [String] {
    var list = [
      sentences.electrumInstall, sentences.electrumWords,
      filled(sentences.electrumAddresses, ("addresses", addresses)),
    ]
    if wallets.contains(where: { $0.kind.contains("P2TR") }) {
      list.append(sentences.electrumTaproot)
    }
    return list
  }

  private var other: [String] {
    // Letters and shares need other programs: the box of the sheet names them.
    let programs = TriedProgram.programs(for: .words)
      .map { "\($0.name) \($0.version) (\($0.day))" }.joined(separator: ", ")
    let tried = isOfEnglishWords ? [filled(sentences.otherTried, ("programs", programs))] : []
    var list = [
      ([sentences.otherChoose] + tried).joined(separator: language.isSpaced ? " " : ""),
      filled(sentences.otherEnter, ("addresses", addresses)),
    ]
    if wallets.contains(where: { $0.threshold?.count != 1 }) { list.append(sentences.otherSeveral) }
    return list
  }

  private var addresses: String {
    wallets.map(\.kind).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .joined(separator: "; ")
  }

  /// Whether every seed is words that the programs were tried with.
  private var isOfEnglishWords: Bool {
    !seeds.isEmpty && seeds.allSatisfy(\.isEnglishWords)
  }

  /// Whether Electrum was tried with what the letter is about: English words and wallets of one key,
  /// at least one of a kind that it knows.
  private var isForElectrum: Bool {
    let known = wallets.map { wallet -> Bool? in
      switch wallet.descriptor.form {
      case is PKHForm, is WPKHForm: true
      case let form as SHForm where form.inner is WPKHForm: true
      case let form as TRForm where form.leaves.isEmpty: false
      default: nil
      }
    }
    return isOfEnglishWords && known.contains(true) && !known.contains(nil)
  }

  /// The version of Electrum that the tests restored typed words with; nil when they did not.
  private static var electrum: String? {
    TriedProgram.programs(for: .typedWords).first { $0.name == "Electrum" }?.version
  }

  private func filled(_ sentence: String, _ values: (name: String, value: String)...) -> String {
    SheetSentences.filled(sentence, values)
  }
}
