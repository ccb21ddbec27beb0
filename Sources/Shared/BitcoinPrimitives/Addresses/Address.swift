internal import Bytes
internal import Hashes

/// A locking script as people pass it on: Base58Check for hashes, Bech32(m) for witness programs.
///
/// Equality is that of the script and the network.
public struct Address: Hashable, Sendable {
  /// The network it belongs to.
  public let network: Network
  /// The script that it stands for.
  public let script: Script
  /// The text, in lower case where case does not matter.
  public let string: String

  /// The address of `script`, or nil when its kind has none (bare keys, multisig, data).
  public init?(script: Script, network: Network) {
    let text: String?
    if let (version, program) = script.witnessProgram {
      guard version != 0 || program.count == 20 || program.count == 32 else { return nil }
      text = Bech32.encode(hrp: network.hrp, version: version, program: program)
    } else if script.isP2SH {
      text = Base58Check.encode([network.p2shVersion] + script.part(2, 20))
    } else if script.isP2PKH {
      text = Base58Check.encode([network.p2pkhVersion] + script.part(3, 20))
    } else {
      text = nil
    }
    guard let text else { return nil }
    self.network = network
    self.script = script
    string = text
  }

  /// Reads an address that must belong to `network`.
  ///
  /// Throws when it is damaged, when it belongs to another network (which the error names), or
  /// when a rule of BIP-173 and BIP-350 is broken.
  public init(parsing text: some StringProtocol, on network: Network) throws(AddressError) {
    guard text.utf8.count <= 90 else { throw .unreadable }
    let script = try Self.script(parsing: String(text), on: network)
    guard let address = Address(script: script, network: network) else { throw .unreadable }
    self = address
  }

  private static func script(
    parsing text: String, on network: Network
  ) throws(AddressError) -> Script {
    let lower = text.lowercased()
    if let prefix = Network.segwitPrefixes.first(where: { lower.hasPrefix($0 + "1") }) {
      return try witnessScript(parsing: text, prefix: prefix, on: network)
    }
    if let payload = try? Base58Check.decode(text) {
      return try hashScript(payload: payload, on: network)
    }
    if (try? Bech32.decode(text)) != nil { throw .unknownPrefix }
    let base58 = Alphabet.base58.characters
    let looksLikeBase58 =
      (25...35).contains(text.utf8.count) && text.utf8.allSatisfy(base58.contains)
    if let wrong = onlyWrong(in: text, base58) { throw wrong }
    throw looksLikeBase58 ? .base58 : .unreadable
  }

  /// The letter or digit that Base58 leaves out, in a text that is otherwise like an address.
  private static func onlyWrong(in text: String, _ base58: [UInt8]) -> AddressError? {
    guard (25...35).contains(text.utf8.count),
      text.utf8.allSatisfy({ base58.contains($0) || "0OIl".utf8.contains($0) }),
      let wrong = text.enumerated().first(where: { "0OIl".contains($0.element) })
    else { return nil }
    return .notBase58(character: wrong.element, offset: wrong.offset)
  }

  /// Whether values are a witness program that the variant of their checksum belongs to.
  private static func isSound(_ values: ArraySlice<UInt8>, _ variant: Bech32.Variant) -> Bool {
    guard let version = values.first, version <= 16,
      let program = try? Bech32.bytes(ofFiveBitValues: values.dropFirst())
    else { return false }
    return (version == 0 ? program.count == 20 || program.count == 32 : program.count <= 40)
      && program.count >= 2 && variant == (version == 0 ? .bech32 : .bech32m)
  }

  private static func witnessScript(
    parsing text: String, prefix: String, on network: Network
  ) throws(AddressError) -> Script {
    let decoded: (hrp: String, values: [UInt8], variant: Bech32.Variant)
    let program: [UInt8]
    // A second 1 would be taken for the end of another prefix.
    if let second = text.utf8.dropFirst(prefix.utf8.count + 1).firstIndex(of: UInt8(ascii: "1")) {
      let offset = text.utf8.distance(from: text.utf8.startIndex, to: second)
      throw .bech32(.invalidCharacter(encoding: "bech32", offset: offset))
    }
    do {
      decoded = try Bech32.decode(text)
      program = try Bech32.bytes(ofFiveBitValues: decoded.values.dropFirst())
    } catch {
      if case .checksumMismatch = error,
        let offsets = Bech32.likelyErrors(in: text, prefix: prefix, isSound: isSound)
      {
        throw .misread(text: text, offsets: offsets)
      }
      throw .bech32(error)
    }
    guard decoded.hrp == prefix else { throw .unknownPrefix }
    guard let version = decoded.values.first else {
      throw .programLength(version: 0, length: 0)
    }
    guard version <= 16 else { throw .witnessVersion(version) }
    guard (2...40).contains(program.count),
      version != 0 || program.count == 20 || program.count == 32
    else { throw .programLength(version: version, length: program.count) }
    guard decoded.variant == (version == 0 ? .bech32 : .bech32m) else {
      throw .wrongVariant(version: version)
    }
    guard prefix == network.hrp else {
      throw .wrongNetwork(found: networks { $0.hrp == prefix }, expected: network)
    }
    return Script([version == 0 ? 0 : 0x50 + version, UInt8(program.count)] + program)
  }

  private static func hashScript(
    payload: [UInt8], on network: Network
  ) throws(AddressError) -> Script {
    guard let version = payload.first else { throw .hashLength(0) }
    let isOfVersion = { (network: Network) in
      network.p2pkhVersion == version || network.p2shVersion == version
    }
    let names = networks(where: isOfVersion)
    guard !names.isEmpty else { throw .unknownVersion(version) }
    guard payload.count == 21 else { throw .hashLength(payload.count - 1) }
    guard isOfVersion(network) else { throw .wrongNetwork(found: names, expected: network) }
    let hash = [UInt8](payload.dropFirst())
    return version == network.p2shVersion ? .p2sh(hash: hash) : .p2pkh(hash: hash)
  }

  /// The names of the standard networks that satisfy `condition`: `testnet3, testnet4 or signet`.
  private static func networks(where condition: (Network) -> Bool) -> String {
    let names = Network.standard.filter(condition).map(\.name)
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// The whole text in groups of four characters, for comparing by eye; never shortened.
  public var grouped: String {
    var result = ""
    for (index, character) in string.enumerated() {
      if index > 0 && index % 4 == 0 { result.append(" ") }
      result.append(character)
    }
    return result
  }
}

extension Address: CustomStringConvertible {
  public var description: String { string }
}
