internal import Bytes
internal import Descriptors
internal import ExtendedKeys

/// `{label, blockheight, descriptor}`: Specter Desktop's wallets and FullyNoded's Account Maps.
///
/// Specter writes no steps behind the keys, or those of the receiving addresses; an Account Map
/// writes `/0/*`. In both the change addresses are those of `/1/*`, so both become `/<0;1>/*`.
enum AccountMapJSON {
  static func read(_ json: JSONValue) throws(WalletFileError) -> WalletDraft? {
    guard let text = json["descriptor"]?.stringValue,
      DescriptorText.isDescriptor(Substring(text)) || json["blockheight"] != nil
    else { return nil }
    let parsed = try DescriptorText.parsed(text)
    let isSpecter = json["devices"] != nil
    var draft = WalletDraft(
      isSpecter ? .specter : .accountMap, try RangeCompletion.completed(parsed.descriptor))
    draft.name = json["label"]?.stringValue
    draft.birthHeight = try WalletJSON.number(json["blockheight"], "blockheight")
    let isChecked = try hasChecksum(json, of: text)
    if !parsed.hasChecksum, !isChecked { draft.warnings.append(DescriptorText.missingChecksum) }
    return draft
  }

  /// The member that we write beside a descriptor which others expect without its checksum.
  private static let checksumMember = "descriptor_checksum"

  /// Whether the checksum stands beside the descriptor; throws when it is another one's (R23).
  private static func hasChecksum(
    _ json: JSONValue, of text: String
  ) throws(WalletFileError) -> Bool {
    guard let stated = json[checksumMember] else { return false }
    guard let stated = stated.stringValue,
      (try? DescriptorChecksum.checksum(of: text.prefix { $0 != "#" })) == stated
    else { throw .descriptor(.checksumMismatch) }
    return true
  }

  /// Specter Desktop's JSON: `devices` has an entry for each key.
  ///
  /// Throws unless every key is `KEY/<0;1>/*`, which is what Specter takes a key for.
  static func specter(_ file: WalletFile) throws(WalletFileError) -> JSONValue {
    let descriptor = try text(file, for: .specter, range: "")
    let devices = file.descriptor.keys.indices.map { position -> JSONValue in
      ["type": "other", "label": .string("Key \(position + 1)")]
    }
    return [
      "label": .string(file.name ?? "wallet"), "blockheight": .integer(file.birthHeight ?? 0),
      "descriptor": .string(descriptor), "devices": .array(devices),
      checksumMember: .string(try checksum(of: descriptor)),
    ]
  }

  /// An Account Map: the receiving addresses' descriptor with `h` and without checksum.
  ///
  /// Throws unless every key is `KEY/<0;1>/*`.
  static func accountMap(_ file: WalletFile) throws(WalletFileError) -> JSONValue {
    let descriptor = try text(file, for: .accountMap, range: "/0/*")
    return [
      "descriptor": .string(descriptor), "blockheight": .integer(file.birthHeight ?? 0),
      "label": .string(file.name ?? "wallet"),
      checksumMember: .string(try checksum(of: descriptor)),
    ]
  }

  /// The checksum of BIP-380 over a text that was just written.
  private static func checksum(of text: String) throws(WalletFileError) -> String {
    do {
      return try DescriptorChecksum.checksum(of: text)
    } catch {
      throw .descriptor(error)
    }
  }

  private static func text(
    _ file: WalletFile, for format: WalletFileFormat, range: String
  ) throws(WalletFileError) -> String {
    try RangeCompletion.require(file.descriptor, for: format)
    return DescriptorWriting.text(of: file.descriptor) {
      DescriptorWriting.withoutSteps($1) + range
    }
  }
}

extension KeyExpression {
  /// Whether it is an account's extended key and nothing behind it.
  ///
  /// Its path ends hardened, or its own number does where no path is stated; one below that is a
  /// branch or an address already.
  var isBareAccount: Bool {
    guard case .extended(let xpub) = material, steps.isEmpty, !isRange else { return false }
    guard let last = origin?.path.steps.last else {
      return xpub.depth == 0 || xpub.childNumber.isHardened
    }
    return last.isHardened
  }

  /// Whether it is BIP-341's point itself, as the internal key of a tree: nothing is counted below
  /// it.
  var isNobodysPoint: Bool {
    if case .extended = material { false } else { isUnspendable }
  }

  /// The key alone.
  var withoutSteps: KeyExpression? { try? KeyExpression(origin: origin, material: material) }
}

/// Formats whose keys mean receiving and change addresses whatever stands behind them.
enum RangeCompletion {
  /// Puts `/<0;1>/*` behind keys that have no steps, and in place of `/0/*`.
  static func completed(_ descriptor: Descriptor) throws(WalletFileError) -> Descriptor {
    let receiving = KeyExpression.Step.child(ChildNumber(rawValue: 0))
    let counted = descriptor.keys.filter { !$0.isNobodysPoint }
    let isBare = counted.allSatisfy { $0.steps.isEmpty && !$0.isRange }
    let isReceiving = counted.allSatisfy {
      $0.steps.last == receiving && $0.wildcard == .unhardened
    }
    guard isBare || isReceiving, !counted.isEmpty else { return descriptor }
    let choices = [ChildNumber(rawValue: 0), ChildNumber(rawValue: 1)]
    do {
      var keys: [KeyExpression] = []
      for key in descriptor.keys {
        guard !key.isNobodysPoint else {
          keys.append(key)
          continue
        }
        guard case .extended = key.material else { return descriptor }
        keys.append(
          try KeyExpression(
            origin: key.origin, material: key.material,
            steps: (isBare ? key.steps : key.steps.dropLast()) + [.branches(choices)],
            wildcard: .unhardened))
      }
      return try Descriptor(
        descriptor.form.replacing(keys: keys[...]), annotations: descriptor.annotations)
    } catch {
      throw .descriptor(error)
    }
  }

  /// Refuses to write a wallet that would be read as another one.
  static func require(
    _ descriptor: Descriptor, for format: WalletFileFormat
  ) throws(WalletFileError) {
    for (position, key) in descriptor.keys.enumerated() where !key.countsAsUsual {
      throw .cannotHold(
        format, reason: "key \(position + 1) has no receiving and change addresses (<0;1>/*)")
    }
  }
}
