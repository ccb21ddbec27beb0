package import EncryptedVault
package import KeeperProcess
package import PacketSigning
internal import Refusals
package import TerminalUI

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
