package import BitcoinPrimitives
internal import Bytes
package import Descriptors
package import ExtendedKeys
package import Mnemonics
internal import SecretCodes
package import SecretKeys
package import SecureMemory
internal import TerminalUI

/// A Recovery QR of FullyNoded 2, read: one JSON object with a seed's entropy and its wallet.
///
/// Its descriptor holds the seed's account key as `xprv` or `tprv`, the receiving branch only, with
/// the checksum of the public form. The private key is swapped back at once, and what is left must
/// hold a key that derives from the entropy. Source: FullyNoded 2, Recovery.md.
package struct RecoveryQR: ~Copyable {
  /// The seed's words; FullyNoded 2 knows English only.
  package let mnemonic: Mnemonic
  /// Public keys only, receiving and change.
  let descriptor: Descriptor
  /// When the wallet was made, in seconds since 1970.
  let birthdate: Int64
  /// The block to look for coins from.
  let blockHeight: UInt32
  /// Foreign text; empty when there is none.
  let label: String
  /// How many private keys of other seeds it holds: the node's own, in FullyNoded 2's multisig.
  package let foreignPrivateKeys: Int
  /// Whether the descriptor stood there without a checksum.
  package let lacksChecksum: Bool

  /// Whether bytes look like a Recovery QR and not like words.
  package static func isOne(_ bytes: UnsafeRawBufferPointer) -> Bool { SecretObject.begins(bytes) }

  /// Reads one for a home of `network`.
  package init(parsing bytes: consuming SecretBytes, on network: Network) throws(RecoveryError) {
    let object = try SecretObject(parsing: bytes)
    guard let entropy = try object.text("entropy") else { throw .missing(member: "entropy") }
    guard let descriptor = try object.text("descriptor") else {
      throw .missing(member: "descriptor")
    }
    guard let birthdate = try object.number("birthdate") else {
      throw .missing(member: "birthdate")
    }
    guard let height = try object.number("blockheight") else {
      throw .missing(member: "blockheight")
    }
    guard let blockHeight = UInt32(exactly: height), blockHeight <= 10_000_000,
      birthdate <= 100_000_000_000
    else { throw .malformed("a date or a block that is too far away") }
    let mnemonic = try Self.mnemonic(entropy)
    let label = String(try object.publicText("label")?.prefix(100) ?? "")
    let (text, privateKeys) = try Self.withoutPrivateKeys(descriptor)
    let wallet = try Self.wallet(text, on: network)
    let own = try Self.ownKeys(of: wallet, mnemonic, on: network)
    guard !own.keys.isEmpty else { throw .notOfOneSeed(fingerprint: own.fingerprint) }
    self.mnemonic = mnemonic
    self.descriptor = wallet
    self.birthdate = Int64(birthdate)
    self.blockHeight = blockHeight
    self.label = label
    foreignPrivateKeys = privateKeys.count { !own.keys.contains($0) }
    lacksChecksum = !text.contains("#")
  }

  private static func mnemonic(
    _ digits: borrowing SecretBytes
  ) throws(RecoveryError) -> Mnemonic {
    guard let entropy = SecretHex.decode(digits) else {
      throw .malformed("its entropy is not hexadecimal")
    }
    do {
      return try Mnemonic(entropy: entropy)
    } catch {
      throw .entropy(error)
    }
  }

  /// The descriptor with every extended private key swapped for its public one, and those.
  private static func withoutPrivateKeys(
    _ text: borrowing SecretBytes
  ) throws(RecoveryError) -> (text: String, keys: [Xpub]) {
    var written: [UInt8] = []
    var keys: [Xpub] = []
    var start = 0
    while start < text.count {
      // Runs of letters and digits, and what stands between them.
      let (end, isKey) = text.withUnsafeBytes { bytes in
        let end =
          bytes[start...].firstIndex { !isAlphanumeric($0) } ?? bytes.count
        let run = bytes[start..<end]
        let isKey = run.starts(with: "xprv".utf8) || run.starts(with: "tprv".utf8)
        return (max(end, start + 1), isKey)
      }
      if isKey {
        do throws(DerivationError) {
          let key = try Xpriv(parsing: text.slice(start..<end)).xpub()
          written += Array("\(key)".utf8)
          keys.append(key)
        } catch {
          throw .privateKey
        }
      } else {
        written += text.withUnsafeBytes { Array($0[start..<end]) }
      }
      start = end
    }
    return (String(decoding: written, as: UTF8.self), keys)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
  }

  /// The public descriptor; a receiving branch `/0/*` alone is given the change branch `/1/*`.
  private static func wallet(
    _ text: String, on network: Network
  ) throws(RecoveryError) -> Descriptor {
    do {
      let descriptor = try Descriptor(parsing: text, on: network)
      return try RecoveryWallet.withChange(descriptor)
    } catch .checksumMismatch, .checksumLength {
      throw .checksum
    } catch {
      throw .descriptor(error)
    }
  }

  private static func ownKeys(
    of descriptor: Descriptor, _ mnemonic: borrowing Mnemonic, on network: Network
  ) throws(RecoveryError) -> (keys: [Xpub], fingerprint: Fingerprint) {
    do {
      let seed = try mnemonic.seed()
      let master = try Xpriv(seed: seed, network: KeyNetwork(network))
      return (try RecoveryWallet.ownKeys(of: descriptor, master), master.fingerprint)
    } catch let error as MnemonicError {
      throw .entropy(error)
    } catch {
      throw .privateKey
    }
  }
}

/// What reading and writing have in common: the wallet and the seed's keys in it.
package enum RecoveryWallet {
  /// The seed's keys in a wallet: those that derive again at the place they name.
  package static func ownKeys(
    of descriptor: Descriptor, _ master: borrowing Xpriv
  ) throws(DerivationError) -> [Xpub] {
    var keys: [Xpub] = []
    for key in descriptor.keys {
      guard case .extended(let xpub) = key.material else { continue }
      if let origin = key.origin {
        guard origin.fingerprint == master.fingerprint else { continue }
        if try master.derived(along: origin.path).xpub() == xpub { keys.append(xpub) }
      } else if try master.xpub() == xpub {
        keys.append(xpub)
      }
    }
    return keys
  }

  /// FullyNoded 2 writes the receiving branch and makes the change by putting 1 for 0.
  static func withChange(_ descriptor: Descriptor) throws(DescriptorError) -> Descriptor {
    guard descriptor.branchCount == 1, descriptor.isRange else { return descriptor }
    let zero = KeyExpression.Step.child(ChildNumber(rawValue: 0))
    let both = KeyExpression.Step.branches([ChildNumber(rawValue: 0), ChildNumber(rawValue: 1)])
    var keys: [KeyExpression] = []
    for key in descriptor.keys {
      guard key.wildcard == .unhardened, key.steps.last == zero else { return descriptor }
      keys.append(
        try KeyExpression(
          origin: key.origin, material: key.material, steps: key.steps.dropLast() + [both],
          wildcard: .unhardened))
    }
    return try Descriptor(descriptor.form.replacing(keys: keys[...]))
  }
}
