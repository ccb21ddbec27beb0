public import AirgapMessages
internal import Refusals
internal import SecureMemory
public import TerminalUI
internal import WalletFiles

extension AirgapMessage {
  /// The wallet in a file that Electrum encrypted, opened with its password; any other message as it is.
  ///
  /// The password comes from the file that is named, else from the terminal without echo. `input` is what is named in
  /// errors.
  ///
  /// - Throws: `ProgramError` with what is wrong and what to do.
  public func opened(
    passwordFile: String?, from input: String, on console: Console
  ) throws(ProgramError) -> AirgapMessage {
    guard case .sealedWallet(let file) = self else {
      guard passwordFile == nil else {
        throw ProgramError(
          "--password-file works only with a wallet file that Electrum encrypted",
          hint: "leave it out: this is \(kind)", exitCode: .wrongUsage)
      }
      return self
    }
    guard passwordFile != nil || console.screen.canAsk else {
      throw ProgramError(
        "there is no terminal on which to ask for the password of the Electrum file",
        hint: "name a file that holds it: --password-file FILE")
    }
    let password = try console.secret(
      "Password of the Electrum file", from: SecretSource(file: passwordFile, descriptor: nil),
      option: "password")
    let shown = ForeignText.shown(input, limit: 60)
    do throws(WalletFileError) {
      return .wallet(try file.opened(password: password))
    } catch {
      // What opens nothing may be a seed that was taken for the password.
      if error == .wrongPassword,
        let kind = password.withUnsafeBytes({ SecretDetector.kind(ofSymbol: Array($0)) })
      {
        throw ProgramError(AirgapMessageError.secret(kind: kind), during: "the password")
      }
      if case .secret(let kind) = error {
        throw ProgramError(AirgapMessageError.secret(kind: kind), during: shown)
      }
      throw ProgramError(error, during: shown)
    }
  }
}
