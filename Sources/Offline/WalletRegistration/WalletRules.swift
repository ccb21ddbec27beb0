package import BitcoinPrimitives
package import Descriptors
package import EncryptedVault
package import ExtendedKeys
internal import Refusals
package import SignerHome
package import TerminalUI
internal import TransactionReview

/// What a wallet must be, beyond what `WalletFiles` asks of any, before it is shown to anybody
/// (R07, R08, R23): a form that is signed here, one key at one place, and keys that count alike.
///
/// Every refusal names the key by its number in the wallet, counted from 1.
package enum WalletRules {
  /// Refuses a wallet that is not signed here or that no honest person makes.
  package static func require(_ descriptor: Descriptor) throws(ProgramError) {
    guard !descriptor.needsPrivateKey, isKnown(descriptor) else {
      throw ProgramError(
        "this signer cannot sign for this wallet: \(ForeignText.shown(descriptor.canonical))",
        rule: .r23,
        hint: "it knows one key (pkh, wpkh, sh(wpkh), tr, combo), multi, sortedmulti in sh, wsh "
          + "and sh(wsh), and pk and multi_a in the leaves of tr, with unhardened steps only")
    }
    if let conflict = OriginConflict(among: descriptor.keys) {
      throw ProgramError("\(conflict)", rule: .r08, hint: conflict.hint)
    }
    try requireSameSteps(descriptor)
  }

  /// Refuses a path of another network (R11): its keys would sign real coins in a rehearsal.
  package static func requireCoinType(
    of path: DerivationPath, on network: Network
  ) throws(ProgramError) {
    guard let coinType = path.coinType, coinType != network.coinType else { return }
    throw ProgramError(
      "the path \(path) has coin type \(coinType); \(network) has \(network.coinType)", rule: .r11,
      hint: "use a wallet or path of this network, or the signer's home for the other network")
  }

  /// Refuses a path at which the keys of a script do not belong.
  ///
  /// Exporting a wallet of one key registers it, so that its path is the standard one, with any account;
  /// a wallet at another path is registered by its descriptor, in full view (R06). A cosigner's key
  /// registers nothing and may lie at any hardened path, but the master key never leaves: all keys of
  /// the seed without hardened steps could be computed from it, and with one private key the seed's own.
  package static func require(
    _ path: DerivationPath, isFor script: StandardAccount, on network: Network
  ) throws(ProgramError) {
    let kind = KeyNetwork(network)
    let standard =
      script.isSingleKey
      ? "m/\(script.purpose)h/\(kind.coinType)h/ACCOUNTh"
      : (try? script.path(on: kind, account: 0)).map { "\($0)" } ?? "m/48h"
    guard !path.steps.isEmpty else {
      throw ProgramError(
        "the path m is the seed's master key, which is never handed out", rule: .r06,
        hint: "leave --path out, or name an account: \(standard)")
    }
    if let step = path.steps.first(where: { !$0.isHardened }) {
      throw ProgramError(
        "the step \(step) of \(path) is not hardened: with this key and one private key below "
          + "it, anybody can compute the key above it", rule: .r06,
        hint: "name an account: \(standard)")
    }
    guard !script.isSingleKey || StandardAccount(path: path, on: kind) == script else {
      throw ProgramError(
        "\(path) is not an account of \(script): those are at \(standard)", rule: .r06,
        hint:
          "leave --path out and name the account with --account; a wallet of one key at another "
          + "path is registered by its descriptor: `wallet register NAME --from FILE`")
    }
  }

  /// Refuses a wallet that is here already, also when it is written in another way: what gives the
  /// same scripts is the same wallet.
  package static func require(
    _ descriptor: Descriptor, isNewAmong wallets: [StoredWallet]
  ) throws(ProgramError) {
    let scripts = descriptor.firstScripts
    for wallet in wallets {
      let known = try wallet.parsedDescriptor()
      guard known == descriptor || !scripts.isDisjoint(with: known.firstScripts) else {
        continue
      }
      throw ProgramError(
        "this wallet is already registered, as \(wallet.name)",
        hint: "use it under that name; to change it, `wallet remove \(wallet.name)` first")
    }
  }

  /// Whether every key that anybody has lies under the coin type of a network (R11): keys that do not
  /// are the same on mainnet.
  package static func isBound(_ descriptor: Descriptor, to network: Network) -> Bool {
    descriptor.keys.allSatisfy {
      $0.isUnspendable || $0.origin?.path.coinType == network.coinType
    }
  }

  /// Refuses a wallet in which a key of a registered one was swapped: the same fingerprint and path
  /// with another key behind them (R08).
  package static func require(
    _ descriptor: Descriptor, agreesWith wallets: [StoredWallet]
  ) throws(ProgramError) {
    for wallet in wallets {
      let known = try wallet.parsedDescriptor()
      guard let conflict = OriginConflict(of: descriptor.keys, against: known.keys) else {
        continue
      }
      throw ProgramError(
        "key \(conflict.second + 1) of the wallet claims to be [\(conflict.origin)], but the "
          + "registered wallet \(wallet.name) has another key there", rule: .r08,
        hint: "one of the two was swapped: compare both with the owner of that key before anything "
          + "is paid to either wallet")
    }
  }

  /// Whether each of its scripts is of a form that is signed here, and one at least has an address.
  private static func isKnown(_ descriptor: Descriptor) -> Bool {
    let forms = descriptor.alternatives
    let network: Network = descriptor.network == .testnets ? .testnet4 : .mainnet
    return forms.allSatisfy { WalletPolicy($0) != nil }
      && forms.contains { form in
        (try? form.derived(branch: 0, index: 0)).flatMap {
          Address(script: $0.scriptPubKey, network: network)
        } != nil
      }
  }

  /// Refuses keys that count in different ways: the same index and branch for everybody (R07).
  private static func requireSameSteps(_ descriptor: Descriptor) throws(ProgramError) {
    guard let (first, second) = descriptor.differentlyCountedKeys else { return }
    throw ProgramError(
      "keys \(first + 1) and \(second + 1) of the wallet count their addresses in different ways",
      rule: .r07,
      hint: "have the wallet exported again with the same steps after every key, as in /<0;1>/*")
  }
}

extension VaultContents {
  /// Refuses a name that a wallet has already.
  package func requireFree(_ name: EntryName) throws(ProgramError) {
    guard wallet(named: name.text) == nil else {
      throw ProgramError(
        "a wallet named \(name) already exists",
        hint: "choose another name; a registered wallet is never changed silently")
    }
  }
}
