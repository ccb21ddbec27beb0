internal import BitcoinPrimitives
internal import Descriptors
internal import Mnemonics
internal import SheetPages

/// The commands of a letter in the order in which they are typed; `Tests/Journeys/LetterJourneys.swift`
/// reads them here and types each.
enum LetterCommand: String {
  case home = "offline-signer init"
  case seed = "offline-signer seed import SEED --from camera"
  case wallet = "offline-signer wallet register WALLET --from camera"
  case node = "online-coordinator node add home"
  case watching = "online-coordinator wallet import WALLET --from camera"
  case balance = "online-coordinator sync WALLET"
  case pay = "online-coordinator pay WALLET --to ADDRESS=AMOUNT --out small.gif"
  case sign = "offline-signer sign small.gif --out signed-1.gif"
  case collect = "online-coordinator collect signed-1.gif"
  case send = "online-coordinator broadcast NUMBER"
}

extension Network {
  /// The command that makes Bitcoin Core on the same computer known, which finds Core's password by the port.
  var ownNode: String {
    let port =
      switch chain {
      case .main: 8332
      case .test: 18332
      case .testnet4: 48332
      case .signet: 38332
      case .regtest: 18443
      }
    return "\(LetterCommand.node.rawValue) http://127.0.0.1:\(port)"
  }
}

// What is done, step by step, until the coins have moved.
extension LetterText {
  var steps: [String] {
    var list = [
      sentences.findSheets, sentences.takeMachine, sentences.chooseWay, sentences.compare,
    ]
    if wallets.contains(where: { !$0.isSpentAlone }) { list.append(sentences.others) }
    let space = language.isSpaced ? " " : ""
    let pay = [sentences.paySmall, sentences.moveRest].joined(separator: space)
    return list + [sentences.howPaid, pay]
  }

  /// From an empty computer to the coins in a wallet of the reader's own.
  var ours: [SheetStep] {
    let network = frame.network == .mainnet ? "" : " --network \(frame.network.name)"
    let height = wallets.birthHeight.map { " --birth-height \($0)" } ?? ""
    var list = [
      SheetStep(sentences.oursHome, LetterCommand.home.rawValue + network),
      SheetStep(sentences.oursSeed, LetterCommand.seed.rawValue),
    ]
    if seeds.contains(where: \.usesPassphrase) { list.append(SheetStep(sentences.oursPassphrase)) }
    list += RestoreSteps(network: frame.network, language).derived(children, of: seeds)
    // Of one wallet the name is known; several take turns.
    let space = language.isSpaced ? " " : ""
    let wallet =
      (wallets.count == 1 ? [] : [sentences.oursEachWallet]) + [sentences.oursWallet]
    list += [
      SheetStep(wallet.joined(separator: space), typed(.wallet)),
      SheetStep(sentences.oursNode, frame.network.ownNode),
      SheetStep(sentences.oursWatching, typed(.watching) + height),
      SheetStep(sentences.oursBalance, typed(.balance)),
      SheetStep(sentences.oursPay, typed(.pay)),
      SheetStep(sentences.oursSign, LetterCommand.sign.rawValue),
    ]
    if hasSeveralKeys { list.append(SheetStep(sentences.oursSignEach)) }
    return list + [
      SheetStep(sentences.oursCollect, LetterCommand.collect.rawValue),
      SheetStep(sentences.oursSend, LetterCommand.send.rawValue),
    ]
  }

  /// A command with the name of the wallet where there is one.
  private func typed(_ command: LetterCommand) -> String {
    guard wallets.count == 1, let name = wallets.first?.name else { return command.rawValue }
    return command.rawValue.replacing("WALLET", with: name)
  }

  var hasSeveralKeys: Bool { wallets.contains { $0.threshold?.count != 1 } }

  private var children: [SheetChild] {
    var children: [SheetChild] = []
    for child in seeds.flatMap({ $0.children + [$0.asChild].compactMap(\.self) })
    where !children.contains(child) { children.append(child) }
    return children
  }

  var electrum: [SheetStep] {
    var list = [SheetStep(sentences.electrumInstall)]
    if let start = electrumForPractice {
      list.append(
        SheetStep(filled(sentences.electrumPractice, ("network", frame.network.name)), start))
    }
    let isOfSeveralKeys = wallets.allSatisfy { $0.threshold?.count != 1 }
    list += [
      SheetStep(isOfSeveralKeys ? sentences.electrumChooseSeveral : sentences.electrumChoose),
      SheetStep(sentences.electrumWords),
      SheetStep(filled(sentences.electrumAddresses, ("addresses", addresses))),
    ]
    if hasSeveralKeys {
      // Where there are others, it says what is different in the steps before.
      let several = isOfSeveralKeys ? sentences.electrumCosigners : sentences.electrumSeveral
      // The pages of wallets are in the language of the sheets.
      list.append(SheetStep(filled(several, ("label", frame.facts.electrumLabel))))
    }
    if wallets.contains(where: { $0.kind(in: .english).contains("P2TR") }) {
      list.append(SheetStep(sentences.electrumTaproot))
    }
    if let watch = electrumWatch { list.append(SheetStep(watch)) }
    return list + [SheetStep(sentences.electrumPay)]
  }

  /// How a wallet of one key is made without words; nil where the letter is about none that Electrum makes.
  ///
  /// Of several keys one alone would make another wallet, without coins.
  private var electrumWatch: String? {
    guard wallets.contains(where: \.isOneKeyBeforeTaproot) else { return nil }
    let watch = sentences.electrumWatch
    guard hasSeveralKeys else { return watch }
    // Of these languages German alone begins a sentence after a colon with a capital letter.
    let rest = language == .german ? watch : watch.prefix(1).lowercased() + watch.dropFirst()
    return [sentences.electrumOneKey, rest].joined(separator: language.isSpaced ? " " : "")
  }

  /// How Electrum is started for a network on which coins are worth nothing; nil where it is started as always, or does
  /// not know the network.
  private var electrumForPractice: String? {
    switch frame.network.chain {
    case .signet: frame.network == .signet ? "electrum --signet" : nil
    case .test: "electrum --testnet"
    case .regtest: "electrum --regtest"
    case .main, .testnet4: nil
    }
  }

  var other: [String] {
    // Letters and shares need other programs: the box of the sheet names them.
    let programs =
      isOfEnglishWords
      ? SheetMatter.seed(.words(.english, count: 24)).programs(
        for: wallets, usesPassphrase: seeds.contains(where: \.usesPassphrase)
      ).filter { !$0.isElectrum && $0.trial != .byHandCodeOnly } : []
    let tried = language.list(of: programs)
    let named = programs.isEmpty ? [] : [filled(sentences.otherTried, ("programs", tried))]
    var list = [
      ([sentences.otherChoose] + named).joined(separator: language.isSpaced ? " " : ""),
      filled(sentences.otherEnter, ("addresses", addresses)),
    ]
    if hasSeveralKeys { list.append(sentences.otherSeveral) }
    return list + [sentences.otherPay]
  }

  private var addresses: String {
    language.kinds(of: wallets)
  }

  /// Whether every seed is words that the programs were tried with.
  private var isOfEnglishWords: Bool {
    !seeds.isEmpty && seeds.allSatisfy(\.isEnglishWords)
  }

  /// Whether Electrum was tried with what the letter is about: English words and wallets of one key or of several
  /// that it sorts, at least one of a kind that it knows.
  var isForElectrum: Bool {
    let known = wallets.map { wallet -> Bool? in
      if wallet.isOneKeyBeforeTaproot || wallet.electrumKeys != nil { return true }
      // The letter says that it knows no Taproot addresses.
      return (wallet.descriptor.form as? TRForm)?.leaves.isEmpty == true ? false : nil
    }
    return isOfEnglishWords && known.contains(true) && !known.contains(nil)
  }

  /// The version of Electrum that the tests restored words with; nil when they did not.
  static var electrum: String? {
    TriedProgram.programs(for: .words).first(where: \.isElectrum)?.version
  }
}
