internal import BitcoinPrimitives
public import Bytes
public import Descriptors
internal import ExtendedKeys
public import QRTransport

/// An output descriptor as CBOR and as text, both ways (BCR-2020-010, BCR-2023-010).
///
/// The text is the meeting point: `Descriptors` judges it, this file only knows how the two forms
/// spell the same thing.
public enum OutputDescriptor {
  /// The type that is written.
  public static let type = "crypto-output"
  /// The type of the second generation, read as well.
  public static let newerType = "output-descriptor"

  /// Reads the descriptor's text, without checksum.
  ///
  /// Account keys without `children` mean receiving and change addresses, `/<0;1>/*`, as Sparrow
  /// and Specter write them: taken for the one key that they are, they would make a wallet of one
  /// address.
  ///
  /// - Throws: ``WalletFileError``; private keys are refused.
  public static func text(_ value: CBORValue) throws(WalletFileError) -> String {
    let literal =
      value.mapValue != nil ? try newerText(value) : try text(value, depth: 0)
    // What is not a descriptor is refused by whoever reads the text.
    guard let descriptor = try? Descriptor(parsing: literal),
      descriptor.keys.allSatisfy({ $0.isBareAccount || $0.isNobodysPoint })
    else { return literal }
    return try RangeCompletion.completed(descriptor).textWithoutChecksum
  }

  /// The name beside a descriptor of the second generation; nil for none.
  static func name(_ value: CBORValue) -> String? { value[3]?.textValue }

  /// The resource of a descriptor: of the first generation, which every wallet reads, or of the
  /// second where the first has no tag for a form (trees of scripts).
  ///
  /// `/<0;1>/*` behind every key is written as no children at all: libraries of other signers read
  /// no range of steps, and all of them take an account key for that. What was written is read
  /// again; throws `WalletFileError` for a wallet that would come back as another one.
  public static func ur(
    _ descriptor: Descriptor, name: String? = nil
  ) throws(WalletFileError) -> UR {
    do {
      if let value = try? cbor(textForOthers(of: descriptor)), reads(value, as: descriptor) {
        return try UR(type: type, cbor: CBORWriter.encode(value))
      }
      let value = try newerCBOR(descriptor, name: name)
      guard reads(value, as: descriptor) else {
        throw WalletFileError.cannotHold(
          .cryptoOutput, reason: "its keys would be read as others, or with other addresses")
      }
      return try UR(type: newerType, cbor: CBORWriter.encode(value))
    } catch let error as WalletFileError {
      throw error
    } catch {
      throw .cannotHold(.cryptoOutput, reason: "\(error)")
    }
  }

  /// The text to write: account keys of receiving and change addresses without steps.
  private static func textForOthers(of descriptor: Descriptor) -> String {
    let keys = descriptor.keys
    guard !keys.isEmpty,
      keys.allSatisfy({ $0.countsAsUsual && $0.withoutSteps?.isBareAccount == true })
    else { return descriptor.textWithoutChecksum }
    return DescriptorWriting.text(of: descriptor) { DescriptorWriting.withoutSteps($1) }
  }

  /// Whether what was written is read as the same wallet.
  private static func reads(_ value: CBORValue, as descriptor: Descriptor) -> Bool {
    guard let text = try? text(value), let read = try? Descriptor(parsing: text) else {
      return false
    }
    return read == descriptor
  }

  /// `{1: text with @0, @1 ..., 2: [keys], 3: name}` (BCR-2023-010).
  private static func newerCBOR(
    _ descriptor: Descriptor, name: String?
  ) throws(WalletFileError) -> CBORValue {
    var keys: [CBORValue] = []
    for key in descriptor.keys { keys.append(try cborKey(Substring("\(key)"), .second)) }
    let text = DescriptorWriting.text(of: descriptor) { position, _ in "@\(position)" }
    var map = [
      CBORPair(.unsigned(1), .text(text)), CBORPair(.unsigned(2), .array(keys)),
    ]
    if let name { map.append(CBORPair(.unsigned(3), .text(name))) }
    return .map(map)
  }

  /// Writes a descriptor's text; a checksum behind it is left out.
  ///
  /// - Throws: ``WalletFileError/unsupported(type:what:)`` for forms that have no tag, trees of
  ///   scripts among them, and for a key that would not be read again as the same one.
  public static func cbor(_ text: some StringProtocol) throws(WalletFileError) -> CBORValue {
    let bare = text.prefix { $0 != "#" }
    return try cbor(Substring(bare), depth: 0)
  }

  // MARK: Reading

  private static func text(
    _ value: CBORValue, depth: Int
  ) throws(WalletFileError) -> String {
    // Four wrappings are the most a descriptor has: sh(wsh(multi(key))).
    guard depth < 5, case .tag(let tag, let inner) = value else {
      throw .malformed(type: type, what: "a script stands without its tag")
    }
    switch tag {
    case Tags.sh: return "sh(\(try text(inner, depth: depth + 1)))"
    case Tags.wsh: return "wsh(\(try text(inner, depth: depth + 1)))"
    case Tags.pk: return "pk(\(try key(inner)))"
    case Tags.pkh: return "pkh(\(try key(inner)))"
    case Tags.wpkh: return "wpkh(\(try key(inner)))"
    case Tags.tr: return "tr(\(try key(inner, xOnly: true)))"
    case Tags.combo: return "combo(\(try key(inner)))"
    case Tags.multi: return "multi(\(try keys(inner)))"
    case Tags.sortedmulti: return "sortedmulti(\(try keys(inner)))"
    case Tags.raw:
      guard let bytes = inner.bytesValue else {
        throw .malformed(type: type, what: "the raw script is not a byte string")
      }
      return "raw(\(Hex.encode(bytes)))"
    default: throw .unsupported(type: type, what: "the script tag \(tag)")
    }
  }

  private static func keys(_ value: CBORValue) throws(WalletFileError) -> String {
    guard let threshold = value[1]?.unsignedValue, let list = value[2]?.arrayValue,
      !list.isEmpty, list.count <= 999
    else { throw .malformed(type: type, what: "the threshold or the list of keys is missing") }
    var parts = ["\(threshold)"]
    for (place, item) in list.enumerated() { parts.append(try key(item, place: place)) }
    return parts.joined(separator: ",")
  }

  /// One of several keys; `place` counts from 0 and is said, from 1, where the key is refused.
  private static func key(
    _ value: CBORValue, xOnly: Bool = false, place: Int
  ) throws(WalletFileError) -> String {
    do throws(WalletFileError) {
      return try key(value, xOnly: xOnly)
    } catch {
      throw error.at("key \(place + 1)")
    }
  }

  /// A key expression; a lone key in taproot is written without its first byte, which says nothing.
  private static func key(
    _ value: CBORValue, xOnly: Bool = false
  ) throws(WalletFileError) -> String {
    if let hdkey = value.untagged(any: Tags.hdkey) {
      var key = try HDKey(hdkey)
      key.isXOnly = xOnly
      return key.expression
    }
    guard let eckey = value.untagged(any: Tags.eckey) else {
      throw .malformed(type: type, what: "it stands without its tag")
    }
    if eckey[2]?.boolValue == true { throw .secret(kind: "a private key") }
    guard let bytes = eckey[3]?.bytesValue, [33, 65].contains(bytes.count) else {
      throw .malformed(type: type, what: "its public key is not 33 or 65 bytes")
    }
    return Hex.encode(xOnly && bytes.count == 33 ? bytes.dropFirst() : bytes[...])
  }

  /// `{1: text with @0, @1 ..., 2: [keys]}`.
  private static func newerText(_ value: CBORValue) throws(WalletFileError) -> String {
    guard let source = value[1]?.textValue, source.utf8.count <= 100_000 else {
      throw .malformed(type: newerType, what: "no text")
    }
    var keys: [String] = []
    for (place, item) in (value[2]?.arrayValue ?? []).enumerated() {
      if item.untagged(40307) != nil {
        throw .unsupported(type: newerType, what: "an address in place of key \(place + 1)")
      }
      keys.append(try key(item, xOnly: source.hasPrefix("tr("), place: place))
    }
    var text = ""
    var rest = source[...]
    while let at = rest.firstIndex(of: "@") {
      text += rest[..<at]
      let digits = rest[rest.index(after: at)...].prefix { $0.isASCII && $0.isNumber }
      guard let number = Int(digits), keys.indices.contains(number) else {
        throw .malformed(type: newerType, what: "@\(digits) is not a key of its list")
      }
      text += keys[number]
      rest = rest[digits.endIndex...]
    }
    return text + rest
  }

  // MARK: Writing

  private static func cbor(
    _ text: Substring, depth: Int
  ) throws(WalletFileError) -> CBORValue {
    guard depth < 5, let open = text.firstIndex(of: "("), text.hasSuffix(")") else {
      throw .unsupported(type: type, what: "an expression that is not a function")
    }
    let inside = text[text.index(after: open)...].dropLast()
    switch text[..<open] {
    case "sh": return .tag(Tags.sh, try cbor(inside, depth: depth + 1))
    case "wsh": return .tag(Tags.wsh, try cbor(inside, depth: depth + 1))
    case "pk": return .tag(Tags.pk, try cborKey(inside))
    case "pkh": return .tag(Tags.pkh, try cborKey(inside))
    case "wpkh": return .tag(Tags.wpkh, try cborKey(inside))
    case "tr": return .tag(Tags.tr, try cborKey(inside))
    case "combo": return .tag(Tags.combo, try cborKey(inside))
    case "multi": return .tag(Tags.multi, try cborKeys(inside))
    case "sortedmulti": return .tag(Tags.sortedmulti, try cborKeys(inside))
    case "raw":
      guard let bytes = try? Hex.decode(inside) else {
        throw .malformed(type: type, what: "the raw script is not a byte string")
      }
      return .tag(Tags.raw, .bytes(bytes))
    default: throw .unsupported(type: type, what: "the form \(text[..<open])()")
    }
  }

  private static func cborKeys(_ text: Substring) throws(WalletFileError) -> CBORValue {
    let parts = text.split(separator: ",")
    guard let threshold = parts.first.flatMap({ UInt64($0) }), parts.count > 1 else {
      throw .malformed(type: type, what: "the threshold or the list of keys is missing")
    }
    var keys: [CBORValue] = []
    for part in parts.dropFirst() { keys.append(try cborKey(part)) }
    return .map([
      CBORPair(.unsigned(1), .unsigned(threshold)), CBORPair(.unsigned(2), .array(keys)),
    ])
  }

  /// `[fingerprint/path]key/steps`; a lone key without origin is an `eckey`.
  private static func cborKey(
    _ text: Substring, _ generation: Tags.Generation = .first
  ) throws(WalletFileError) -> CBORValue {
    var rest = text
    var origin: KeyOrigin?
    if rest.hasPrefix("[") {
      guard let end = rest.firstIndex(of: "]"),
        let parsed = try? KeyOrigin(parsing: String(rest[rest.index(after: rest.startIndex)..<end]))
      else { throw .malformed(type: type, what: "a key origin") }
      origin = parsed
      rest = rest[rest.index(after: end)...]
    }
    let keyText = rest.prefix { $0 != "/" }
    let children = String(rest[keyText.endIndex...])
    let hdkey = Tags.hdkey[generation.rawValue]
    if let bytes = try? Hex.decode(keyText) {
      guard children.isEmpty, [32, 33].contains(bytes.count) else {
        throw .unsupported(type: type, what: "a key of \(bytes.count) bytes")
      }
      let compressed = bytes.count == 32 ? [2] + bytes : bytes
      guard let origin else {
        return .tag(
          Tags.eckey[generation.rawValue], .map([CBORPair(.unsigned(3), .bytes(compressed))]))
      }
      return .tag(hdkey, HDKey(publicKey: compressed, origin: origin).cbor(generation))
    }
    guard let xpub = try? Xpub(parsing: String(keyText)) else {
      throw .unsupported(type: type, what: "a key that is not an extended public key")
    }
    let value = HDKey(xpub: xpub, origin: origin, children: children).cbor(generation)
    // The child number is written in the origin alone: another one there would make another xpub.
    let read = try HDKey(value).expression
    guard read.contains("\(xpub)") else {
      throw .unsupported(type: type, what: "a key that does not lie where its origin says")
    }
    // What is not a step, such as the tree behind an internal key, would be left out without a
    // word.
    guard read == text.replacing("'", with: "h") else {
      throw .unsupported(type: type, what: "a key with something other than steps after it")
    }
    return .tag(hdkey, value)
  }
}
