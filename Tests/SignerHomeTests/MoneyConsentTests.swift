import ArgumentParser
import BitcoinPrimitives
import EncryptedVault
import RecordingScreens
import TerminalUI
import Testing

@testable import SignerHome

/// Where `--yes` answers, and where a person has to.
@Suite struct `Consent to what moves money` {
  private func consent(
    _ options: [String], on network: Network, setting: Int64?? = nil
  ) throws -> MoneyConsent {
    let session = try SignerSession(
      try SignerCommonOptions.parse([]),
      in: SignerEnvironment(home: nil, screen: RecordingScreen()))
    var contents: VaultContents?
    if let setting {
      contents = VaultContents(network: network.name)
      if let setting { contents?.settings["unattended-signing"] = setting }
    }
    return try MoneyConsent(
      try SignerConsentOptions.parse(options), on: network, vault: contents, session)
  }

  @Test func `is given by --yes on test networks, with a vault or without`() throws {
    for network in [Network.regtest, .testnet4] {
      for setting in [nil, .some(nil), 0, 1] as [Int64??] {
        #expect(try consent(["--yes"], on: network, setting: setting).isAgreed)
        #expect(try !consent([], on: network, setting: setting).isAgreed)
      }
    }
  }

  @Test
  func `is given by --yes for real money where a setting of the vault lets it, and nowhere else`()
    throws
  {
    #expect(try consent(["--yes"], on: .mainnet, setting: 1).isAgreed)
    for setting in [nil, .some(nil), 0] as [Int64??] {
      let error = #expect(throws: ProgramError.self) {
        try consent(["--yes"], on: .mainnet, setting: setting)
      }
      #expect(
        error?.message.contains(setting == nil ? "without a vault" : "of this vault is off")
          == true,
        "\(error?.message ?? "")")
      #expect(try !consent([], on: .mainnet, setting: setting).isAgreed)
    }
    #expect(try !consent([], on: .mainnet, setting: 1).isAgreed)
  }

  @Test func `says whether it would answer for keys that may hold real coins in a rehearsal`()
    throws
  {
    #expect(try consent([], on: .regtest, setting: 1).answersForRealMoney)
    for setting in [nil, .some(nil), 0] as [Int64??] {
      #expect(try !consent(["--yes"], on: .regtest, setting: setting).answersForRealMoney)
    }
  }
}
