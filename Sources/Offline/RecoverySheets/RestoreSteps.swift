internal import BitcoinPrimitives
internal import Mnemonics
internal import SheetPages

/// The commands of this program that bring things back, as they stand on paper: each as it is typed, on a
/// line of its own.
///
/// `NAME` stands for what only the reader knows, and the line above says what. A camera comes first: whoever
/// is asked for photographs takes a smartphone. Commands are the same in every language.
struct RestoreSteps {
  let network: Network
  let language: SheetLanguage
  /// What stands around the commands.
  let sentences: StepSentences

  /// For a network, in the language of a sheet.
  init(network: Network, _ language: SheetLanguage) {
    self.network = network
    self.language = language
    sentences = language.sentences.steps
  }

  /// For what a frame says.
  init(_ frame: SheetFrame) { self.init(network: frame.network, frame.language) }

  /// A home on a computer without a network.
  var home: SheetStep {
    SheetStep(
      language.joined([sentences.home, sentences.ownPassphrase]),
      "offline-signer init --network \(network.name)")
  }

  /// How a seed's fingerprint is compared.
  enum Comparison {
    /// By a person: what is read cannot be wrong, or says so by itself.
    case byPerson
    /// By the program, which refuses another seed.
    case byProgram
    /// By the program, which finds one mistake in words by it.
    case byProgramWithRepair

    fileprivate func option(_ fingerprint: String) -> [String] {
      self == .byPerson ? [] : ["--fingerprint \(fingerprint)"]
    }

    /// What is said of it, where the line has room for the option and where not.
    fileprivate func sentence(
      _ fingerprint: String, hasRoom: Bool, _ sentences: StepSentences
    ) -> String {
      switch self {
      case .byProgram where hasRoom: ""
      case .byProgramWithRepair where hasRoom: sentences.finds
      case .byProgramWithRepair:
        sentences.findsWithOption.filling(["fingerprint": fingerprint])
      case .byPerson, .byProgram:
        sentences.compareFingerprint.filling(["fingerprint": fingerprint])
      }
    }
  }

  /// Taking a seed from paper; `options` is what the paper cannot say to a camera, `holding` says what is held up,
  /// and `typing` what is done where there is no camera.
  func seed(
    _ facts: SheetSeed.Facts, _ options: [String], holding: String, typing: [String],
    comparison: Comparison
  ) -> SheetStep {
    let taking = ["offline-signer seed import \(facts.name)"] + options
    let whole = (taking + comparison.option(facts.fingerprint) + ["--from camera"])
      .joined(separator: " ")
    // A line that is too long would be broken, and typed as two.
    let isShort = whole.utf8.count <= Self.longestCommand
    let compared = comparison.sentence(facts.fingerprint, hasRoom: isShort, sentences)
    return SheetStep(
      language.joined([holding] + typing + [compared].filter { !$0.isEmpty }),
      isShort ? whole : (taking + ["--from camera"]).joined(separator: " "))
  }

  /// How many letters a line beside a QR code has room for.
  private static let longestCommand = 80

  /// Looking for everything that a seed was used for, where no wallet is known.
  ///
  /// `addsNode` has the step with which a node is made known stand before the one that asks it.
  func accounts(
    of name: String, _ form: SheetSeed.Form? = nil, from height: UInt32?, addsNode: Bool = true
  ) -> [SheetStep] {
    if form == .singleKey {
      return [
        SheetStep(sentences.carry, "offline-signer account export \(name) --out key.png"),
        watching(name, from: "key.png", [sentences.importFile], height),
      ]
    }
    let isWhole = height == nil
    let found =
      addsNode
      ? (isWhole ? sentences.discoverWhole : sentences.discover)
      : (isWhole ? sentences.discoverByNodeWhole : sentences.discoverByNode)
    return [
      SheetStep(sentences.carry, "offline-signer account export \(name) --all --out accounts.gif")
    ] + (addsNode ? [SheetStep(sentences.thereNode, network.ownNode)] : []) + [
      SheetStep(
        found, "online-coordinator wallet discover \(name) accounts.gif\(since(height))")
    ]
  }

  /// What is done next, with the commands of a letter: seeing the coins of a wallet, and paying with them.
  ///
  /// `hasNode` says that a step above has made the node known.
  func paying(hasNode: Bool) -> [SheetStep] {
    let typed = { (command: LetterCommand) in
      command.rawValue.replacing("WALLET", with: "NAME")
    }
    return (hasNode ? [] : [SheetStep(sentences.payNode, network.ownNode)]) + [
      SheetStep(sentences.seeCoins, typed(.balance)),
      SheetStep(sentences.paySmall, typed(.pay)),
      SheetStep(sentences.signFile, typed(.sign)),
      SheetStep(sentences.carryBack, typed(.collect)),
      SheetStep(sentences.sendPayment, typed(.send)),
    ]
  }

  /// Watching a wallet again; `said` is what is done with `what`, the camera or a file that holds it.
  func watching(
    _ name: String, from what: String, _ said: [String], _ height: UInt32?
  ) -> SheetStep {
    SheetStep(
      language.joined(
        [sentences.watch] + said + (height == nil ? [sentences.wholeChain] : [])
          + [sentences.compareAddress]),
      "online-coordinator wallet import \(name) --from \(what)\(whichNetwork)\(since(height))")
  }

  /// Watching the wallets whose pages are held in front of a camera.
  func watching(_ said: [String], _ height: UInt32?) -> SheetStep {
    watching("NAME", from: "camera", said, height)
  }

  /// Registering wallets with the signer again; who has not read of `NAME` yet reads of it in `said`.
  func registering(_ said: [String]) -> SheetStep {
    SheetStep(language.joined(said), "offline-signer wallet register NAME --from camera")
  }

  /// Deriving the children of a seed again (BIP-85).
  ///
  /// `renamed` are seeds that the reader gave names of their own: a command says `SEED` for these, and the
  /// line above it which one that is.
  func derived(_ children: [SheetChild], of renamed: [SheetSeed.Facts] = []) -> [SheetStep] {
    let known = children.filter { $0.derivation != nil }
    guard known.count <= Self.mostChildren else {
      return [
        SheetStep(
          sentences.eachChild,
          "offline-signer seed derive PARENT --as words --words 12 --index 7 --into NAME")
      ]
    }
    return known.map { child in
      // What was derived by an earlier step has the name that the step gave it.
      let isDerived = known.contains { $0.name == child.parent }
      let parent = isDerived ? nil : renamed.first { $0.name == child.parent }
      let said =
        parent.map {
          sentences.childOfRenamed.filling([
            "name": child.name, "fingerprint": child.fingerprint, "seed": $0.fingerprint,
          ])
        }
        ?? sentences.child.filling(["name": child.name, "fingerprint": child.fingerprint])
      return SheetStep(
        said,
        "offline-signer seed derive \(parent == nil ? child.parent : "SEED") "
          + "\(child.derivation ?? "") --into \(child.name)")
    }
  }

  private static let mostChildren = 8

  /// Keys of test networks look alike, so a coordinator that knows no node has to be told.
  private var whichNetwork: String { network == .mainnet ? "" : " --network \(network.name)" }

  private func since(_ height: UInt32?) -> String { height.map { " --birth-height \($0)" } ?? "" }
}

extension SheetSeed.Form {
  /// What `seed import` must be told of the words, where their QR code or text may fit two
  /// languages.
  var importOptions: [String] {
    guard case .words(let language, _) = self, language != .english else { return [] }
    return ["--language \(language)"]
  }
}

extension [SheetWallet] {
  /// The birth height of all of them: the lowest; nil when one of them has none.
  var birthHeight: UInt32? {
    contains { $0.birthHeight == nil } ? nil : map { $0.birthHeight ?? 0 }.min()
  }
}
