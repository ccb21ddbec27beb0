internal import Bytes
internal import Descriptors
internal import ExtendedKeys

/// Descriptors as text: one, or receiving and change one below the other, with or without labels.
///
/// Read: lines of descriptors, each maybe after a label (`Receive: `), comments after `#`; `h`,
/// `'`; `/**` of BIP-129 and `/{0,1}/*` of Specter for `/<0;1>/*`; a missing checksum is a warning
/// (R23).
enum DescriptorText {
  static func read(_ text: String) throws(WalletFileError) -> WalletDraft? {
    if let draft = try PrefixedKeys.wallet(String(FileText.trimmed(text[...]))) { return draft }
    var found: [(descriptor: Descriptor, hasChecksum: Bool)] = []
    var warnings: [String] = []
    var isCommented = false
    for line in FileText.lines(text).prefix(100) where !line.isEmpty {
      if line.hasPrefix("#") {
        isCommented = true
        continue
      }
      guard let text = expression(line) else { return nil }
      guard let prefixed = try replaced(in: text) else {
        found.append(try parsed(text))
        continue
      }
      let read = try parsed(prefixed.text)
      if let warning = try PrefixedKeys.warning(prefixed.claims, in: read.descriptor) {
        warnings.append(warning)
      }
      found.append(read)
    }
    guard let first = found.first else { return nil }
    let merged = try merged(found.map(\.descriptor), first.descriptor)
    var draft = WalletDraft(isCommented ? .sparrow : .descriptor, merged)
    draft.warnings += warnings.prefix(1)
    if !found.allSatisfy(\.hasChecksum) { draft.warnings.append(missingChecksum) }
    return draft
  }

  static let missingChecksum =
    "the descriptor has no checksum: a misread letter would not be noticed (R23)"

  private static func replaced(
    in text: Substring
  ) throws(WalletFileError) -> PrefixedKeys.Found? {
    do throws(DescriptorError) {
      return try PrefixedKeys.replaced(in: text)
    } catch {
      throw .descriptor(error)
    }
  }

  /// The descriptor in a line: what is left behind a label of letters.
  private static func expression(_ line: Substring) -> Substring? {
    var rest = line
    // A label may contain anything but what a descriptor begins with.
    if let colon = rest.firstIndex(of: ":"), let open = rest.firstIndex(of: "("), colon < open {
      rest = FileText.trimmed(rest[rest.index(after: colon)...])
    }
    return isDescriptor(rest) ? rest : nil
  }

  /// Whether a text looks like a descriptor: a name in lower case before a parenthesis.
  static func isDescriptor(_ text: Substring) -> Bool {
    guard let open = text.firstIndex(of: "("), !text.contains(where: \.isWhitespace) else {
      return false
    }
    let name = text[..<open]
    return !name.isEmpty && name.count <= 16
      && name.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == "_") }
  }

  /// Reads one descriptor, its checksum over the text as it was written.
  static func parsed(
    _ text: some StringProtocol
  ) throws(WalletFileError) -> (descriptor: Descriptor, hasChecksum: Bool) {
    let hasChecksum = text.contains("#")
    do throws(DescriptorError) {
      guard text.contains("/**") || text.contains("{") && text.contains("/{0,1}/*") else {
        return (try Descriptor(parsing: text), hasChecksum)
      }
      let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 {
        guard try DescriptorChecksum.checksum(of: parts[0]) == parts[1] else {
          throw DescriptorError.checksumMismatch
        }
      }
      let body = expanded(String(parts[0]))
      return (try Descriptor(parsing: body), hasChecksum)
    } catch {
      throw .descriptor(error)
    }
  }

  /// `/**` and `/{0,1}/*` in the words of BIP-389, each read once from the left.
  static func expanded(_ text: String, to range: String = "/<0;1>/*") -> String {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let character = rest.first {
      if character == UInt8(ascii: "/"), rest.starts(with: "/**".utf8) {
        result += range.utf8
        rest = rest.dropFirst(3)
      } else if character == UInt8(ascii: "/"), rest.starts(with: "/{0,1}/*".utf8) {
        result += range.utf8
        rest = rest.dropFirst(8)
      } else {
        result.append(character)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// One descriptor for several lines that must say the same wallet.
  private static func merged(
    _ descriptors: [Descriptor], _ first: Descriptor
  ) throws(WalletFileError) -> Descriptor {
    let unique = descriptors.reduce(into: [Descriptor]()) { list, descriptor in
      if !list.contains(descriptor) { list.append(descriptor) }
    }
    let whole = unique.filter { $0.branchCount > 1 }
    let parts = unique.filter { $0.branchCount == 1 }
    if let multipath = whole.first {
      let branches = (try? multipath.expanded()) ?? []
      guard whole.count == 1, parts.allSatisfy({ branches.contains($0) }) else {
        throw .refused(field: "descriptors", reason: "are of different wallets")
      }
      return multipath
    }
    guard parts.count > 1 else { return first }
    guard parts.count == 2, let joined = try? joined(parts[0], parts[1]) else {
      throw .refused(
        field: "descriptors", reason: "are not the receiving and change addresses of one wallet")
    }
    return joined
  }

  /// Receiving and change in one: they may differ in one step of each key only.
  private static func joined(
    _ receiving: Descriptor, _ change: Descriptor
  ) throws(DescriptorError) -> Descriptor? {
    guard receiving.keys.count == change.keys.count else { return nil }
    var keys: [KeyExpression] = []
    for (first, second) in zip(receiving.keys, change.keys) {
      guard first.origin == second.origin, first.material == second.material,
        first.wildcard == second.wildcard, first.steps.count == second.steps.count
      else { return nil }
      let different = first.steps.indices.filter { first.steps[$0] != second.steps[$0] }
      guard let place = different.first else {
        keys.append(first)
        continue
      }
      guard different.count == 1, case .child(let receive) = first.steps[place],
        case .child(let send) = second.steps[place]
      else { return nil }
      var steps = first.steps
      steps[place] = .branches([receive, send])
      keys.append(
        try KeyExpression(
          origin: first.origin, material: first.material, steps: steps, wildcard: first.wildcard))
    }
    let joined = try Descriptor(receiving.form.replacing(keys: keys[...]))
    // Two descriptors can differ in more than their keys.
    guard joined.branchCount == 2, try joined.expanded() == [receiving, change] else { return nil }
    return joined
  }
}
