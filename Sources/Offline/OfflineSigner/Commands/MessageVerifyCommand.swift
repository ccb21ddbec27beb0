internal import ArgumentParser
internal import CommandLineInterface
internal import SignerHome
internal import TerminalUI

/// `message verify`: whether a signed text is what it says.
struct MessageVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Says whether a text was signed by the holder of an address.",
    discussion: """
      Reads signatures of BIP-322 (simple, full, proof of funds) and of BIP-137, as
      most programs write them. The exit code is 1 if the signature is wrong, is of
      another text or address, or can be neither confirmed nor refuted. Needs no
      vault.

        offline-signer message verify signed.txt
        offline-signer message verify camera
        offline-signer message verify --address bc1q... --signature smpAk... \\
          --text "I hold these coins"
      """)

  @OptionGroup var signed: SignedMessageOptions

  @OptionGroup var common: SignerCommonOptions

  func run() throws {
    let console = CommandConsole.current
    let report = try signed.report(on: console)
    if let doubt = report.doubt { throw doubt }
    console.result(sentences: report.sentences(), json: report.json())
  }
}
