internal import Bytes
internal import Descriptors
internal import ExtendedKeys

/// A wallet policy (BIP-388): a template whose keys are `@0/**`, and the list of keys.
///
/// BIP-388 fixes both parts and leaves their envelope open: written as
/// `{name, descriptor_template, keys_info}`, read with the members' other names as well.
enum WalletPolicyJSON {
  private static let type = "wallet policy"

  static func read(_ json: JSONValue) throws(WalletFileError) -> WalletDraft? {
    let template = ["descriptor_template", "descriptorTemplate", "template", "policy"]
      .lazy.compactMap { json[$0]?.stringValue }.first
    let list = ["keys_info", "keysInfo", "keys", "keyOrigins"]
      .lazy.compactMap { json[$0]?.arrayValue }.first
    guard let template, let list, template.contains("@") else { return nil }
    var keys: [String] = []
    for (position, item) in list.enumerated() {
      guard let text = item.stringValue else {
        throw .malformed(type: type, what: "key @\(position) is not text")
      }
      keys.append(text)
    }
    var draft = WalletDraft(
      .bip388, try WalletPolicyTemplate(parsing: template).descriptor(keys: keys))
    draft.name = json["name"]?.stringValue
    return draft
  }

  /// Writes the policy; throws where a key is not an extended key with `<a;b>/*` behind it.
  static func json(_ file: WalletFile) throws(WalletFileError) -> JSONValue {
    let descriptor = file.descriptor
    var keys: [String] = []
    var spellings: [String] = []
    for (position, key) in descriptor.keys.enumerated() {
      guard case .extended = key.material, key.wildcard == .unhardened, key.steps.count == 1,
        case .branches(let choices)? = key.steps.first, choices.count == 2
      else {
        throw .cannotHold(
          .bip388, reason: "key \(position + 1) is not an extended key with <0;1>/* after it")
      }
      let text = DescriptorWriting.apostrophes(key, range: "")
      let number: Int
      if let known = keys.firstIndex(of: text) {
        number = known
      } else {
        number = keys.count
        keys.append(text)
      }
      let range = key.countsAsUsual ? "/**" : "/<\(choices[0]);\(choices[1])>/*"
      spellings.append("@\(number)\(range)")
    }
    let template = DescriptorWriting.text(of: descriptor) { position, _ in spellings[position] }
    if let form = WalletPolicyTemplate.forbiddenForm(of: template) {
      throw .cannotHold(.bip388, reason: "BIP-388 has no \(form)")
    }
    return [
      "name": .string(file.name ?? "wallet"), "descriptor_template": .string(template),
      "keys_info": .array(keys.map { .string($0) }),
    ]
  }
}

/// The template of a wallet policy, its placeholders checked as BIP-388 demands.
struct WalletPolicyTemplate: Hashable, Sendable {
  /// One placeholder: the number of its key and the steps behind it.
  struct Placeholder: Hashable, Sendable {
    let key: Int
    let choices: [UInt32]

    var range: String { "/<\(choices[0]);\(choices[1])>/*" }
  }

  /// The text around the placeholders: one piece more than there are placeholders.
  private let pieces: [Substring]
  let placeholders: [Placeholder]

  private static let type = "wallet policy template"

  /// Reads a template.
  ///
  /// Throws for a placeholder without `/**` or `/<a;b>/*`, numbers out of order or left out, one
  /// path of a key used twice, and keys that are not placeholders.
  init(parsing text: String) throws(WalletFileError) {
    guard text.utf8.count <= 10_000 else {
      throw .malformed(type: Self.type, what: "above 10000 characters")
    }
    if let form = Self.forbiddenForm(of: text) {
      throw .refused(field: "template", reason: "is \(form), which BIP-388 does not allow")
    }
    // With it the steps stand behind the aggregate, not behind each key.
    guard !text.contains("musig(") else {
      throw .unsupported(type: Self.type, what: "MuSig2")
    }
    var pieces: [Substring] = []
    var placeholders: [Placeholder] = []
    var rest = Substring(text)
    while let at = rest.firstIndex(of: "@") {
      pieces.append(rest[..<at])
      let end = rest[at...].firstIndex { ",){}".contains($0) } ?? rest.endIndex
      placeholders.append(try Self.placeholder(rest[at..<end]))
      rest = rest[end...]
    }
    pieces.append(rest)
    self.pieces = pieces
    self.placeholders = placeholders
    try requireOrder()
    try requireOnlyPlaceholders(text)
  }

  /// The form at the top, or within `sh`, that a policy may not have; nil for an allowed one.
  ///
  /// Outermost are `sh`, `wsh`, `pkh`, `wpkh` and `tr` alone: `combo` is not two descriptors, and
  /// what pays to a bare key or a bare multisig has no address. `pk` stands in `wsh` and `tr` only.
  static func forbiddenForm(of text: String) -> String? {
    let name = text.prefix { $0 != "(" }
    guard ["sh", "wsh", "pkh", "wpkh", "tr"].contains(name) else {
      return ["multi", "sortedmulti"].contains(name) ? "bare \(name)()" : "\(name.prefix(20))()"
    }
    guard name == "sh" else { return nil }
    let inner = text.dropFirst(3).prefix { $0 != "(" }
    return ["wsh", "wpkh", "pkh", "multi", "sortedmulti"].contains(inner)
      ? nil : "sh(\(inner.prefix(20))())"
  }

  /// `@0/**` or `@0/<0;1>/*`.
  private static func placeholder(_ text: Substring) throws(WalletFileError) -> Placeholder {
    let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
    let range = text[digits.endIndex...]
    guard let key = Int(digits), key < 1_000, digits == "\(key)" else {
      throw .malformed(type: type, what: "a placeholder is not of the form @0/**")
    }
    if range == "/**" { return Placeholder(key: key, choices: [0, 1]) }
    guard range.hasPrefix("/<"), range.hasSuffix(">/*") else {
      throw .malformed(
        type: type, what: "placeholder @\(key) is followed by neither /** nor /<a;b>/*")
    }
    let choices = range.dropFirst(2).dropLast(3).split(
      separator: ";", maxSplits: 3, omittingEmptySubsequences: false
    ).map { UInt32($0) }
    guard choices.count == 2, let first = choices[0], let second = choices[1],
      first < ChildNumber.hardenedBit, second < ChildNumber.hardenedBit, first != second
    else {
      throw .malformed(type: type, what: "placeholder @\(key) has no two different branches")
    }
    return Placeholder(key: key, choices: [first, second])
  }

  private func requireOrder() throws(WalletFileError) {
    guard !placeholders.isEmpty else { throw .malformed(type: Self.type, what: "no placeholder") }
    var next = 0
    var used: [Int: Set<UInt32>] = [:]
    for placeholder in placeholders {
      guard placeholder.key <= next else {
        throw .refused(
          field: "placeholder @\(placeholder.key)", reason: "comes before @\(next)")
      }
      if placeholder.key == next { next += 1 }
      let branches = used[placeholder.key, default: []]
      guard branches.isDisjoint(with: placeholder.choices) else {
        throw .refused(
          field: "placeholder @\(placeholder.key)", reason: "uses a branch of its key twice")
      }
      used[placeholder.key] = branches.union(placeholder.choices)
    }
  }

  /// Refuses arguments that are keys themselves: they would escape the checks of the list.
  private func requireOnlyPlaceholders(_ text: String) throws(WalletFileError) {
    for argument in text.split(whereSeparator: { "(){},".contains($0) }) {
      guard !argument.contains("pub"), !argument.contains("prv"),
        argument.count != 66 || (try? Hex.decode(argument)) == nil
      else {
        throw .refused(field: "template", reason: "holds a key that is not a placeholder")
      }
    }
  }

  /// The number of keys the template has.
  var keyCount: Int { (placeholders.map(\.key).max() ?? -1) + 1 }

  /// The descriptor with `keys` in place of the placeholders.
  ///
  /// Throws when there are more or fewer keys, when two are the same, or when one is not a key.
  func descriptor(keys: [String]) throws(WalletFileError) -> Descriptor {
    guard keys.count == keyCount else {
      throw .refused(
        field: "keys", reason: "are \(keys.count), and the template has \(keyCount)")
    }
    for (position, key) in keys.enumerated() {
      guard !key.contains(where: { "(){},#/*<>".contains($0) && $0 != "/" }),
        !(key.split(separator: "]").last ?? "").contains("/")
      else { throw .refused(field: "key @\(position)", reason: "has more than origin and key") }
      if let first = keys.firstIndex(of: key), first != position {
        throw .refused(field: "key @\(position)", reason: "is the same as key @\(first)")
      }
    }
    var text = ""
    for (piece, placeholder) in zip(pieces, placeholders) {
      text += piece + keys[placeholder.key] + placeholder.range
    }
    do {
      return try Descriptor(parsing: text + (pieces.last ?? ""))
    } catch {
      throw .descriptor(error)
    }
  }
}
