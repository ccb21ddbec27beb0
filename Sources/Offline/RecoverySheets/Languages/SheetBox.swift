internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys
public import SheetPages

/// The box that tells somebody who never heard of any of this what a page is, what to do first and
/// what never to do.
public struct SheetBox: Hashable, Sendable {
  /// Its heading, a question.
  public let title: String
  /// What the page is, in whole sentences; the most important text on the page.
  public let what: SheetFact
  /// What to do first, and what never to do, with the rule about photographs.
  public let advice: [SheetFact]
  /// Standard, kind of addresses, birth, other programs, this program and its source.
  public let facts: [SheetFact]

  /// Everything, from top to bottom.
  public var rows: [SheetFact] { [what] + advice + facts }
}

extension SheetFrame {
  /// The box of a page, in the language of the sheets.
  ///
  /// `wallets` are those whose kind of addresses is named, all standard ones where there are none. No program is
  /// named for shares that join to words of another list than the English one; `isExtendable` is of shares of SLIP-39.
  /// `seed` is the one that the page is of, where it is of one: wallets that its keys and those of its children are
  /// not enough for are named. `form` is what an encrypted sheet holds: programs that take it are named, too.
  public func box(
    _ matter: SheetMatter, _ wallets: [SheetWallet] = [], birthHeight: UInt32? = nil,
    usesPassphrase: Bool = false, joinsToOtherWords: Bool = false, isExtendable: Bool = true,
    of seed: SheetSeed.Facts? = nil, holding form: SheetSeed.Form? = nil
  ) -> SheetBox {
    let box = language.sentences.box
    var what: [String] = []
    if !network.isWorthMoney {
      what.append(SheetSentences.filled(box.rehearsal, [("network", network.name)]))
    }
    what.append(self.what(matter, box))
    if usesPassphrase { what.append(box.passphrase) }
    if let others = others(wallets, seed) { what.append(others) }
    var standard = matter.standard(in: language.sentences.facts)
    // Whoever reads one of several QR codes with another program sees what looks like noise.
    if matter == .wallet, wallets.contains(where: \.isInSeveralCodes) {
      standard += language.semicolon + "QR: BBQr"
    }
    var facts = [SheetFact(box.standardLabel, standard)]
    // A fork has bitcoin's keys and addresses: nothing else on the page would say that its coins are not bitcoin.
    if let height = network.forkHeight {
      facts.insert(
        SheetFact(
          language.sentences.facts.network, "\(network.name) (\(network.unit), \(height))"), at: 0)
    }
    if let addresses = addresses(of: matter, wallets, usesPassphrase: usesPassphrase) {
      facts.append(SheetFact(box.addressesLabel, addresses))
    }
    if case .blank = matter {
    } else {
      facts.append(SheetFact(box.sinceLabel, since(birthHeight)))
    }
    facts += [
      SheetFact(
        box.programsLabel,
        programs(
          joinsToOtherWords
            ? []
            : matter.programs(
              for: wallets, usesPassphrase: usesPassphrase, isExtendable: isExtendable
            ).filter { !isTight(usesPassphrase) || $0.kind != .xor || !$0.isLibrary }, matter,
          wallets)
          + afterReader(form, wallets, usesPassphrase: usesPassphrase)),
      SheetFact(box.sourceLabel, source),
    ]
    let space = language.isSpaced ? " " : ""
    return SheetBox(
      title: box.title, what: SheetFact(box.whatLabel, what.joined(separator: space)),
      advice: [
        SheetFact(box.firstLabel, first(matter, box)),
        SheetFact(
          box.neverLabel,
          (matter.isSecret
            ? [never(matter, box), box.photographsOfSecrets]
            : [box.neverWithWallet, box.photographsOfOthers]).joined(separator: space)),
      ], facts: facts)
  }

  private func what(_ matter: SheetMatter, _ box: BoxSentences) -> String {
    switch matter {
    case .seed(.words(_, let count)):
      SheetSentences.filled(box.words, [("count", "\(count)")])
    case .seed(.singleKey): box.key
    case .seed: box.letters
    case .encrypted: box.encrypted
    case .share(_, _, 2, 2): box.bothParts
    case .share(_, _, let needed?, let count?) where needed == count:
      SheetSentences.filled(box.allParts, [("count", "\(count)")])
    case .share(_, _, let needed?, let count?):
      SheetSentences.filled(
        box.countedShare, [("needed", "\(needed)"), ("count", "\(count)")])
    case .share: box.share
    case .wallet: box.wallet
    case .blank: box.blank
    }
  }

  /// What is said of wallets that the seed alone does not open; nil where there is none.
  private func others(_ wallets: [SheetWallet], _ seed: SheetSeed.Facts?) -> String? {
    guard let seed else { return nil }
    let (box, shared) = (language.sentences.box, wallets.filter { !$0.isOpened(by: seed) })
    let quoted = { (wallet: SheetWallet) in
      SheetSentences.filled(box.quotedName, [("name", wallet.name)])
    }
    guard let first = shared.first else { return nil }
    if shared.count == 1, let (needed, count) = first.threshold {
      return SheetSentences.filled(
        box.needsOthers,
        [("wallet", quoted(first)), ("needed", "\(needed)"), ("count", "\(count)")])
    }
    // Each is on a page of its own, or on its public sheet: the box has room for some names.
    let names = shared.prefix(4).map(quoted) + (shared.count > 4 ? ["…"] : [])
    return SheetSentences.filled(
      box.needOthers, [("wallets", names.joined(separator: language.isSpaced ? ", " : "、"))])
  }

  private func first(_ matter: SheetMatter, _ box: BoxSentences) -> String {
    switch matter {
    case .seed: box.firstWithSecret
    case .share(_, _, 2, 2): box.firstWithOtherPart
    case .share: box.firstWithShare
    case .encrypted: box.firstWithEncrypted
    case .wallet: box.firstWithWallet
    case .blank: box.firstWithBlank
    }
  }

  private func never(_ matter: SheetMatter, _ box: BoxSentences) -> String {
    matter == .encrypted ? box.neverWithEncrypted : box.neverWithSecret
  }

  /// The kinds of addresses in the words of other programs; nil where the page has no say in it.
  ///
  /// Where no wallet is known, the kind of a wallet of several keys stands behind those of one key, if there is room.
  func addresses(
    of matter: SheetMatter, _ wallets: [SheetWallet], usesPassphrase: Bool = false
  ) -> String? {
    switch matter {
    case .blank, .seed(.singleKey): return wallets.isEmpty ? nil : language.kinds(of: wallets)
    case .wallet: return language.kinds(of: wallets)
    case .seed, .encrypted, .share:
      guard wallets.isEmpty else { return language.kinds(of: wallets) }
      return [StandardAccount.wpkh, .tr, .shWpkh, .pkh].compactMap { account in
        spoken(account)
      }.joined(separator: language.semicolon) + (isTight(usesPassphrase) ? "" : inGroup)
    }
  }

  /// A standard account with its path.
  private func spoken(_ account: StandardAccount) -> String? {
    (try? account.path(on: KeyNetwork(network), account: 0)).map {
      AddressKind(account).withPath("\($0)")
    }
  }

  /// What is looked for where the seed is one of a wallet of several keys that nobody registered here.
  private var inGroup: String {
    guard let addresses = spoken(.wsh) else { return "" }
    return language.semicolon
      + language.sentences.box.addressesOfGroup.filling(["addresses": addresses])
  }

  /// The birth height with a month that is not later than that block.
  func since(_ height: UInt32?) -> String {
    let box = language.sentences.box
    guard let height else { return box.sinceUnknown }
    guard network.isMainnet, let month = BlockMonth.notAfter(height) else {
      return SheetSentences.filled(box.sinceBlock, [("height", "\(height)")])
    }
    return SheetSentences.filled(box.since, [("height", "\(height)"), ("month", month)])
  }

  /// The programs of others that were tried with such a page; what is encrypted brings its own reader.
  ///
  /// `wallets` are those that are known of its seed.
  func programs(
    _ tried: [TriedProgram], _ matter: SheetMatter, _ wallets: [SheetWallet] = []
  ) -> String {
    let box = language.sentences.box
    guard !tried.isEmpty else {
      return matter == .encrypted ? box.programsEncrypted : box.programsNone
    }
    if case .blank = matter {
      return SheetSentences.filled(box.programsBlank, [("programs", language.list(of: tried))])
    }
    // What is only partly tried is said to be so, and stands before what a person does not open.
    let (after, first) = (tried.filter(\.isAfterwards), tried.filter { !$0.isAfterwards })
    let (parts, whole) = (
      first.filter { $0.trial == .byHandCodeOnly }, first.filter { $0.trial != .byHandCodeOnly }
    )
    let isWords = after.first.map { $0.kind == .sskr || $0.kind == .xor } ?? false
    let isOfGroup = wallets.contains { $0.descriptor.keys.count > 1 }
    let then = isWords ? box.afterWords : isOfGroup ? box.afterBytesOfGroup : box.afterBytes
    let sentences = [(parts, box.codeOnly), (whole, box.programs), (after, then)].filter {
      !$0.0.isEmpty
    }.map {
      SheetSentences.filled($0.1, [("programs", language.list(of: $0.0))])
    }
    return sentences.joined(separator: language.isSpaced ? " " : "")
  }

  /// Which programs take the words that the reader of an encrypted sheet shows.
  private func afterReader(
    _ form: SheetSeed.Form?, _ wallets: [SheetWallet], usesPassphrase: Bool
  ) -> String {
    guard case .words = form, let form else { return "" }
    let tried = SheetMatter.seed(form).programs(for: wallets, usesPassphrase: usesPassphrase)
    guard !tried.isEmpty else { return "" }
    return (language.isSpaced ? ". " : "。")
      + language.sentences.box.afterWords.filling(["programs": language.list(of: tried)])
  }

  /// Which program this is, and where it and its source are kept.
  var source: String {
    let box = language.sentences.box
    guard let archive else {
      // No word: it is the same in every language. An archive has its own hash, and says its commit.
      let program = self.program + (commit.map { " (git \($0))" } ?? "")
      return SheetSentences.filled(
        box.sourceUnknown, [("program", program), ("line", Self.lineToWriteOn)])
    }
    return SheetSentences.filled(
      box.source,
      [
        ("program", program), ("address", archive.printedAddress), ("hash", archive.printedHash),
      ])
  }

  /// Where somebody writes the place by hand.
  private static let lineToWriteOn = String(repeating: "_", count: 30)
}

extension SheetLanguage {
  /// The kinds of addresses of wallets, each once.
  func kinds(of wallets: [SheetWallet]) -> String {
    wallets.map { $0.kind(in: sentences.facts) }.reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }.joined(separator: semicolon)
  }

  /// Programs with their versions and days: those that a person opens, then libraries, which are named as what
  /// they are.
  func list(of programs: [TriedProgram]) -> String {
    let box = sentences.box
    let text = { (programs: [TriedProgram]) in
      programs.map { program in
        let choices = (program.choices ?? []).map {
          comma + SheetSentences.filled(box.quotedName, [("name", $0)])
        }
        let text = "\(name(of: program)) \(program.version) (\(program.day)\(choices.joined()))"
        guard let kinds = program.onlyFor else { return text }
        return SheetSentences.filled(box.onlyFor, [("program", text), ("kinds", kinds)])
      }.joined(separator: comma)
    }
    let (opened, libraries) = (
      programs.filter { !$0.isLibrary }, programs.filter(\.isLibrary)
    )
    guard !libraries.isEmpty else { return text(opened) }
    let rest = SheetSentences.filled(box.forProgrammers, [("programs", text(libraries))])
    return opened.isEmpty ? rest : text(opened) + semicolon + rest
  }

  /// Its name, and what it runs on where that is no language that it is used in.
  private func name(of program: TriedProgram) -> String {
    switch program.host {
    case .device: SheetSentences.filled(sentences.box.device, [("program", program.name)])
    case .computers: "\(program.name) (Linux, macOS, Windows)"
    case .language: program.name
    }
  }
}

extension TriedProgram {
  /// Whether it is nothing that a person opens: its name says in which language it is used.
  var isLibrary: Bool { host == .language }

  /// What it runs on.
  enum Host { case device, computers, language }

  /// What it runs on: a device of its own, computers of every usual system, or wherever the language runs in
  /// which it is used.
  var host: Host {
    if ["Krux", "Coldcard"].contains(name) { return .device }
    return name.hasSuffix(")") ? .language : .computers
  }
}
