import BitcoinPrimitives
import EncryptedVault
import Isolation
import SecureMemory
import TerminalUI

/// One run of a command: its environment, its console, and the way to the vault.
struct Session: Sendable {
  let environment: SignerEnvironment
  let console: Console
  private let passphrase: SecretSource

  init(_ options: CommonOptions, in environment: SignerEnvironment) throws(ProgramError) {
    self.environment = environment
    console = Console(screen: environment.screen, json: options.json)
    passphrase = try SecretSource(
      file: options.passphraseFile, descriptor: options.passphraseDescriptor)
  }

  var now: Int64 { environment.now() }

  /// The folder of the home.
  func home() throws(ProgramError) -> String {
    guard let home = environment.home else {
      throw ProgramError(
        "neither OFFLINE_SIGNER_HOME nor HOME is set",
        hint: "set OFFLINE_SIGNER_HOME to the folder of this signer's vault")
    }
    return home
  }

  /// Makes the vault of this home.
  func createVault(for network: Network) throws(ProgramError) -> Vault {
    let home = try home()
    if try hinted({ () throws(VaultError) in try Vault.exists(in: home) }) {
      throw ProgramError(VaultError.alreadyThere(home: home))
    }
    let secret = try console.newSecret(
      "Passphrase of the new vault", from: passphrase)
    if secret.count < Self.shortPassphrase {
      console.warn(
        "the passphrase is short: whoever takes the vault can try short ones; use several words")
    }
    let contents = VaultContents(network: network)
    let (random, parameters) = (environment.random, environment.parameters)
    return try console.working("stretching the passphrase") { () throws(ProgramError) in
      try hinted { () throws(VaultError) in
        try Vault.create(
          in: home, contents: contents, passphrase: secret, parameters: parameters, random: random)
      }
    }
  }

  /// Checks that there is a vault, before anything else is asked or read; gives the home.
  @discardableResult
  func requireVault() throws(ProgramError) -> String {
    let home = try home()
    guard try hinted({ () throws(VaultError) in try Vault.exists(in: home) }) else {
      throw ProgramError(VaultError.noVault(home: home))
    }
    return home
  }

  /// Opens the vault of this home and says what there is to say about it.
  func openVault() throws(ProgramError) -> Vault {
    let home = try requireVault()
    let secret = try console.secret("Passphrase of the vault", from: passphrase)
    let (random, parameters) = (environment.random, environment.parameters)
    let vault = try console.working("opening the vault") { () throws(ProgramError) in
      try hinted { () throws(VaultError) in
        try Vault.open(in: home, passphrase: secret, minimum: parameters, random: random)
      }
    }
    for notice in vault.notices { console.warn(notice.text) }
    let network = try vault.contents.knownNetwork()
    if network.isMainnet {
      // A rehearsal may be held on a connected machine; real coins may not.
      for finding in MachineFindings().findings {
        console.warn("\(finding.message): \(finding.mend)")
      }
    } else {
      console.talk("REHEARSAL: this home is on \(network.name), its coins are worth nothing.")
    }
    return vault
  }

  /// The bytes below which a passphrase is called short.
  private static let shortPassphrase = 12
}

/// Runs something whose error says what to do about it, as an error of the program.
func hinted<Result: ~Copyable, Failure: HintedError>(
  during action: String? = nil, _ body: () throws(Failure) -> Result
) throws(ProgramError) -> Result {
  do {
    return try body()
  } catch {
    throw ProgramError(error, during: action)
  }
}
