internal import Bytes
internal import Descriptors

extension WalletFile {
  /// The wallet in a format: what a file holds, and what a QR code or a message carries.
  ///
  /// UTF-8 text. Throws ``WalletFileError/cannotHold(_:reason:)`` where a reader of that format
  /// would take it for another wallet, or where the format needs a network that is not known.
  public func encoded(as format: WalletFileFormat) throws(WalletFileError) -> [UInt8] {
    Array(try text(as: format).utf8)
  }

  /// The formats that can hold this wallet.
  public var possibleFormats: [WalletFileFormat] {
    WalletFileFormat.allCases.filter { (try? text(as: $0)) != nil }
  }

  private func text(as format: WalletFileFormat) throws(WalletFileError) -> String {
    switch format {
    case .descriptor: return descriptor.canonical + "\n"
    case .annotated: return annotated + "\n"
    case .cryptoOutput: return try CryptoOutputText.text(self) + "\n"
    case .bsms: return try BSMSDescriptorRecord.text(self)
    case .coldcard: return try ColdcardMultisigText.text(self)
    case .specterDIY: return try SpecterDIYText.text(self) + "\n"
    case .sparrow: return try SparrowText.text(self)
    case .redeemScript: return try RedeemScriptText.text(self) + "\n"
    case .caravan: return pretty(try CaravanJSON.json(self))
    case .specter: return pretty(try AccountMapJSON.specter(self))
    case .accountMap: return pretty(try AccountMapJSON.accountMap(self))
    case .bip388: return pretty(try WalletPolicyJSON.json(self))
    case .electrum: return pretty(try ElectrumJSON.json(self))
    }
  }

  /// The descriptor with birth height and gap limit (BIP-393).
  private var annotated: String {
    var annotations = descriptor.annotations
    annotations.birthHeight = birthHeight ?? annotations.birthHeight
    annotations.gapLimit = gapLimit ?? annotations.gapLimit
    return ((try? descriptor.annotated(annotations)) ?? descriptor).annotatedText
  }

  private func pretty(_ json: JSONValue) -> String {
    JSONWriter.encode(json, pretty: true) + "\n"
  }
}
