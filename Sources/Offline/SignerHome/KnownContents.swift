package import BitcoinPrimitives
package import Descriptors
package import EncryptedVault
package import ExtendedKeys
package import TerminalUI

// What the vault keeps, in the types of its callers.

extension VaultContents {
  /// Starts the contents of a new home.
  package init(network: Network) {
    let entry = NetworkEntry(network).map { " \($0.text)" } ?? ""
    if let challenge = network.challenge, network != .signet {
      self.init(network: "signet\(entry)", signetChallenge: challenge.bytes)
    } else if network.forkHeight != nil {
      self.init(network: "\(Self.forkOfBitcoin)\(entry)")
    } else {
      self.init(network: network.name)
    }
  }

  /// The network of this home.
  package func knownNetwork() throws(ProgramError) -> Network {
    if let space = network.firstIndex(of: " ") {
      do throws(NetworkEntryError) {
        let entry = try NetworkEntry(reading: Array(network[space...].utf8))
        let isFork = network.hasPrefix(Self.forkOfBitcoin)
        guard isFork == (entry.network.forkHeight != nil),
          signetChallenge == entry.network.challenge?.bytes
        else { throw .invalid(member: "kind", reason: "is not that of the vault") }
        return entry.network
      } catch {
        throw ProgramError(VaultError.contents(field: "network: \(error)"))
      }
    }
    if let challenge = signetChallenge { return .customSignet(challenge: Script(challenge)) }
    guard let known = Network(name: network) else {
      throw ProgramError(VaultError.contents(field: "network"))
    }
    return known
  }

  /// The wallet of this name, as it is kept.
  package func requiredWallet(_ name: EntryName) throws(ProgramError) -> StoredWallet {
    if let wallet = wallet(named: name.text) { return wallet }
    let names = wallets.map(\.name).joined(separator: ", ")
    throw ProgramError(
      "there is no wallet named \(name)",
      hint: names.isEmpty
        ? "export an account, or register a wallet: `wallet register`" : "choose one of: \(names)")
  }

  /// The seed of this name, as it is kept.
  package func requiredSeed(_ name: EntryName) throws(ProgramError) -> StoredSeed {
    try requiredSeed(named: name.text)
  }

  /// The same by a name that stands in the vault itself.
  package func requiredSeed(named name: String) throws(ProgramError) -> StoredSeed {
    if let seed = seed(named: name) { return seed }
    let names = seeds.map(\.name).joined(separator: ", ")
    throw ProgramError(
      "there is no seed named \(name)",
      hint: names.isEmpty ? "make one: `seed create NAME`" : "choose one of: \(names)")
  }

  /// The fingerprints under which wallets here name keys of a seed: of its master keys with passphrases.
  package func fingerprints(of seed: StoredSeed) throws(ProgramError) -> Set<Fingerprint> {
    var found: Set<Fingerprint> = []
    for wallet in wallets where wallet.seeds.contains(seed.name) {
      let keys = try wallet.parsedDescriptor().keys
      for own in wallet.keys where own.seed == seed.name && keys.indices.contains(own.position) {
        if let origin = keys[own.position].origin { found.insert(origin.fingerprint) }
      }
    }
    return found
  }
}

extension StoredWallet {
  package func parsedDescriptor() throws(ProgramError) -> Descriptor {
    do {
      return try Descriptor(parsing: descriptor, checksum: .required)
    } catch {
      throw ProgramError(VaultError.contents(field: "descriptor of \(name)"))
    }
  }
}
