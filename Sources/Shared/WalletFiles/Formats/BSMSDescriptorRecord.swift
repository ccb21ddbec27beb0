internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys

/// The descriptor record of BIP-129's second round: four lines.
///
/// `BSMS 1.0`, a descriptor or a template with `/**`, the paths it is restricted to, the first
/// address. The address is derived again: a coordinator that changed a key is found out.
enum BSMSDescriptorRecord {
  static let version = "BSMS 1.0"
  static let unrestricted = "No path restrictions"
  private static let type = "BSMS descriptor record"

  static func read(_ text: String) throws(WalletFileError) -> WalletDraft? {
    let lines = FileText.lines(text)
    guard let head = lines.first, head.hasPrefix("BSMS") else { return nil }
    guard head == version else {
      throw .unsupported(type: type, what: "on line 1 another version than \(version) (BIP-129)")
    }
    guard lines.count == 1 || DescriptorText.isDescriptor(lines[1]) else { return nil }
    guard lines.count == 4 else {
      throw .malformed(type: type, what: "\(lines.count) lines, and BIP-129 wants 4")
    }
    let isTemplate = lines[1].contains("/**")
    var draft: WalletDraft
    if lines[2] == unrestricted {
      guard !isTemplate else {
        throw .refused(
          field: "path restrictions on line 3",
          reason: "are none, and the descriptor is a template (/**)")
      }
      draft = WalletDraft(.bsms, try DescriptorText.parsed(lines[1]).descriptor)
    } else {
      draft = WalletDraft(.bsms, try restricted(lines[1], to: lines[2], isTemplate: isTemplate))
    }
    draft.firstAddress = String(lines[3])
    return draft
  }

  /// The descriptor with its paths: `/0/*,/1/*` makes `/**` to `/<0;1>/*`.
  private static func restricted(
    _ text: Substring, to paths: Substring, isTemplate: Bool
  ) throws(WalletFileError) -> Descriptor {
    var branches: [UInt32] = []
    for path in paths.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false) {
      let path = FileText.trimmed(path)
      guard path.hasPrefix("/"), path.hasSuffix("/*"), path.count > 3,
        let branch = UInt32(path.dropFirst().dropLast(2)), branch < ChildNumber.hardenedBit
      else {
        throw .malformed(
          type: type, what: "path restrictions on line 3 are not of the form /0/*,/1/*")
      }
      branches.append(branch)
    }
    guard branches.count <= 2, Set(branches).count == branches.count else {
      throw .unsupported(
        type: type,
        what: "other path restrictions on line 3 than one path to receive and one for change")
    }
    let choices = branches.map(String.init).joined(separator: ";")
    let range = branches.count == 1 ? "/\(choices)/*" : "/<\(choices)>/*"
    guard isTemplate else {
      let descriptor = try DescriptorText.parsed(text).descriptor
      guard descriptor.keys.allSatisfy({ "\($0)".hasSuffix(range) }) else {
        throw .refused(
          field: "path restrictions on line 3",
          reason: "do not fit the paths that the descriptor has")
      }
      return descriptor
    }
    // The checksum of a template is over its own text.
    _ = try DescriptorText.parsed(text)
    let body = text.prefix { $0 != "#" }
    do {
      return try Descriptor(parsing: DescriptorText.expanded(String(body), to: range))
    } catch {
      throw .descriptor(error)
    }
  }

  /// Writes the record, without a line end behind it, as BIP-129's own are.
  ///
  /// Throws when the network, and so the address, is not known, or the script has no address.
  static func text(_ file: WalletFile) throws(WalletFileError) -> String {
    guard let address = file.derivedFirstAddress else {
      throw .cannotHold(
        .bsms,
        reason:
          "its first address is needed, but its network is not known or its script has no address")
    }
    let descriptor = file.descriptor
    let paths: String
    let line: String
    if descriptor.keys.allSatisfy(\.countsAsUsual) {
      line = DescriptorWriting.text(of: descriptor) {
        DescriptorWriting.apostrophes($1, range: "/**")
      }
      paths = "/0/*,/1/*"
    } else {
      line = descriptor.canonical
      paths = unrestricted
    }
    return [version, line, paths, address.string].joined(separator: "\n")
  }
}
