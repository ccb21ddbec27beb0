/// What the letter says to the heirs, who were told nothing before.
struct LetterSentences: Sendable {
  // MARK: Opening

  let heading: String
  /// `{date}`.
  let written: String
  let opening: String
  /// In a frame.
  let calm: String

  // MARK: Words that are needed

  let termsHeading: String
  let seedTerm: String
  let seedMeaning: String
  let passphraseTerm: String
  let passphraseMeaning: String
  let walletTerm: String
  let walletMeaning: String
  let fingerprintTerm: String
  let fingerprintMeaning: String
  let machineTerm: String
  let machineMeaning: String

  // MARK: What there is

  let whatHeading: String
  /// `{name}` of a wallet.
  let walletLabel: String
  /// `{name}` of a seed.
  let seedLabel: String
  let oneKey: String
  /// `{needed}` of `{count}` keys.
  let severalKeys: String
  /// A rule that is longer than two numbers.
  let otherRule: String
  let enough: String
  let notEnough: String
  /// `{fingerprint}` and `{date}`.
  let made: String
  /// `{path}` below the seed `{parent}`.
  let child: String
  let needsPassphrase: String
  let whereHeading: String
  let whereLabel: String

  // MARK: People

  let helpHeading: String
  let helpText: String
  let helpLabel: String
  let neverHeading: String
  let neverText: String

  // MARK: Steps

  let stepsHeading: String
  let findSheets: String
  let takeMachine: String
  let chooseWay: String
  let compare: String
  let others: String
  let paySmall: String
  let moveRest: String
  /// `{program}`.
  let oursHeading: String
  // What stands beside a command, which is the same in every language.
  let oursHome: String
  let oursSeed: String
  let oursPassphrase: String
  let oursChildren: String
  let oursWallet: String
  let oursWatching: String
  /// `{version}` that was tried.
  let electrumHeading: String
  let electrumInstall: String
  let electrumWords: String
  /// `{addresses}`.
  let electrumAddresses: String
  let electrumTaproot: String
  let otherHeading: String
  let otherChoose: String
  /// `{programs}`.
  let otherTried: String
  /// `{addresses}`.
  let otherEnter: String
  let otherSeveral: String

  // MARK: Signatures

  let rehearsedHeading: String
  let rehearsedText: String
  let rehearsedBox: String
  let dateBox: String
  let signatureBox: String

  /// All of them, for tests: in the order of their declaration.
  var all: [String] {
    Mirror(reflecting: self).children.compactMap { $0.value as? String }
  }
}
