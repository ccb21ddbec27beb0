/// What the letter says to the heirs, who were told nothing before.
struct LetterSentences: Sendable {
  // MARK: Opening

  /// The title of the pages; `{name}` of the wallet or the seed.
  let title: String
  let heading: String
  /// `{date}`.
  let written: String
  /// Before the opening on a test network, `{network}`.
  let practice: String
  let opening: String
  /// In a frame.
  let calm: String
  /// The same where a wallet has several ways to spend, and others may take one of them.
  let calmForSeveralWays: String

  // MARK: Words that are needed

  let termsHeading: String
  let seedTerm: String
  let seedMeaning: String
  let passphraseTerm: String
  let passphraseMeaning: String
  let sheetWordsTerm: String
  let sheetWordsMeaning: String
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
  /// Of a wallet with several ways to spend.
  let severalWays: String
  let enough: String
  let notEnough: String
  /// `{fingerprint}` and `{date}`.
  let made: String
  /// The same of a seed that came from elsewhere on that day, and may be older.
  let imported: String
  /// The same of a seed that was derived from another, or made of draws that may have been noted before.
  let madeAgain: String
  /// `{path}` below the seed `{parent}`.
  let child: String
  let needsPassphrase: String
  let noPassphrase: String
  /// `{names}` of wallets of the same seeds that the letter is not about.
  let otherWallets: String
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
  let twoComputers: String
  let findSheets: String
  let takeMachine: String
  let chooseWay: String
  let compare: String
  let others: String
  let howPaid: String
  let paySmall: String
  let moveRest: String
  /// `{program}`.
  let oursHeading: String
  /// Where both programs are: `{address}` and `{hash}` (SHA-256) of the archive.
  let oursSource: String
  /// The same where the build does not know it.
  let oursSourceUnknown: String
  /// On which system both programs run, after either.
  let oursSystem: String
  /// Before a line to write on, in both cases.
  let oursSourceLabel: String
  // What stands beside a command, which is the same in every language.
  let oursHome: String
  let oursSeed: String
  let oursPassphrase: String
  /// Before the steps of a wallet, where the letter is about several.
  let oursEachWallet: String
  let oursWallet: String
  let oursNode: String
  let oursWatching: String
  let oursBalance: String
  let oursPay: String
  let oursSign: String
  let oursSignEach: String
  let oursCollect: String
  let oursSend: String
  /// `{version}` that was tried.
  let electrumHeading: String
  let electrumInstall: String
  /// Before the command that starts it for the `{network}` for practice.
  let electrumPractice: String
  let electrumChoose: String
  /// In place of it, where each wallet has several keys.
  let electrumChooseSeveral: String
  let electrumWords: String
  /// `{addresses}`, with nothing behind it: they end in paths.
  let electrumAddresses: String
  /// Of a wallet of several keys, where there are others: what is different, and the `{label}` of the keys' lines.
  let electrumSeveral: String
  /// After the words, where each wallet has several keys; with the `{label}` of their lines.
  let electrumCosigners: String
  let electrumTaproot: String
  /// Before ``electrumWatch`` where there are wallets of several keys as well; ends in a colon.
  let electrumOneKey: String
  /// Of a wallet of one key: those of several are made again of the lines of their keys.
  let electrumWatch: String
  let electrumPay: String
  /// `{programs}` that were tried.
  let pythonHeading: String
  // What stands beside the lines that are typed, which are the same in every language.
  let pythonInstall: String
  let pythonStart: String
  let pythonImport: String
  let pythonWords: String
  let pythonKeys: String
  let pythonFingerprint: String
  /// `{name}` of a wallet of one key.
  let pythonAddress: String
  /// `{name}` of a wallet of several keys.
  let pythonKey: String
  let pythonPayment: String
  let pythonShow: String
  /// Of a wallet of several keys, which no seed makes alone.
  let pythonDescriptor: String
  /// `{name}` of a wallet; ends in a colon.
  let pythonChange: String
  /// Of what does not come back to it; `{name}` of a wallet, ends in a colon.
  let pythonElsewhere: String
  let pythonSign: String
  let pythonSave: String
  /// Of a wallet of several keys.
  let pythonSignEach: String
  let pythonSend: String
  let otherHeading: String
  let otherChoose: String
  /// `{programs}`.
  let otherTried: String
  /// `{addresses}`, with nothing behind it.
  let otherEnter: String
  let otherSeveral: String
  let otherPay: String

  // MARK: Signatures

  let rehearsedHeading: String
  let rehearsedText: String
  let rehearsedBox: String
  let ownerBox: String

  /// All of them, for tests: in the order of their declaration.
  var all: [String] {
    Mirror(reflecting: self).children.compactMap { $0.value as? String }
  }
}
