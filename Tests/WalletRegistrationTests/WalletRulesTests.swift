import BitcoinPrimitives
import Descriptors
import ExtendedKeys
import Refusals
import TerminalUI
import Testing

@testable import WalletRegistration

@Suite struct `The rules of a wallet` {
  /// The public test seed `abandon ... about` at m/84h/1h/0h.
  private static let key =
    "[73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M"

  private func refusal(_ rule: Rule, _ run: () throws(ProgramError) -> Void) {
    do throws(ProgramError) {
      try run()
      Issue.record("nothing was refused")
    } catch {
      #expect(error.rule == rule, "\(error.message)")
    }
  }

  @Test func `refuse a path of another network`() throws {
    let path = try DerivationPath(parsing: "m/84h/0h/0h")
    refusal(.r11) { () throws(ProgramError) in
      try WalletRules.requireCoinType(of: path, on: .regtest)
    }
    try WalletRules.requireCoinType(of: path, on: .mainnet)
  }

  @Test(arguments: ["m", "m/84h/1h/0", "m/44h/1h/0h"])
  func `hand out no master key, no unhardened step and no account of another script`(text: String)
    throws
  {
    let path = try DerivationPath(parsing: text)
    refusal(.r06) { () throws(ProgramError) in
      try WalletRules.require(path, isFor: .wpkh, on: .regtest)
    }
  }

  @Test func `refuse what needs a private key or is not signed here`() throws {
    let descriptor = try Descriptor(parsing: "wpkh(\(Self.key)/<0;1>/*)")
    try WalletRules.require(descriptor)
    refusal(.r23) { () throws(ProgramError) in
      guard let raw = try? Descriptor(parsing: "raw(51)") else {
        throw ProgramError("no descriptor of raw", rule: .r23, hint: "none")
      }
      try WalletRules.require(raw)
    }
  }

  @Test func `say whether every key lies under the coin type of a test network`() throws {
    let bound = try Descriptor(parsing: "wpkh(\(Self.key)/<0;1>/*)")
    #expect(WalletRules.isBound(bound, to: .regtest))
    #expect(!WalletRules.isBound(bound, to: .mainnet))
  }
}
