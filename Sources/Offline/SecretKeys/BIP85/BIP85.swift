internal import Bytes
public import ExtendedKeys
internal import Hashes
public import Mnemonics
internal import Secp256k1Signing
internal import SecretCodes
public import SecureMemory

/// Secrets derived from one master key, so that one backup is enough for all of them (BIP-85).
///
/// A child does not lead back to its parent nor to other children. Whoever has the parent has them
/// all.
public struct BIP85: ~Copyable, Sendable {
  private let master: Xpriv

  /// The purpose of the paths: 83696968, "SEED" on a telephone's keys.
  static let purpose: UInt32 = 83_696_968

  /// Takes a copy of a master key; throws when the key has a parent.
  public init(_ master: borrowing Xpriv) throws(BIP85Error) {
    guard master.depth == 0 else { throw .notMaster(depth: Int(master.depth)) }
    do {
      self.master = try master.duplicated()
    } catch {
      throw .derivation(error)
    }
  }

  /// The kind of network of the master key.
  public var network: KeyNetwork { master.network }

  /// The 64 bytes of entropy at `m/83696968h/...`, all steps hardened.
  ///
  /// `steps` are the numbers after the purpose: an application and what it asks for, at most 16.
  /// Throws when one of them is not below 2^31.
  public borrowing func entropy(at steps: [UInt32]) throws(BIP85Error) -> SecretBytes {
    guard (1...16).contains(steps.count) else { throw .path }
    let path: DerivationPath
    do throws(ExtendedKeyError) {
      var children = [try ChildNumber(hardened: Self.purpose)]
      for step in steps { children.append(try ChildNumber(hardened: step)) }
      path = try DerivationPath(children)
    } catch {
      throw .path
    }
    let key: Xpriv
    do throws(DerivationError) {
      key = try master.derived(along: path)
    } catch {
      throw .derivation(error)
    }
    let label = SecretBytes(notSecret: "bip-entropy-from-k".utf8)
    return key.privateKey.withUnsafeBytes { key in
      label.withUnsafeBytes { HMAC.sha512(key: $0, message: key) }
    }
  }

  // MARK: Applications

  /// Words to be used as a seed of their own: application 39.
  ///
  /// Throws when the number of words is not 12, 15, 18, 21 or 24.
  public borrowing func mnemonic(
    wordCount: Int, language: MnemonicLanguage = .english, index: UInt32
  ) throws(BIP85Error) -> Mnemonic {
    guard let length = Mnemonic.entropyLength(wordCount: wordCount) else {
      throw .wordCount(wordCount)
    }
    let entropy = try entropy(at: [39, Self.number(of: language), UInt32(wordCount), index])
    do {
      return try Mnemonic(entropy: entropy.slice(0..<length), language: language)
    } catch {
      throw .wordCount(wordCount)
    }
  }

  /// A private key with a compressed public key: application 2, Bitcoin Core's `hdseed`.
  ///
  /// Throws ``BIP85Error/noKey`` when the number is not a private key, which never happens by
  /// chance.
  public borrowing func wif(index: UInt32) throws(BIP85Error) -> WIFKey {
    let entropy = try entropy(at: [2, index])
    do {
      let key = try PrivateKey(entropy.slice(0..<32))
      return try WIFKey(key, network: network)
    } catch {
      throw .noKey
    }
  }

  /// A master key: application 32, chain code first and private key second.
  ///
  /// Throws ``BIP85Error/noKey`` when the number is not a private key, which never happens by
  /// chance.
  public borrowing func xpriv(index: UInt32) throws(BIP85Error) -> Xpriv {
    let entropy = try entropy(at: [32, index])
    do {
      let key = try PrivateKey(entropy.slice(32..<64))
      return try Xpriv(
        network: network, depth: 0, parentFingerprint: .zero, childNumber: ChildNumber(rawValue: 0),
        chainCode: entropy.withUnsafeBytes { Bytes32($0[..<32]) ?? .zero }, privateKey: key)
    } catch {
      throw .noKey
    }
  }

  /// Bytes for any use: application 128169, usually written in hexadecimal.
  ///
  /// Throws when `count` is not 16 to 64.
  public borrowing func bytes(count: Int, index: UInt32) throws(BIP85Error) -> SecretBytes {
    let allowed = 16...64
    guard allowed.contains(count) else { throw .length(count, allowed: allowed) }
    return try entropy(at: [128_169, UInt32(count), index]).slice(0..<count)
  }

  /// The bytes of ``bytes(count:index:)`` in hexadecimal: two ASCII characters each.
  public borrowing func revealingHex(count: Int, index: UInt32) throws(BIP85Error) -> SecretBytes {
    try SecretHex.encode(bytes(count: count, index: index))
  }

  /// The numbers of BIP-85's table of languages.
  private static func number(of language: MnemonicLanguage) -> UInt32 {
    switch language {
    case .english: 0
    case .japanese: 1
    case .korean: 2
    case .spanish: 3
    case .chineseSimplified: 4
    case .chineseTraditional: 5
    case .french: 6
    case .italian: 7
    case .czech: 8
    case .portuguese: 9
    }
  }
}
