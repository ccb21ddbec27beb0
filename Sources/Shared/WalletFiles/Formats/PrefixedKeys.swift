internal import Descriptors
internal import ExtendedKeys

/// Keys with a prefix of SLIP-132 (`ypub`, `Zpub` and so on) in a descriptor, where BIP-380 has `xpub` and `tpub`
/// only, or alone.
///
/// The prefix is a second word about the script: it must agree with the descriptor. Alone, it is all that says it.
enum PrefixedKeys {
  /// Characters that such a key is made of; its prefix stands at one of the places where a key may begin.
  private static let prefixes = ["ypub", "Ypub", "zpub", "Zpub", "upub", "Upub", "vpub", "Vpub"]

  /// What was read: the text with `xpub` or `tpub`, and the prefixes with the scripts that they claim.
  struct Found {
    var text: String
    var claims: [(prefix: String, script: StandardAccount)]
  }

  /// The text with every prefixed key written as BIP-380 has it; nil where there is none.
  ///
  /// A checksum is held against the text as it was written, and made again.
  ///
  /// - Throws: `DescriptorError.checksumMismatch`.
  static func replaced(in text: some StringProtocol) throws(DescriptorError) -> Found? {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let body = parts.first else { return nil }
    var found = Found(text: "", claims: [])
    var rest = body[...]
    while !rest.isEmpty {
      let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
      if let key = key(word) {
        found.text += "\(key.xpub)"
        found.claims.append((String(word.prefix(4)), key.script))
      } else {
        found.text += word
      }
      rest = rest.dropFirst(word.count)
      if let next = rest.first {
        found.text.append(next)
        rest = rest.dropFirst()
      }
    }
    guard !found.claims.isEmpty else { return nil }
    if parts.count == 2 {
      guard try DescriptorChecksum.checksum(of: body) == parts[1] else { throw .checksumMismatch }
      found.text = try DescriptorChecksum.appended(to: found.text)
    }
    return found
  }

  private static func key(
    _ word: some StringProtocol
  ) -> (xpub: Xpub, script: StandardAccount)? {
    guard word.count > 100, prefixes.contains(String(word.prefix(4))),
      let key = try? SLIP132Key(parsing: word), let script = key.script
    else { return nil }
    return (key.xpub, script)
  }

  /// Refuses a descriptor whose script is another one than a prefix claims; else the warning.
  static func warning(
    _ claims: [(prefix: String, script: StandardAccount)], in descriptor: Descriptor
  ) throws(WalletFileError) -> String? {
    guard let first = claims.first else { return nil }
    let script = descriptor.script ?? cosigners(of: descriptor)
    for claim in claims where claim.script != script {
      throw .refused(
        field: "prefix \(claim.prefix)",
        reason: "belongs to keys for \(claim.script.rawValue), the descriptor is of another script")
    }
    return "a key begins with \(first.prefix): it is read as xpub or tpub"
  }

  private static func cosigners(of descriptor: Descriptor) -> StandardAccount? {
    switch descriptor.multisig?.wrapping {
    case .wsh: .wsh
    case .shWsh: .shWsh
    default: nil
    }
  }

  /// A wallet of one key that stands there alone: its prefix says the script.
  ///
  /// Receiving and change addresses are those of every standard, `/<0;1>/*`. Nil for anything else, a cosigner's key
  /// among it: alone it makes no wallet.
  static func wallet(_ text: String) throws(WalletFileError) -> WalletDraft? {
    guard let (xpub, script) = key(text[...]), script.isSingleKey else { return nil }
    let name = script == .wpkh ? "wpkh(\(xpub)/<0;1>/*)" : "sh(wpkh(\(xpub)/<0;1>/*))"
    do throws(DescriptorError) {
      var draft = WalletDraft(.descriptor, try Descriptor(parsing: name))
      draft.warnings = [
        "the key begins with \(text.prefix(4)), which says the script; nothing else does",
        "the key has no origin: a signer may not recognise it as its own",
      ]
      return draft
    } catch {
      throw .descriptor(error)
    }
  }
}
