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
      table.add([
        wallet.name, wallet.seeds.isEmpty ? "-" : wallet.seeds.joined(separator: ", "),
        wallet.descriptor,
      ])
    }
    session.console.result(
      text: contents.wallets.isEmpty
        ? "No wallet is registered. Export an account: offline-signer account export SEED --script wpkh"
        : table.text,
      json: .array(contents.wallets.map(\.json)))
  }
}

extension EncryptedVault.RegisteredWallet {
  /// The object {name, descriptor, seed, keys, source, highestReceive, highestChange}; `seed` is
  /// that of the first own key, `keys` are our own, [{key, seed}], numbered from 1.
  var json: JSONValue {
    .object(
      JSONObject(
        members + [
          .init(
            name: "keys",
            value: .array(
              keys.map { ["key": .integer($0.position + 1), "seed": .string($0.seed)] }))
        ]))
  }

  /// The members that do not depend on the wallet's form.
  var members: [JSONObject.Member] {
    [
      .init(name: "name", value: .string(name)),
      .init(name: "descriptor", value: .string(descriptor)),
      .init(name: "seed", value: seeds.first.map { .string($0) } ?? .null),
      .init(name: "source", value: .string(source)),
      .init(name: "highestReceive", value: highestReceive.map { .integer($0) } ?? .null),
      .init(name: "highestChange", value: highestChange.map { .integer($0) } ?? .null),
    ]
  }
}
