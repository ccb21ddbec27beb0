public import BitcoinPrimitives
internal import Bytes

/// The chain that a payment was made for, as whoever makes it says (docs/formats.md).
///
/// Chains that share keys share signatures: a PSBT alone does not say where its coins are. It stands in a
/// proprietary field of the global map with the identifier `drawbridge`, as the `tag` of the network. No
/// signature commits to it.
public enum ChainTag {
  /// The most bytes.
  public static let limit = 71

  private static let part: UInt8 = 3
  private static let keyData =
    [UInt8(ConfirmationProofs.identifier.count)] + ConfirmationProofs.identifier + [part]

  /// Whether a field of the global map says the chain, whatever its form.
  public static func isField(_ field: PSBTField) -> Bool {
    field.type == PSBTGlobalKey.proprietary.rawValue && field.keyData.elementsEqual(keyData)
  }

  fileprivate static func field(_ value: [UInt8]) -> PSBTField {
    PSBTField(type: PSBTGlobalKey.proprietary.rawValue, keyData: keyData, value: value[...])
  }
}

extension PSBTGlobal {
  /// The chain that the payment says it was made for; nil where it says none.
  ///
  /// Foreign text, and not even text where somebody wrote what cannot be a tag: it passes the gate before it is shown.
  public var chainTag: String? {
    guard let field = map.fields.first(where: ChainTag.isField) else { return nil }
    return String(decoding: field.value.prefix(ChainTag.limit + 1), as: UTF8.self)
  }

  /// Says the chain, of a network that not everybody knows; of the others nothing is said, as in the PSBTs of other
  /// programs.
  public mutating func setChainTag(_ network: Network) {
    removeAll(where: ChainTag.isField)
    guard !Network.standard.contains(network) else { return }
    setUnchecked(ChainTag.field(Array(network.tag.utf8)))
  }
}
