internal import AirgapTransfer
public import ArgumentParser
internal import CommandLineInterface
public import ExtendedKeys
internal import Mnemonics
internal import SeedEntropy
internal import SeedShares
internal import TerminalUI

// Arguments become domain types at the edge: a command never sees one that is not what it says.

extension EntryName: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

extension DerivationPath: ExpressibleByArgument {
  public init?(argument: String) {
    guard let path = try? DerivationPath(parsing: argument) else { return nil }
    self = path
  }
}

/// An index below 2^31, as a person types it.
struct IndexArgument: ExpressibleByArgument, Sendable {
  let value: UInt32

  init?(argument: String) {
    guard let value = UInt32(argument), value < ChildNumber.hardenedBit else { return nil }
    self.value = value
  }
}

/// What `--accept` names beside rules: consents in words, which no rule's name stands for.
enum SignerConsent: String, ConsentNames {
  /// A wallet handed in for one run is the right one.
  case wallet
  /// Somebody else can spend alone.
  case stranger
  /// Money goes to a key that came from outside.
  case sweep
  /// Money goes to a wallet that was handed out.
  case handedOut = "handed-out"
  /// A rehearsal with keys that are valid on mainnet.
  case realCoins = "real-coins"
  /// A coin was signed for before, in a payment with other recipients or amounts.
  case replace
  /// Nothing remembers what was signed before.
  case noVault = "no-vault"
  /// Nothing says what a payload pays in fees.
  case unknownFee = "unknown-fee"
}

typealias RuleArgument = Acceptance<SignerConsent>

extension MnemonicLanguage: ExpressibleByArgument {}

extension OtherSigner: ExpressibleByArgument {}

extension ShareForm: ExpressibleByArgument {}

/// Where another wallet keeps its keys.
enum KeyProfile: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// The iOS wallet Chance: `m/44h/0h/Nh` itself, on every network.
  case chance
}
