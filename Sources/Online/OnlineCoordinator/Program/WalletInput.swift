internal import AirgapMessages
internal import AirgapTransfer
internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys
internal import NodeClients
internal import TerminalUI
internal import WalletFiles
internal import WalletStorage

/// A message from the signer, turned into a wallet's descriptor.
struct WalletInput {
  let message: AirgapMessage
  let script: StandardAccount?

  /// The descriptor on a network.
  ///
  /// Keys of another network are refused (R11), private keys unseen (R23).
  func descriptor(on network: Network, _ console: Console) throws(ProgramError) -> Descriptor {
    let descriptor: Descriptor
    switch message {
    case .account(let export): descriptor = try account(export)
    case .key(let text):
      let key = try hinted { () throws(ExtendedKeyError) in try AccountKey(parsing: text) }
      guard let script = script ?? key.script else {
        throw ProgramError(
          "the key's path does not tell which script it is for",
          hint: "add --script pkh, sh-wpkh, wpkh or tr")
      }
      descriptor = try single(key, script)
    case .descriptor(let text):
      if !text.contains("#") {
        console.warn(
          "the descriptor has no checksum: a mistyped one would be taken as it stands (R23)")
      }
      descriptor = try hinted { () throws(DescriptorError) in try Descriptor(parsing: text) }
    case .wallet(let file):
      for warning in file.warnings { console.warn(warning) }
      descriptor = file.descriptor
    case .psbt, .transaction, .address, .keyRecord, .sealedRecord:
      throw ProgramError(
        "this is \(message.kind), not an account",
        hint: "export the account on the signer: account export SEED --script wpkh --out ...")
    }
    guard !descriptor.needsPrivateKey else { throw ProgramError(DescriptorError.hardenedStep) }
    if let found = descriptor.network, found != KeyNetwork(network) {
      throw ProgramError(DescriptorError.wrongNetwork(expected: network))
    }
    for key in descriptor.keys {
      // Standard paths name their network too (SLIP-44).
      guard let steps = key.origin?.path.steps, steps.count >= 2, steps[0].isHardened,
        [44, 48, 49, 84, 86].contains(steps[0].index), steps[1].isHardened
      else { continue }
      guard steps[1].index == network.coinType else {
        throw ProgramError(
          "the account's path is for \(steps[1].index == 0 ? "mainnet" : "a test network") (R11)",
          hint: "export it from a signer whose home is on \(network.name)")
      }
    }
    return descriptor
  }

  private func account(_ export: AccountExport) throws(ProgramError) -> Descriptor {
    let fitting = export.accounts.filter { script == nil || $0.script == script }
    guard let account = fitting.first else {
      throw ProgramError(
        "the account is not for \(script?.rawValue ?? "this script")",
        hint: "it is for \(export.accounts.map(\.script.rawValue).joined(separator: ", "))")
    }
    guard fitting.count == 1 else {
      throw ProgramError(
        "there are accounts for several scripts",
        hint: "add --script \(fitting.map(\.script.rawValue).joined(separator: " or --script "))")
    }
    return try single(account.key, account.script)
  }

  private func single(
    _ key: AccountKey, _ script: StandardAccount
  ) throws(ProgramError) -> Descriptor {
    guard let descriptor = Descriptor(account: key, script: script) else {
      throw ProgramError(
        "\(script.rawValue) is a cosigner's key, and wallets of several keys are not there yet",
        hint: "export an account for pkh, sh-wpkh, wpkh or tr")
    }
    return descriptor
  }
}

extension Session {
  /// The network of a new wallet: the one named, else that of the node in use.
  func network(
    _ named: NetworkArgument?, for message: AirgapMessage, _ store: Store
  ) async throws(ProgramError) -> Network {
    if let named { return named.network }
    if let node = try hinted({ () throws(StorageError) in try store.activeNode() }) {
      let source = try source(node)
      return try await hinted(during: "asking the node for its network (or add --network)") {
        () async throws(NodeError) in try await source.status().network
      }
    }
    // Keys of the real network say so; those of the test networks do not say of which.
    if let key = WalletInput.keyNetwork(of: message), key == .mainnet { return .mainnet }
    throw ProgramError(
      "nothing tells which network this wallet is on",
      hint: "add --network mainnet, testnet3, testnet4, signet or regtest, or add a node first")
  }
}

extension WalletInput {
  static func keyNetwork(of message: AirgapMessage) -> KeyNetwork? {
    switch message {
    case .account(let export): export.accounts.first?.key.network
    case .key(let text): (try? AccountKey(parsing: text))?.network
    case .descriptor(let text): (try? Descriptor(parsing: text))?.network
    case .wallet(let file): file.descriptor.network
    default: nil
    }
  }

  /// The first block in which a coin of this script can be: nobody looks before it.
  static func birthHeight(of descriptor: Descriptor, on network: Network) -> Int {
    guard network.isMainnet else { return 0 }
    switch descriptor.script {
    case .wpkh, .shWpkh, .wsh, .shWsh: return 481_824  // segwit
    case .tr: return 709_632  // taproot
    default: return 0
    }
  }
}
