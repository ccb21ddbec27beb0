internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import TerminalUI
internal import WalletStorage

/// What `wallet create` and `wallet import` have in common.
struct NewWalletOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The network; that of the node in use unless given.", valueName: "net"))
  var network: NetworkArgument?

  @Option(
    name: .customLong("birth-height"),
    help: ArgumentHelp(
      "No coin is older than this block; earlier ones are not looked at.", valueName: "block"))
  var birthHeight: Int?

  @Option(
    name: .customLong("gap-limit"),
    help: ArgumentHelp(
      "How many addresses past the last used or handed out are watched.", valueName: "n"))
  var gapLimit = 20

  /// Adds the wallet and says what it is.
  func add(
    _ name: String, from input: String, script: ScriptArgument?, in session: Session
  ) async throws(ProgramError) {
    guard (1...10_000).contains(gapLimit), (0...10_000_000).contains(birthHeight ?? 0) else {
      throw ProgramError(
        "the gap limit goes from 1 to 10000, the birth height from 0", hint: "leave them out",
        exitCode: .wrongUsage)
    }
    let store = try session.store()
    let message = try MessageInput(input).message(on: session.console)
    let network = try await session.network(network, for: message, store)
    let descriptor = try WalletInput(message: message, script: script?.script)
      .descriptor(on: network, session.console)
    let birth = birthHeight ?? WalletInput.birthHeight(of: descriptor, on: network)
    let limit = gapLimit
    let wallet = try hinted { () throws(StorageError) in
      try store.addWallet(
        name: name, network: network, descriptor: descriptor, birthHeight: birth, gapLimit: limit)
    }
    session.remind(of: [wallet])
    let first = try hinted { () throws(DescriptorError) in
      try descriptor.address(branch: 0, index: 0, on: network)
    }
    let address = first?.string ?? ""
    session.console.result(
      text: """
        \(wallet.name) is a wallet on \(network.name).
        \(descriptor.canonical)
        Its first address, to compare with the signer's: \(first?.grouped ?? "none")
        """,
      json: [
        "wallet": .string(wallet.name), "network": .string(network.name),
        "descriptor": .string(descriptor.canonical), "firstAddress": .string(address),
        "birthHeight": .integer(birth),
      ])
  }
}

/// The command `wallet create`.
struct WalletCreateCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Makes a wallet from an account that the signer exported.",
    discussion: """
        online-coordinator wallet create savings account.png
        online-coordinator wallet create savings camera --network mainnet

      The wallet has the script that the account was exported for. Wallets of several keys are not
      there yet.
      """)

  @Argument(help: "A name for the wallet.")
  var name: String

  @Argument(help: "The signer's account: file, picture, folder, `-`, `camera`, `paste` or text.")
  var inputs: [String]

  @Option(help: ArgumentHelp("How many of the accounts have to sign.", valueName: "m"))
  var threshold: Int?

  @Option(help: ArgumentHelp("The kind of script.", valueName: "type"))
  var script: ScriptArgument?

  @OptionGroup var new: NewWalletOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    guard let input = inputs.first, inputs.count == 1, threshold ?? 1 == 1 else {
      throw ProgramError(
        "wallets of several keys are not there yet", hint: "give one account of one key")
    }
    try await new.add(name, from: input, script: script, in: session)
  }
}

/// The command `wallet import`.
struct WalletImportCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes a wallet from a descriptor, such as another coordinator exported.")

  @Argument(help: "A name for the wallet.")
  var name: String

  @Option(help: ArgumentHelp("The descriptor: file, picture, `-` or text.", valueName: "input"))
  var from: String

  @OptionGroup var new: NewWalletOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    try await new.add(name, from: from, script: nil, in: session)
  }
}
