import AirgapMessages
import RecordingScreens
import TerminalUI
import TestSupport
import Testing
import WalletFiles

@testable import AirgapTransfer

/// The question for the password of a file that Electrum encrypted.
@Suite struct SealedWalletTests {
  private func opened(
    _ answer: String, isNetworked: Bool
  ) throws -> (screen: RecordingScreen, result: Result<AirgapMessage, ProgramError>) {
    let file = try #require(ElectrumSealedFile.recognised(Array(ElectrumFiles.watching.utf8)))
    let screen = RecordingScreen(answers: [answer])
    do throws(ProgramError) {
      let message = try AirgapMessage.sealedWallet(file)
        .opened(
          passwordFile: nil, from: "wallet", isNetworked: isNetworked, on: Console(screen: screen))
      return (screen, .success(message))
    } catch {
      return (screen, .failure(error))
    }
  }

  @Test func `on a networked machine it comes after a warning, on the signer without one`() throws {
    for isNetworked in [true, false] {
      let (screen, result) = try opened(ElectrumFiles.password, isNetworked: isNetworked)
      guard case .success(.wallet) = result else { throw try #require(result.failure) }
      let talk = screen.talk.replacing("\n", with: " ")
      #expect(
        talk.contains(
          "Only for a watch-only wallet: if this file can spend, do not type its password here. Give the master public key instead (Electrum: Wallet, Information)."
        ) == isNetworked)
      #expect(screen.terminal.contains("Password of the Electrum file"))
    }
    // The warning stands before the question: nobody has answered yet.
    let file = try #require(ElectrumSealedFile.recognised(Array(ElectrumFiles.watching.utf8)))
    let screen = RecordingScreen(answers: [])
    #expect(throws: ProgramError.self) {
      try AirgapMessage.sealedWallet(file)
        .opened(passwordFile: nil, from: "wallet", isNetworked: true, on: Console(screen: screen))
    }
    #expect(screen.talk.contains("watch-only"))
  }

  @Test func `a seed in the place of the password is named as one, another wrong password is not`()
    throws
  {
    let seed = [String](repeating: "abandon", count: 11).joined(separator: " ") + " about"
    let typed = try #require(opened(seed, isNetworked: true).result.failure)
    #expect(typed.message.contains("a list of seed words") && !typed.message.contains("abandon"))
    let wrong = try #require(opened("wrong", isNetworked: true).result.failure)
    #expect(wrong.message.contains("the password does not open this wallet file"))
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
