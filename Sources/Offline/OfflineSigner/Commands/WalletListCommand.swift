import ArgumentParser
import Bytes
import EncryptedVault
import TerminalUI

/// `wallet list`: lists the registered wallets.
struct WalletListCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the registered wallets.")

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    let contents = try session.openVault().contents
    var table = Table("NAME", "SEED", "DESCRIPTOR")
    for wallet in contents.wallets {
      table.add([wallet.name, wallet.seed ?? "-", wallet.descriptor])
    }
    session.console.result(
      text: contents.wallets.isEmpty
        ? "No wallet is registered. Export an account: offline-signer account export SEED --script wpkh"
        : table.text,
      json: .array(contents.wallets.map(\.json)))
  }
}

extension EncryptedVault.RegisteredWallet {
  /// The object {name, descriptor, seed, source, highestReceive, highestChange}.
  var json: JSONValue {
    [
      "name": .string(name), "descriptor": .string(descriptor),
      "seed": seed.map { .string($0) } ?? .null, "source": .string(source),
      "highestReceive": highestReceive.map { .integer($0) } ?? .null,
      "highestChange": highestChange.map { .integer($0) } ?? .null,
    ]
  }
}
