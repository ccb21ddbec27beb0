internal import ArgumentParser
internal import Bytes
internal import EncryptedVault
internal import KeyKeeper
internal import SignerHome
internal import TerminalUI
internal import TransactionReview
internal import WalletRegistration

/// `wallet list`: lists the registered wallets.
struct SignerWalletListCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the registered wallets.",
    discussion: TrustClass.help)

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let contents = try session.contents()
    var table = Table("NAME", "CLASS", .init("SEED", .left, .wraps), .init("DESCRIPTOR", leaves: 1))
    var list: [JSONValue] = []
    for wallet in contents.wallets {
      let trust = try contents.trust(of: wallet)
      table.add([
        wallet.name, trust.word,
        wallet.seeds.isEmpty ? "-" : wallet.seeds.joined(separator: ", "), wallet.descriptor,
      ])
      list.append(wallet.json(trust))
    }
    session.console.result(
      text: contents.wallets.isEmpty
        ? "No wallet is registered. Export an account: offline-signer account export SEED --script wpkh"
        : session.console.shown(table),
      json: .array(list))
  }
}

extension StoredWallet {
  /// The object {name, descriptor, seed, trust, keys, source, highestReceive, highestChange}; `seed`
  /// is that of the first own key, `trust` who can spend from it, `keys` are our own, [{key, seed}],
  /// numbered from 1.
  func json(_ trust: TrustClass) -> JSONValue {
    .object(
      JSONObject(
        members + [
          .init(name: "trust", value: .string(trust.rawValue)),
          .init(
            name: "keys",
            value: .array(
              keys.map { ["key": .integer($0.position + 1), "seed": .string($0.seed)] })),
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
