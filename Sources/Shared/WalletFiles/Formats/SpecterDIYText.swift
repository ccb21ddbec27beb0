internal import Descriptors

/// Specter-DIY's command `addwallet NAME&DESCRIPTOR`; keys without steps mean `/<0;1>/*`.
enum SpecterDIYText {
  static func read(_ text: String) throws(WalletFileError) -> WalletDraft? {
    guard text.hasPrefix("addwallet ") else { return nil }
    let rest = text.dropFirst(10)
    guard let separator = rest.firstIndex(of: "&") else {
      throw .malformed(type: "Specter-DIY command", what: "no & between name and descriptor")
    }
    let parsed = try DescriptorText.parsed(
      FileText.trimmed(rest[rest.index(after: separator)...]))
    var draft = WalletDraft(.specterDIY, try RangeCompletion.completed(parsed.descriptor))
    draft.name = String(FileText.trimmed(rest[..<separator]))
    if !parsed.hasChecksum { draft.warnings.append(DescriptorText.missingChecksum) }
    return draft
  }

  /// Writes the command; throws unless every key is `KEY/<0;1>/*`.
  static func text(_ file: WalletFile) throws(WalletFileError) -> String {
    try RangeCompletion.require(file.descriptor, for: .specterDIY)
    let descriptor = DescriptorWriting.text(of: file.descriptor) {
      DescriptorWriting.withoutSteps($1)
    }
    // Specter-DIY leaves a checksum unread; our own signer need not ask for one then.
    do {
      let checked = try DescriptorChecksum.appended(to: descriptor)
      return "addwallet \(FileText.plainName(file.name, limit: 40))&\(checked)"
    } catch {
      throw .descriptor(error)
    }
  }
}
