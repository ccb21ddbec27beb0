internal import BitcoinPrimitives
package import Bytes
internal import Descriptors
package import EncryptedVault
internal import ExtendedKeys
internal import SecretKeys
internal import SecureMemory
package import SeedForms
internal import SignerHome
package import TerminalUI
internal import TransactionReview
internal import WalletRegistration

/// Restores from the paper alone, into memory: the keys are derived again from what was read, and
/// the addresses that they give are compared with those of the registered wallets.
package struct SeedDrill {
  /// What the paper gives: a wallet and its first receiving addresses.
  package struct Wallet {
    let name: String
    let addresses: [Address]
    /// Whether the wallet is registered here, and the paper's keys are those in it.
    let isRegistered: Bool
    /// Who can spend from it, where that is a reason to pay nothing to it.
    var neverPaid: TrustClass?
  }

  let wallets: [Wallet]

  /// How many addresses are shown.
  private static let count: UInt32 = 5

  /// Derives from what was read; refuses a paper whose keys are not those of a registered wallet.
  ///
  /// Asks for the BIP-39 passphrase where the seed has one.
  package init(
    _ paper: borrowing GivenSeed, of seed: StoredSeed, _ contents: VaultContents,
    _ options: SeedPassphraseOptions, _ console: Console
  ) throws(ProgramError) {
    let network = try contents.knownNetwork()
    if paper.kind == .wif {
      let proof = LoneKeyProof(try paper.singleKey())
      wallets = try Self.wallets(of: seed, contents) { descriptor in
        proof.positions(in: descriptor)
      }
      return
    }
    let passphrase =
      seed.usesPassphrase
      ? try console.secret(
        "BIP-39 passphrase of the seed \(seed.name)", from: options.source(),
        option: "bip39-passphrase", mayBeEmpty: true)
      : SecretBytes(count: 0)
    let master = try paper.masterKey(passphrase: passphrase, on: network)
    let proof = try OwnKeyProof(master)
    let found = try Self.wallets(of: seed, contents) { (descriptor) throws(ProgramError) in
      try proof.positions(in: descriptor)
    }
    wallets = found.isEmpty ? [try Self.standard(master, on: network)] : found
  }

  private static func wallets(
    of seed: StoredSeed, _ contents: VaultContents,
    _ positions: (Descriptor) throws(ProgramError) -> [Int]
  ) throws(ProgramError) -> [Wallet] {
    let network = try contents.knownNetwork()
    var wallets: [Wallet] = []
    for wallet in contents.wallets where wallet.seeds.contains(seed.name) {
      let descriptor = try wallet.parsedDescriptor()
      let own = Set(wallet.keys.filter { $0.seed == seed.name }.map(\.position))
      guard own.isSubset(of: try positions(descriptor)) else {
        throw ProgramError(
          "the paper does not give the keys of the wallet \(wallet.name)",
          hint: seed.usesPassphrase
            ? "check the BIP-39 passphrase: without it, or with another one, the keys are different"
            : "look for the right paper before you need it: this one belongs to another seed")
      }
      let trust = try contents.trust(of: wallet)
      wallets.append(
        Wallet(
          name: wallet.name, addresses: try Self.addresses(of: descriptor, on: network),
          isRegistered: true, neverPaid: trust.isNeverPaid ? trust : nil))
    }
    return wallets
  }

  /// The account that most wallets use first, where none is registered.
  private static func standard(
    _ master: borrowing Xpriv, on network: Network
  ) throws(ProgramError) -> Wallet {
    let key: AccountKey
    do {
      key = try master.accountKey(
        at: StandardAccount.wpkh.path(on: KeyNetwork(network), account: 0))
    } catch {
      throw ProgramError(any: error)
    }
    let descriptor = Descriptor(account: key, script: .wpkh)
    return Wallet(
      name: "\(key.origin)",
      addresses: try descriptor.map { (known) throws(ProgramError) in
        try addresses(of: known, on: network)
      } ?? [], isRegistered: false)
  }

  private static func addresses(
    of descriptor: Descriptor, on network: Network
  ) throws(ProgramError) -> [Address] {
    try hinted { () throws(DescriptorError) in
      var addresses: [Address] = []
      for form in descriptor.isRange ? [descriptor] : descriptor.alternatives {
        for index in 0..<(form.isRange ? count : 1) {
          if let address = try form.address(branch: 0, index: index, on: network) {
            addresses.append(address)
          }
        }
      }
      return addresses
    }
  }

  /// What a person compares.
  package var text: String {
    var lines: [String] = []
    for wallet in wallets {
      lines.append(
        wallet.isRegistered
          ? "Restored from the paper alone; the same as the registered wallet \(wallet.name):"
          : "Restored from the paper alone; no wallet is registered, these are of \(wallet.name):")
      for (index, address) in wallet.addresses.enumerated() {
        lines.append("  \(index)  \(address.grouped)")
      }
      if let trust = wallet.neverPaid {
        lines.append("Pay nothing to this wallet: \(trust.meaning).")
      }
    }
    return lines.joined(separator: "\n")
  }

  package var json: JSONValue {
    .array(
      wallets.map {
        [
          "wallet": .string($0.name), "registered": .bool($0.isRegistered),
          "addresses": .array($0.addresses.map { .string($0.string) }),
        ]
      })
  }
}
