import Bytes
import Descriptors
import ExtendedKeys

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
    if !parsed.hasChecksum { draft.warnings.append(DescriptorText.missingChecksum) }
    return draft
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
    ]
  }

  /// An Account Map: the receiving addresses' descriptor with `h` and without checksum.
  ///
  /// Throws unless every key is `KEY/<0;1>/*`.
  static func accountMap(_ file: WalletFile) throws(WalletFileError) -> JSONValue {
    [
      "descriptor": .string(try text(file, for: .accountMap, range: "/0/*")),
      "blockheight": .integer(file.birthHeight ?? 0), "label": .string(file.name ?? "wallet"),
    ]
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

/// Formats whose keys mean receiving and change addresses whatever stands behind them.
enum RangeCompletion {
  /// Puts `/<0;1>/*` behind keys that have no steps, and in place of `/0/*`.
  static func completed(_ descriptor: Descriptor) throws(WalletFileError) -> Descriptor {
    let receiving = KeyExpression.Step.child(ChildNumber(rawValue: 0))
    let isBare = descriptor.keys.allSatisfy { $0.steps.isEmpty && !$0.isRange }
    let isReceiving = descriptor.keys.allSatisfy {
      $0.steps.last == receiving && $0.wildcard == .unhardened
    }
    guard isBare || isReceiving, !descriptor.keys.isEmpty else { return descriptor }
    let choices = [ChildNumber(rawValue: 0), ChildNumber(rawValue: 1)]
    do {
      var keys: [KeyExpression] = []
      for key in descriptor.keys {
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
    for (position, key) in descriptor.keys.enumerated() where !key.isAccountRange {
      throw .cannotHold(
        format, reason: "key \(position + 1) has no receiving and change addresses (<0;1>/*)")
    }
  }
}
