package import BitcoinPrimitives
internal import CommandLineInterface
package import EncryptedVault
internal import KeeperProcess
internal import SecureMemory
package import TerminalUI
package import TransactionReview

/// One run of a command: its environment, its console, and the way to the vault.
package struct SignerSession: Sendable {
  package let environment: SignerEnvironment
  package let console: Console
  /// The gate before keys.
  package let interlock: Interlock
  private let screen: RehearsalScreen
  private let passphrase: SecretSource
  /// Where the second passphrase comes from, of seeds that have one of their own.
  let seedsPassphrase: SecretSource

  package init(
    _ options: SignerCommonOptions, in environment: SignerEnvironment
  ) throws(ProgramError) {
    let screen = RehearsalScreen(
      environment.screen, action: environment.action, isRehearsal: environment.isRehearsal)
    var environment = environment
    environment.keeper = environment.keeper.map { AskingKeeper(link: $0, screen: screen) }
    self.environment = environment
    self.screen = screen
    console = Console(screen: screen, json: options.json)
    interlock = Interlock(environment.machine)
    passphrase = try SecretSource(
      file: options.passphraseFile, descriptor: options.passphraseDescriptor)
    seedsPassphrase = try SecretSource(
      file: options.seedsPassphraseFile, descriptor: options.seedsPassphraseDescriptor,
      option: "seeds-passphrase")
  }

  package var now: Int64 { environment.now() }

  /// Begins a screen of key-keeper's own before its first question: nothing that a reviewer wrote stands above it.
  package func beginOwnScreen() {
    let whereItAsks =
      console.screen.canScrollBack
      ? ". What was shown before is above: scroll up to see it again."
      : ", on a screen of its own."
    environment.ownScreen?.begin(
      "\(screen.rehearsal)key-keeper asks from here on\(whereItAsks)", on: console)
  }

  /// The folder of the home.
  package func home() throws(ProgramError) -> String {
    guard let home = environment.home else {
      throw ProgramError(
        "neither OFFLINE_SIGNER_HOME nor HOME is set",
        hint: "set OFFLINE_SIGNER_HOME to the folder of this signer's vault")
    }
    return home
  }

  /// The gate before keys of a network: mainnet needs an isolated machine, anything else is a
  /// rehearsal and says so.
  ///
  /// - Throws: `ProgramError` when the machine is not isolated and nobody typed the sentence.
  func enter(_ network: Network, for what: String) throws(ProgramError) {
    if network.isWorthMoney {
      try interlock.requireShutOff(for: what, on: console)
    } else {
      sayRehearsal(on: network, "\(what) is on \(network.name)")
    }
  }

  /// Takes the mark of a rehearsal off the screen where signatures of a payment could spend real coins: the
  /// review that says so must not stand below its contrary.
  package func endRehearsal(of facts: ReviewFacts) {
    if facts.couldSpendRealCoins { endRehearsal() }
  }

  /// The same where a question is about real coins.
  package func endRehearsal() { screen.end() }

  /// Marks the screens of this run where another process opened the vault and said so.
  package func beginRehearsal(on network: Network) {
    if !network.isWorthMoney { screen.begin(on: network.name) }
  }

  /// The gate before the keys of a seed that is there for this run alone.
  ///
  /// Words carry no network: on a test network, too, the machine must be isolated unless every key
  /// lies under the coin type of that network, for any other may hold real coins (R11).
  package func enterForSeed(on network: Network, everyKeyIsBound: Bool) throws(ProgramError) {
    guard !network.isWorthMoney, !everyKeyIsBound else {
      return try enter(network, for: "this seed")
    }
    try interlock.requireShutOff(for: "a seed whose keys may hold real coins", on: console)
    console.talk(
      "NOT A REHEARSAL: on \(network.name), but these keys are not under its coin type, and the same "
        + "keys are valid on mainnet (R11).")
  }

  /// The gate before a seed is read of which nobody knows the keys yet: mainnet needs an isolated machine, and so does
  /// a test network unless a person says that the seed is for practice, or `--accept practice` does.
  ///
  /// Where the keys lie is judged by ``enterForSeed(on:everyKeyIsBound:)`` as soon as the wallet says it.
  package func enterForUnreadSeed(
    on network: Network, accepting accepted: [RuleArgument]
  ) throws(ProgramError) {
    guard !network.isWorthMoney else { return try enter(network, for: "this seed") }
    try interlock.requirePractice(
      accepting: accepted.contains(.consent(.practice)), on: network.name, console)
  }

  private func sayRehearsal(on network: Network, _ what: String) {
    screen.begin(on: network.name)
    console.talk("REHEARSAL: \(what), its coins are worth nothing.")
    // At the desk the machine was looked at when the vault was opened, and has a page of its own.
    if let note = interlock.rehearsalNote(), environment.action == nil { console.talk(note) }
  }

  /// The networks that a home here may be made for.
  package func networks() throws(ProgramError) -> NetworkRegistry {
    try NetworkFile.registry(inHome: home())
  }

  /// Makes the vault of this home.
  package func createVault(for network: Network) throws(ProgramError) -> Vault {
    let home = try home()
    if try hinted({ () throws(VaultError) in try Vault.exists(in: home) }) {
      throw ProgramError(VaultError.alreadyThere(home: home))
    }
    try enter(network, for: "this home")
    let question = VaultPassphraseQuestion(
      text: "Passphrase of the new vault", option: "passphrase", network: network,
      random: environment.random)
    let secret = try question.answer(from: passphrase, on: console)
    let contents = VaultContents(network: network)
    let (random, parameters) = (environment.random, environment.parameters)
    return try console.working("computing the key from the passphrase") {
      () throws(ProgramError) in
      try hinted { () throws(VaultError) in
        try Vault.create(
          in: home, contents: contents, passphrase: secret, parameters: parameters, random: random)
      }
    }
  }

  /// Checks that there is a vault, before anything else is asked or read; gives the home.
  @discardableResult
  package func requireVault() throws(ProgramError) -> String {
    let home = try home()
    guard try hinted({ () throws(VaultError) in try Vault.exists(in: home) }) else {
      throw ProgramError(VaultError.noVault(home: home))
    }
    return home
  }

  /// Opens the vault of this home and says what there is to say about it.
  ///
  /// With `takingPrevious` the generation before it is taken where the vault is damaged.
  package func openVault(takingPrevious: Bool = false) throws(ProgramError) -> Vault {
    let home = try requireVault()
    // Before a passphrase is typed; a vault that does not say is treated as one of mainnet.
    let isForMainnet = try hinted { () throws(VaultError) in
      try Vault.isForMainnet(in: home) ?? true
    }
    if isForMainnet { try interlock.requireShutOff(for: "this home", on: console) }
    let secret = try console.secret("Passphrase of the vault", from: passphrase)
    let patience = environment.patience
    let (random, parameters) = (environment.random, environment.parameters)
    let vault = try console.working("opening the vault") { () throws(ProgramError) in
      try hinted { () throws(VaultError) in
        try Vault.open(
          in: home, passphrase: secret, minimum: parameters, takingPrevious: takingPrevious,
          waiting: patience, random: random)
      }
    }
    for notice in vault.notices { console.warn(notice.text) }
    let network = try vault.contents.knownNetwork()
    if !network.isWorthMoney {
      sayRehearsal(on: network, "this home is on \(network.name)")
    } else if !isForMainnet {
      // Authenticated when it was opened: somebody changed the file after it was looked at.
      throw ProgramError(
        VaultError.damaged(
          path: home,
          what: "the vault file was replaced by another one while it was being opened"))
    }
    // The desk shows them on a page of their own.
    if environment.action == nil {
      for reminder in vault.contents.reminders(now: now) { console.warn(reminder) }
    }
    return vault
  }
}

/// The way to what holds the seeds, which asks on the terminal of this process, too.
private struct AskingKeeper: KeeperLink {
  let link: any KeeperLink
  let screen: RehearsalScreen

  func answer(to request: [UInt8]) throws(KeeperProcessError) -> [UInt8] {
    defer { screen.forgetFirstScreen() }
    return try link.answer(to: request)
  }
}
