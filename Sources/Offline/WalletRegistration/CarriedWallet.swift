package import AirgapMessages
internal import AirgapTransfer
package import BitcoinPrimitives
package import Descriptors
package import EncryptedVault
internal import ExtendedKeys
internal import Refusals
package import TerminalUI
internal import WalletFiles

/// A wallet as somebody else wrote it (R23).
package struct CarriedWallet: Sendable {
  package let descriptor: Descriptor
  /// What it came as, in words: kept with the wallet.
  package let source: String
  /// What must be acknowledged before it is taken, each by R23.
  let warnings: [String]

  /// Reads a wallet of a kind that this signer signs, from a descriptor or any wallet file.
  ///
  /// A wrong checksum and private keys are refused, the latter unseen; so is a key twice, a
  /// fingerprint of zero, a key of another network, and an address that the keys do not give.
  /// An encrypted BSMS record is opened with the token; nothing else is asked yet.
  package static func read(
    _ input: String, on network: Network, token: BSMSTokenOption? = nil, _ console: Console
  ) throws(ProgramError) -> CarriedWallet {
    let message = try message(input, token: token, console)
    return try CarriedWallet(message, from: input, on: network)
  }

  /// Reads the bytes alone, before any key is in memory; an encrypted BSMS record is opened with the
  /// token, a file that Electrum encrypted with its password.
  package static func message(
    _ input: String, token: BSMSTokenOption? = nil, passwordFile: String? = nil, _ console: Console
  ) throws(ProgramError) -> AirgapMessage {
    let message = try MessageInput(input, saysPages: true).message(on: console)
      .opened(passwordFile: passwordFile, from: input, isNetworked: false, on: console)
    guard case .sealedRecord(let record) = message, let token else { return message }
    return try opened(
      record, token.requiredToken(on: console), during: ForeignText.shown(input))
  }

  /// A wallet that a recovery sheet holds beside its seed: judged as any other, since whoever
  /// printed the sheet may have been deceived.
  package static func ofSheet(
    _ descriptor: String, on network: Network
  ) throws(ProgramError) -> CarriedWallet {
    try handedOver(descriptor, on: network, source: "encrypted sheet")
  }

  private static func opened(
    _ record: String, _ token: BSMSToken, during shown: String
  ) throws(ProgramError) -> AirgapMessage {
    let text = try hinted(during: shown) { () throws(WalletFileError) in try token.opened(record) }
    return try hinted(during: shown) { () throws(AirgapMessageError) in
      try Recognizer.message(Array(text.utf8))
    }
  }

  /// The wallet of an account of one key; nil for other messages.
  private static func account(_ message: AirgapMessage) -> WalletFile? {
    guard case .account(let export) = message, export.accounts.count == 1,
      let account = export.accounts.first,
      let descriptor = Descriptor(account: account.key, script: account.script)
    else { return nil }
    return WalletFile(name: nil, descriptor: descriptor, network: nil)
  }

  /// A wallet by its descriptor alone, which came from the reviewer: judged as any other.
  package static func handedOver(
    _ descriptor: String, on network: Network, source: String
  ) throws(ProgramError) -> CarriedWallet {
    let file = try hinted { () throws(WalletFileError) in
      try WalletFile(reading: Array(descriptor.utf8), on: network)
    }
    try WalletRules.require(file.descriptor)
    return CarriedWallet(descriptor: file.descriptor, source: source, warnings: file.warnings)
  }

  /// Whether a wallet that is registered may have come as this.
  package static func isSource(_ words: String) -> Bool {
    WalletFileFormat.allCases.contains { $0.title == words }
  }

  /// What must be acknowledged of it, once it is known which keys are ours.
  package func concerns(_ descriptor: Descriptor, ownKeys: [OwnKey]) -> [WalletWarning] {
    WalletWarning.all(of: descriptor, ownKeys: ownKeys, file: warnings)
  }

  /// What must be acknowledged of the file that it came in: all that its descriptor alone does not show.
  package func concernsOfFile(on network: Network) throws(ProgramError) -> [WalletWarning] {
    let bare = try CarriedWallet.handedOver(descriptor.canonical, on: network, source: source)
    return warnings.filter { !bare.warnings.contains($0) }.map { WalletWarning.file($0) }
  }
}

// Beside the initializer of the members, which the wallets of sheets take.
extension CarriedWallet {
  /// Takes the wallet out of what was read from `input`.
  package init(
    _ message: AirgapMessage, from input: String, on network: Network
  ) throws(ProgramError) {
    let shown = ForeignText.shown(input)
    let file = try hinted(during: shown) { () throws(WalletFileError) -> WalletFile? in
      if let account = Self.account(message) { return try account.required(on: network) }
      return try message.wallet(on: network)
    }
    guard let file else {
      throw ProgramError(
        "\(shown) holds \(message.kind), not one wallet",
        hint: "have the coordinator export the wallet: `wallet export NAME --as descriptor`")
    }
    try WalletRules.require(file.descriptor)
    self.init(
      descriptor: file.descriptor, source: file.format.title, warnings: file.warnings)
  }
}
