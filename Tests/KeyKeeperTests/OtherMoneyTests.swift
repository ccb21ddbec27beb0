import ArgumentParser
import BitcoinPrimitives
import EncryptedVault
import RecordingScreens
import ReviewFixtures
import SignerHome
import TerminalUI
import Testing

@Suite struct `Money of a chain that is not mainnet` {
  private static func consent(
    on network: Network, _ contents: VaultContents?
  ) throws -> MoneyConsent {
    let environment = SignerEnvironment(home: nil, screen: RecordingScreen())
    let session = try SignerSession(try SignerCommonOptions.parse([]), in: environment)
    return try MoneyConsent(
      try SignerConsentOptions.parse(["--yes"]), on: network, vault: contents, session)
  }

  @Test(arguments: [Network.mainnet, .otherMoney])
  func `--yes does not move it unless the vault lets it`(network: Network) throws {
    var contents = VaultContents(network: "mainnet")
    #expect(throws: ProgramError.self) { try Self.consent(on: network, nil) }
    #expect(throws: ProgramError.self) { try Self.consent(on: network, contents) }
    contents.settings[SignerSetting.unattendedSigning.rawValue] = 1
    #expect(try Self.consent(on: network, contents).answersForRealMoney)
    #expect(try Self.consent(on: .testnet4, nil).isAgreed)
  }
}
