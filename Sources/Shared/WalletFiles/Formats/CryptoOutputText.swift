internal import Bytes
internal import Descriptors
internal import QRTransport

/// A descriptor as a uniform resource in text: `ur:crypto-output/...` or
/// `ur:output-descriptor/...`.
enum CryptoOutputText {
  static func read(_ text: String) throws(WalletFileError) -> WalletDraft? {
    let start = text.prefix(21).lowercased()
    guard
      start.hasPrefix("ur:\(OutputDescriptor.type)/")
        || start.hasPrefix("ur:\(OutputDescriptor.newerType)/")
    else { return nil }
    let ur: UR
    do {
      ur = try UR(parsing: text)
    } catch {
      throw .resource(error)
    }
    let value: CBORValue
    do {
      value = try CBORReader.parse(ur.cbor)
    } catch {
      throw .encoding(type: ur.type, error)
    }
    return try draft(value)
  }

  /// The wallet in the CBOR of either type; its own checksum stood for the text.
  static func draft(_ value: CBORValue) throws(WalletFileError) -> WalletDraft {
    let text = try OutputDescriptor.text(value)
    do {
      var draft = WalletDraft(.cryptoOutput, try Descriptor(parsing: text))
      draft.name = OutputDescriptor.name(value)
      return draft
    } catch {
      throw .descriptor(error)
    }
  }

  /// Writes the resource, in upper case.
  static func text(_ file: WalletFile) throws(WalletFileError) -> String {
    try OutputDescriptor.ur(file.descriptor, name: file.name).text
  }
}
