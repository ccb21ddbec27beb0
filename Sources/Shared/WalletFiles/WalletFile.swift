public import BitcoinPrimitives
internal import Bytes
public import Descriptors
internal import ExtendedKeys

/// A wallet as any of the formats says it: a descriptor and what stands beside it.
///
/// Whatever was read has passed the checks that need no network (see `WalletChecks`): no private
/// key, no key twice, no zero fingerprint, thresholds and counts that agree, and the first address
/// derived again where the file gives one. ``required(on:)`` adds those of the network (R11).
public struct WalletFile: Hashable, Sendable {
  /// The name that somebody gave the wallet: foreign text, at most 100 characters.
  public let name: String?
  /// Which scripts are the wallet's; public keys only.
  public let descriptor: Descriptor
  /// The network, where keys, addresses or the reader's wish say it; test networks share their
  /// keys.
  public let network: Network?
  /// No coin of the wallet lies in an earlier block.
  public let birthHeight: UInt32?
  /// How many unused addresses in a row end a search.
  public let gapLimit: UInt32?
  /// The first receiving address as the file gave it; it was derived again and is right.
  public let firstAddress: String?
  /// Which format it was read from.
  public let format: WalletFileFormat
  /// What a person has to know, such as a missing checksum (R23); empty when all is well.
  public let warnings: [String]

  /// The most bytes a file may have: a descriptor of 999 keys takes a tenth of it.
  public static let sizeLimit = 2_000_000

  /// A wallet to be written; nothing is checked but what its descriptor already is.
  public init(
    name: String?, descriptor: Descriptor, network: Network?, birthHeight: UInt32? = nil,
    gapLimit: UInt32? = nil
  ) {
    self.init(
      name: name, descriptor: descriptor, network: network, birthHeight: birthHeight,
      gapLimit: gapLimit, firstAddress: nil, format: .descriptor, warnings: [])
  }

  init(
    name: String?, descriptor: Descriptor, network: Network?, birthHeight: UInt32?,
    gapLimit: UInt32?, firstAddress: String?, format: WalletFileFormat, warnings: [String]
  ) {
    self.name = name.map { String($0.prefix(100)) }.flatMap { $0.isEmpty ? nil : $0 }
    self.descriptor = descriptor
    self.network = network
    self.birthHeight = birthHeight
    self.gapLimit = gapLimit
    self.firstAddress = firstAddress
    self.format = format
    self.warnings = warnings
  }

  /// Reads a file; the format is recognised by its content.
  ///
  /// With `network`, everything in it must belong to that network. Throws ``WalletFileError``.
  public init(reading bytes: [UInt8], on network: Network? = nil) throws(WalletFileError) {
    guard let file = try Self.recognised(bytes) else { throw .unrecognized(bytes: bytes.count) }
    self = if let network { try file.required(on: network) } else { file }
  }

  /// Takes the redeem script of a legacy multisig, as a payment carries it.
  ///
  /// With `network`, its keys must belong to that network. Throws ``WalletFileError``; for a script that
  /// is not a multisig, ``WalletFileError/unrecognized(bytes:)``.
  public init(redeemScript: Script, on network: Network? = nil) throws(WalletFileError) {
    guard let draft = try RedeemScriptText.read(script: redeemScript) else {
      throw .unrecognized(bytes: redeemScript.count)
    }
    let file = try draft.checked()
    self = if let network { try file.required(on: network) } else { file }
  }

  /// Reads a file, or says that it is not a wallet at all; see ``init(reading:on:)``.
  ///
  /// Throws when it is one and must be refused.
  public static func recognised(_ bytes: [UInt8]) throws(WalletFileError) -> WalletFile? {
    if ZIPArchive.recognizes(bytes) { return try WalletArchive.read(bytes) }
    if H2Store.recognizes(bytes) { return try SparrowDatabase.read(bytes).checked() }
    return try recognisedText(bytes)
  }

  /// A wallet as text of any kind; nothing is unpacked.
  static func recognisedText(_ bytes: [UInt8]) throws(WalletFileError) -> WalletFile? {
    guard bytes.count <= sizeLimit, let text = FileText.text(of: bytes) else { return nil }
    if let kind = SecretDetector.kind(of: text) { throw .secret(kind: kind) }
    if text.hasPrefix("{") {
      guard let json = try? JSONReader.parse(Array(text.utf8)) else { return nil }
      return try WalletJSON.wallet(json)
    }
    if let draft = try CryptoOutputText.read(text) { return try draft.checked() }
    if let draft = try BSMSDescriptorRecord.read(text) { return try draft.checked() }
    if let draft = try ColdcardMultisigText.read(text) { return try draft.checked() }
    if let draft = try SpecterDIYText.read(text) { return try draft.checked() }
    if let draft = try RedeemScriptText.read(text) { return try draft.checked() }
    return try DescriptorText.read(text)?.checked()
  }

  /// This wallet, once it is proved to be one of `network`.
  ///
  /// Keys, the coin types of standard paths, addresses and what the file says of its network must
  /// belong to it, else it throws (R11). One exception: an unranged legacy multisig whose paths
  /// have coin type 0, as Chance makes them on every network, passes on a test network.
  public func required(on network: Network) throws(WalletFileError) -> WalletFile {
    var warnings = warnings
    // An account that becomes a wallet was not checked before.
    for warning in WalletChecks.originWarnings(descriptor) where !warnings.contains(warning) {
      warnings.append(warning)
    }
    try WalletChecks.require(self, on: network)
    return WalletFile(
      name: name, descriptor: descriptor, network: network, birthHeight: birthHeight,
      gapLimit: gapLimit, firstAddress: firstAddress, format: format, warnings: warnings)
  }

  /// The first receiving address; nil where the network is not known or the script has none.
  public var derivedFirstAddress: Address? {
    let known = network ?? (descriptor.network == .mainnet ? .mainnet : nil)
    guard let known else { return nil }
    return (try? descriptor.address(branch: 0, index: 0, on: known)) ?? nil
  }
}
