import ArgumentParser
import BitcoinPrimitives
import CommandLineInterface
import Descriptors
import EncryptedVault
import RecordingScreens
import Refusals
import SignerHome
import TerminalUI
import Testing

@testable import WalletRegistration

/// What is acknowledged on its own before a wallet is registered, and how the wallet itself is agreed to.
@Suite struct `Warnings of a wallet` {
  private static let warnings = [
    WalletWarning.stranger("STRANGER CAN SPEND ALONE: key 2"), WalletWarning.file("no checksum"),
  ]
  private static let words = "a stranger can spend alone"

  private func arguments(_ names: [String]) -> [RuleArgument] {
    names.compactMap { RuleArgument(argument: $0) }
  }

  private func acknowledged(
    _ typed: [String]?, accepting accepted: [String] = []
  ) throws -> RecordingScreen {
    let screen = RecordingScreen(answers: typed ?? [], hasTerminal: typed != nil)
    try Self.warnings.acknowledge(
      accepting: arguments(accepted), on: Console(screen: screen))
    return screen
  }

  @Test func `are asked about unless the command line accepts each by its name`() {
    #expect(!([] as [WalletWarning]).ask(accepting: []))
    for (accepted, asks) in [
      ([], true), (["R23"], true), (["stranger"], true), (["R07", "R04"], true),
      (["stranger", "R23"], false),
    ] {
      #expect(Self.warnings.ask(accepting: arguments(accepted)) == asks, "\(accepted)")
    }
  }

  @Test func `are typed one by one, or named on the command line`() throws {
    let typed = try acknowledged([Self.words, "R23"])
    #expect(typed.terminal.contains("WARNING stranger: STRANGER CAN SPEND ALONE: key 2"))
    #expect(typed.terminal.contains("WARNING R23: no checksum"))
    let accepted = try acknowledged(nil, accepting: ["stranger", "R23"])
    #expect(accepted.terminal.isEmpty)
    #expect(accepted.talk.contains("accepted R23 by --accept: no checksum"))
    let mixed = try acknowledged(["R23"], accepting: ["stranger", "R07"])
    #expect(!mixed.terminal.contains("STRANGER") && mixed.terminal.contains("no checksum"))
  }

  @Test func `are acknowledged by nothing else`() {
    for typed in [[], ["yes"], ["R23", Self.words], [Self.words], [Self.words, "R07"]] {
      let error = #expect(throws: ProgramError.self, "\(typed)") { try acknowledged(typed) }
      #expect(error?.rule == .r23)
    }
    // Without a terminal nobody is asked.
    for accepted in [[], ["R23"], ["stranger"]] {
      let error = #expect(throws: ProgramError.self, "\(accepted)") {
        try acknowledged(nil, accepting: accepted)
      }
      let isFirst = accepted != ["stranger"]
      #expect(
        error?.message.contains(isFirst ? "STRANGER CAN SPEND ALONE" : "no checksum") == true)
    }
  }

  @Test func `come before the wallet itself, which --yes agrees to where it may`() throws {
    let key =
      "[73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M"
    let shown = try WalletScreen(
      name: "ours", network: .regtest, descriptor: try Descriptor(parsing: "wpkh(\(key)/<0;1>/*)"),
      ownKeys: [OwnKey(position: 0, seed: "first")], sources: [:])
    for (options, isAgreed) in [(["--yes"], true), ([], false)] {
      let screen = RecordingScreen(answers: options.isEmpty ? ["no"] : [])
      let session = try SignerSession(
        try SignerCommonOptions.parse([]), in: SignerEnvironment(home: nil, screen: screen))
      let money = try MoneyConsent(
        try SignerConsentOptions.parse(options), on: .regtest, vault: nil, session)
      #expect(try money.consents(to: "register it", shown, question: "Is it yours?") == isAgreed)
      #expect(screen.terminal.isEmpty == isAgreed)
    }
  }
}
