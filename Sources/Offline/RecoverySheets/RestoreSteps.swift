internal import BitcoinPrimitives
internal import Mnemonics
internal import SheetPages

/// The commands of this program that bring things back, as they stand on paper: each as it is typed, on a
/// line of its own.
///
/// `NAME` stands for what only the reader knows, and the line above says what. A camera comes first: whoever
/// is asked for photographs takes a smartphone.
struct RestoreSteps {
  let network: Network

  /// A home on a computer without a network.
  var home: SheetStep {
    SheetStep(
      "On a computer without a network. \(Self.ownPassphrase)",
      "offline-signer init --network \(network.name)")
  }

  /// What `init` asks for, which somebody with a seed's sheet may take for a passphrase of the seed.
  static let ownPassphrase =
    "The program asks for a passphrase of its own, not of the seed: press Enter, and write down the six "
    + "words that it makes up."

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
    fileprivate func sentence(_ fingerprint: String, hasRoom: Bool) -> String {
      switch self {
      case .byProgram where hasRoom: ""
      case .byProgramWithRepair where hasRoom:
        "By the fingerprint the program finds one wrong, missing or swapped word."
      case .byProgramWithRepair:
        "The fingerprint must be \(fingerprint); with `--fingerprint \(fingerprint)` in the line the program "
          + "finds one wrong, missing or swapped word."
      case .byPerson, .byProgram: "The fingerprint must be \(fingerprint)."
      }
    }
  }

  /// Taking a seed from paper; `options` is what the paper cannot say to a camera, `what` is held up,
  /// and `typing` says what is done where there is no camera; `isAlternative` where another step takes its place.
  func seed(
    _ facts: SheetSeed.Facts, _ options: [String], what: String, typing: String,
    comparison: Comparison, isAlternative: Bool = false
  ) -> SheetStep {
    let taking = ["offline-signer seed import \(facts.name)"] + options
    let whole = (taking + comparison.option(facts.fingerprint) + ["--from camera"])
      .joined(separator: " ")
    // A line that is too long would be broken, and typed as two.
    let isShort = whole.utf8.count <= Self.longestCommand
    return SheetStep(
      "\(isAlternative ? "Either hold" : "Hold") \(what) in front of that computer's own camera, never a smartphone's. "
        + [typing, comparison.sentence(facts.fingerprint, hasRoom: isShort)]
        .filter { !$0.isEmpty }.joined(separator: " "),
      isShort ? whole : (taking + ["--from camera"]).joined(separator: " "))
  }

  /// How many letters a line beside a QR code has room for.
  private static let longestCommand = 80

  /// What is done where there is no camera.
  static func typing(_ what: String) -> String {
    "Without a camera, put `--from terminal` in place of `--from camera` and type \(what)."
  }

  /// Looking for everything that a seed was used for, where no wallet is known.
  ///
  /// `addsNode` has the step with which a node is made known stand before the one that asks it.
  func accounts(
    of name: String, _ form: SheetSeed.Form? = nil, from height: UInt32?, addsNode: Bool = true
  ) -> [SheetStep] {
    let carry = "Write a file without a key, for a computer with a network:"
    if form == .singleKey {
      return [
        SheetStep(carry, "offline-signer account export \(name) --out key.png"),
        watching(name, from: "key.png", "Import that file.", height),
      ]
    }
    let whole = height == nil ? "; without a birth height this reads the whole chain" : ""
    let node = SheetStep("There, with Bitcoin Core (bitcoincore.org) running:", network.ownNode)
    return [
      SheetStep(carry, "offline-signer account export \(name) --all --out accounts.gif")
    ] + (addsNode ? [node] : []) + [
      SheetStep(
        addsNode
          ? "There, look for the accounts that were used\(whole):"
          : "There, with Bitcoin Core as its node\(whole):",
        "online-coordinator wallet discover \(name) accounts.gif\(since(height))")
    ]
  }

  /// What is done next, with the commands of a letter: seeing the coins of a wallet, and paying with them.
  ///
  /// `hasNode` says that a step above has made the node known.
  func paying(hasNode: Bool) -> [SheetStep] {
    let typed = { (command: LetterCommand) in
      command.rawValue.replacing("WALLET", with: "NAME")
    }
    let node = SheetStep("With Bitcoin Core (bitcoincore.org) running there:", network.ownNode)
    return (hasNode ? [] : [node]) + [
      SheetStep("See the coins of a wallet NAME:", typed(.balance)),
      SheetStep("Pay a small amount in bitcoin to an address of yours:", typed(.pay)),
      SheetStep("Carry the file to the other computer and sign it:", typed(.sign)),
      SheetStep("Carry the signed file back:", typed(.collect)),
      SheetStep("Send payment NUMBER:", typed(.send)),
    ]
  }

  /// What stands above them.
  static let payingHeading = "To see the coins and to pay, on the computer with a network"

  /// What begins the first of them where there is no room for a heading.
  static let payingFirst = "On the computer with a network. "

  /// The same where a page has little room.
  static let payingInShort =
    "To see the coins and to pay, type `online-coordinator --help` on the computer with a network: it lists the "
    + "commands."

  /// Watching a wallet again; `said` is what is done with `what`, the camera or a file that holds it.
  func watching(
    _ name: String, from what: String, _ said: String, _ height: UInt32?
  ) -> SheetStep {
    SheetStep(
      "On a computer with a network. \(said) \(range(height))Compare the first address.",
      "online-coordinator wallet import \(name) --from \(what)\(whichNetwork)\(since(height))")
  }

  /// Watching the wallets whose pages are held in front of a camera.
  func watching(_ said: String, _ height: UInt32?) -> SheetStep {
    watching("NAME", from: "camera", said, height)
  }

  /// What `NAME` stands for where a command has it first.
  static let anyName = "NAME is any name you like."

  /// Registering wallets with the signer again; who has not read of `NAME` yet reads of it in `said`.
  func registering(
    _ said: String, comparing: String = "Its first addresses must be those printed with it."
  ) -> SheetStep {
    SheetStep(
      "\(said) \(comparing)",
      "offline-signer wallet register NAME --from camera")
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
          "For each child listed above, here words/12/7; it must have the fingerprint beside it:",
          "offline-signer seed derive PARENT --as words --words 12 --index 7 --into NAME")
      ]
    }
    return known.map { child in
      // What was derived by an earlier step has the name that the step gave it.
      let isDerived = known.contains { $0.name == child.parent }
      let parent = isDerived ? nil : renamed.first { $0.name == child.parent }
      let which = parent.map { "; `SEED` is the seed with the fingerprint \($0.fingerprint)" }
      return SheetStep(
        "The child \(child.name), with the fingerprint \(child.fingerprint)\(which ?? ""):",
        "offline-signer seed derive \(parent == nil ? child.parent : "SEED") "
          + "\(child.derivation ?? "") --into \(child.name)")
    }
  }

  private static let mostChildren = 8

  /// Keys of test networks look alike, so a coordinator that knows no node has to be told.
  private var whichNetwork: String { network.isMainnet ? "" : " --network \(network.name)" }

  private func since(_ height: UInt32?) -> String { height.map { " --birth-height \($0)" } ?? "" }

  private func range(_ height: UInt32?) -> String {
    height == nil ? "Without a birth height it looks at the whole chain. " : ""
  }
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
