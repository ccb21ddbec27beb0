package import BitcoinPrimitives
package import EncryptedVault
package import KeeperProcess
package import PacketSigning
internal import Refusals
internal import SecureMemory
package import TerminalUI
package import WalletBackups

/// The reviewer's side: what it asks, and what comes back.
package struct KeeperClient: Sendable {
  private let link: any KeeperLink

  package init(_ link: any KeeperLink) {
    self.link = link
  }

  /// Has the vault opened, and gives what it holds; each seed in it is sealed.
  ///
  /// - Throws: `ProgramError`.
  package func open() throws(ProgramError) -> VaultContents {
    guard case .contents(let bytes) = try answer(to: .open) else {
      throw ProgramError(KeyKeeperError.message)
    }
    return try hinted { () throws(VaultError) in try VaultContents(sealedBytes: bytes) }
  }

  /// Has a reviewed packet signed.
  ///
  /// - Throws: `ProgramError`.
  package func sign(
    _ request: SignRequest
  ) throws(ProgramError) -> (signatures: [MadeSignature], log: SignedLog?) {
    guard case .signed(let signatures, log: let log) = try answer(to: .sign(request)) else {
      throw ProgramError(KeyKeeperError.message)
    }
    return (signatures, log)
  }

  /// Has the reviewed packets of a fee ladder signed, all or none.
  ///
  /// - Throws: `ProgramError`.
  package func sign(ladder requests: [SignRequest]) throws(ProgramError) -> [SignedStep] {
    guard case .signedLadder(let steps) = try answer(to: .ladder(requests)),
      steps.count == requests.count
    else { throw ProgramError(KeyKeeperError.message) }
    return steps
  }

  /// Has a text signed.
  ///
  /// - Throws: `ProgramError`.
  package func sign(
    _ request: TextRequest
  ) throws(ProgramError) -> (signatures: [MadeSignature], log: SignedLog) {
    guard case .signed(let signatures, log: let log?) = try answer(to: .text(request)) else {
      throw ProgramError(KeyKeeperError.message)
    }
    return (signatures, log)
  }

  /// Has the keys of a wallet found that are ours; gives the wallet with their origins, too.
  ///
  /// - Throws: `ProgramError`.
  package func keys(
    ofWallet descriptor: String
  ) throws(ProgramError) -> (descriptor: String, own: [OwnKey]) {
    guard case .keys(let named, own: let own) = try answer(to: .keys(ofWallet: descriptor)) else {
      throw ProgramError(KeyKeeperError.message)
    }
    return (named, own)
  }

  /// Has a wallet registered that was shown; gives the time that is kept with it.
  ///
  /// - Throws: `ProgramError`.
  package func register(_ request: RegisterRequest) throws(ProgramError) -> Int64 {
    guard case .saved(let time) = try answer(to: .register(request)) else {
      throw ProgramError(KeyKeeperError.message)
    }
    return time
  }

  /// Has a wallet forgotten.
  ///
  /// - Throws: `ProgramError`.
  package func remove(walletNamed name: String) throws(ProgramError) {
    guard case .saved = try answer(to: .remove(name: name)) else {
      throw ProgramError(KeyKeeperError.message)
    }
  }

  /// Has the first round of a reviewed packet answered; nothing is signed.
  ///
  /// - Throws: `ProgramError`.
  package func openings(_ request: SignRequest) throws(ProgramError) -> [MadeOpening] {
    guard case .opened(let openings) = try answer(to: .sign(request)) else {
      throw ProgramError(KeyKeeperError.message)
    }
    return openings
  }

  /// Has the key of the seed's backups derived, on the network of this home.
  ///
  /// - Throws: `ProgramError`.
  package func backupKey(on network: Network) throws(ProgramError) -> BackupKey {
    guard case .backupKey(var text) = try answer(to: .backupKey) else {
      throw ProgramError(KeyKeeperError.message)
    }
    let line = SecretBytes(moving: &text)
    let key = try hinted { () throws(BackupError) in
      try BackupKey(parsing: line, among: NetworkRegistry(with: network))
    }
    guard key.network == network else { throw ProgramError(KeyKeeperError.message) }
    return key
  }

  /// Has the contents of a backup encrypted and signed; gives the AEWB container and its time.
  ///
  /// - Throws: `ProgramError`.
  package func archive(
    _ contents: [UInt8]
  ) throws(ProgramError) -> (container: [UInt8], time: UInt32) {
    guard case .archive(let container, let time) = try answer(to: .archive(contents)) else {
      throw ProgramError(KeyKeeperError.message)
    }
    return (container, time)
  }

  private func answer(to request: KeeperRequest) throws(ProgramError) -> KeeperAnswer {
    let bytes: [UInt8]
    do throws(KeeperProcessError) {
      bytes = try link.answer(to: request.encoded)
    } catch {
      throw ProgramError(error)
    }
    let answer: KeeperAnswer
    do throws(KeyKeeperError) {
      answer = try KeeperAnswer(decoding: bytes)
    } catch {
      throw ProgramError(error)
    }
    if case .refused(let error) = answer { throw error }
    return answer
  }
}
