internal import AirgapMessages
internal import AirgapTransfer
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Descriptors
internal import ExtendedKeys
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletFiles
internal import WalletStorage

/// A wallet on its way into the records, and what came with it.
struct NewWallet {
  let descriptor: Descriptor
  /// Who holds which key, by its place in the descriptor.
  var labels: [Int: String] = [:]
  /// What the file says, not what is known of the script.
  var birthHeight: UInt32?
  var gapLimit: UInt32?
  /// Whether it is a wallet that somebody lost and wants to recover.
  var isRecovery = false

  init(_ descriptor: Descriptor, labels: [Int: String] = [:]) {
    self.descriptor = descriptor
    self.labels = labels
  }

  init(_ file: WalletFile) {
    self.init(file.descriptor)
    birthHeight = file.birthHeight ?? file.descriptor.annotations.birthHeight
    gapLimit = file.gapLimit ?? file.descriptor.annotations.gapLimit
    isRecovery = file.format == .accountMap
  }

  /// Refuses a wallet none of whose scripts has an address, such as bare multisig: nobody could pay
  /// to it, and no signer here takes it.
  func requireAddress(on network: Network) throws(ProgramError) {
    let hasAddress = descriptor.alternatives.contains { form in
      ((try? form.address(branch: 0, index: 0, on: network)) ?? nil) != nil
    }
    guard !hasAddress else { return }
    throw ProgramError(
      "no script of this wallet has an address: nobody could pay to it", rule: .r23,
      hint: "wrap it, as sh(...) or wsh(...), the same as the signers do")
  }
}

/// A message from the signer or from another coordinator, turned into a wallet.
struct WalletInput {
  let message: AirgapMessage
  let script: StandardAccount?

  /// The wallet on a network.
  ///
  /// Keys of another network are refused (R11), private keys unseen (R23).
  func wallet(on network: Network, _ console: Console) throws(ProgramError) -> NewWallet {
    let file = try hinted { () throws(WalletFileError) in try message.wallet(on: network) }
    if let file {
      for warning in file.warnings { console.warn(warning) }
      if let key = file.descriptor.hardenedKey {
        throw ProgramError(DescriptorError.hardenedStep(key: key))
      }
      return NewWallet(file)
    }
    let descriptor: Descriptor
    switch message {
    case .account(let export): descriptor = try account(export)
    case .key(let text):
      let key = try hinted { () throws(ExtendedKeyError) in try AccountKey(parsing: text) }
      guard let script = script ?? key.script else {
        throw ProgramError(
          "the key's path does not show which script it is for",
          hint: "add --script pkh, sh-wpkh, wpkh or tr")
      }
      descriptor = try single(key, script)
    case .sealedWallet:
      throw ProgramError(
        "this is \(message.kind), and its password was not asked for",
        hint: "use `wallet import NAME --from FILE`, which asks for it")
    default:
      throw ProgramError(
        "this is \(message.kind), not an account",
        hint: "export the account on the signer: `account export SEED --script wpkh --out ...`")
    }
    let checked = try hinted { () throws(WalletFileError) in
      try WalletFile(name: nil, descriptor: descriptor, network: nil).required(on: network)
    }
    for warning in checked.warnings { console.warn(warning) }
    return NewWallet(descriptor)
  }

  private func account(_ export: AccountExport) throws(ProgramError) -> Descriptor {
    let fitting = export.accounts.filter { script == nil || $0.script == script }
    guard let account = fitting.first else {
      throw ProgramError(
        "the account is not for \(script?.rawValue ?? "this script")",
        hint: "it is for \(export.accounts.map(\.script.rawValue).joined(separator: ", "))")
    }
    guard fitting.count == 1 else {
      let scripts = StandardAccount.allCases.filter { script in
        fitting.contains { $0.script == script }
      }
      throw ProgramError(
        scripts.count > 1
          ? "there are accounts for several scripts" : "there are several \(scripts[0]) accounts",
        hint: (scripts.count == fitting.count
          ? "add --script \(scripts.map(\.rawValue).joined(separator: " or --script ")); " : "")
          + "`wallet discover NAME INPUT` finds which of them were used")
    }
    return try single(account.key, account.script)
  }

  private func single(
    _ key: AccountKey, _ script: StandardAccount
  ) throws(ProgramError) -> Descriptor {
    guard let descriptor = Descriptor(account: key, script: script) else {
      throw ProgramError(
        "\(script.rawValue) is a cosigner's key: alone it makes no wallet",
        hint: "give the keys of all, and --threshold M; for a wallet of one key export wpkh or tr")
    }
    return descriptor
  }
}

extension CoordinatorSession {
  /// The network of a new wallet: the one named, else that of the node in use.
  func network(
    _ named: NetworkName?, for message: AirgapMessage, _ store: Store
  ) async throws -> Network {
    if let named = try network(named) { return named }
    if let node = try store.activeNode() {
      let source = try source(node)
      return try await asked(during: "asking the node for its network (or add --network)") {
        () async throws(NodeError) in try await source.status().network
      }
    }
    // Keys of mainnet say so; those of the test networks do not say which one they are of.
    if let key = WalletInput.keyNetwork(of: message), key == .mainnet { return .mainnet }
    throw ProgramError(
      "the network of this wallet is not known",
      hint: "add --network, with one of `network list`, or add a node first")
  }
}

extension WalletInput {
  static func keyNetwork(of message: AirgapMessage) -> KeyNetwork? {
    switch message {
    case .account(let export): export.accounts.first?.key.network
    case .key(let text): (try? AccountKey(parsing: text))?.network
    case .descriptor(let text): (try? Descriptor(parsing: text))?.network
    case .wallet(let file): file.descriptor.network
    case .keyRecord(let record): record.key.network
    default: nil
    }
  }

  /// The first block in which a coin of this script can be: earlier ones are not searched.
  static func birthHeight(of descriptor: Descriptor, on network: Network) -> Int {
    let (segwit, taproot) = (481_824, 709_632)
    guard network.isMainnet else { return 0 }
    switch descriptor.multisig?.wrapping {
    case .wsh, .shWsh: return segwit
    case .tr: return taproot
    case .sh, .bare: return 0
    case nil: break
    }
    switch descriptor.script {
    case .wpkh, .shWpkh: return segwit
    case .tr: return taproot
    default: return 0
    }
  }
}
