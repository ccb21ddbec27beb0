internal import BitcoinPSBT
internal import Bytes
internal import Refusals
internal import TerminalUI

/// A field that came back and is not taken: it is not a signature, and no signature says that it is
/// right (R31).
struct LeftOutField: Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    /// The payment here does not have it.
    case added
    /// The payment here has it, or this home knows it, and it says something else.
    case contradicts
  }

  let map: PSBTMapName
  /// The field's name in the BIPs, or what it is when it has none.
  let name: String
  let reason: Reason
  /// Where it came from, as the command was given it.
  let source: String

  init(_ field: PSBTField, in map: PSBTMapName, _ reason: Reason, from source: String) {
    self.map = map
    self.reason = reason
    self.source = source
    name = Self.name(of: field, in: map)
  }

  /// The name of a field; of a proprietary one with its identifier, which is foreign text.
  static func name(of field: PSBTField, in map: PSBTMapName) -> String {
    let name =
      switch map {
      case .global: PSBTGlobalKey(rawValue: field.type)?.name
      case .input: PSBTInputKey(rawValue: field.type)?.name
      case .output: PSBTOutputKey(rawValue: field.type)?.name
      }
    guard let name else { return "the unknown field 0x\(String(field.type, radix: 16))" }
    guard field.type == PSBTGlobalKey.proprietary.rawValue, let length = field.keyData.first,
      (1...64).contains(length)
    else { return name }
    let identifier = field.keyData.dropFirst().prefix(Int(length))
    return "\(name) of \(ForeignText.shown(bytes: identifier, limit: 20))"
  }

  // MARK: Words

  /// One sentence for all inputs or outputs that the same thing is said of.
  static func words(_ fields: [LeftOutField]) -> [String] {
    var groups: [Group: [Int]] = [:]
    var order: [Group] = []
    for field in fields {
      let (kind, index) = field.place
      let group = Group(kind: kind, name: field.name, reason: field.reason, source: field.source)
      if groups[group] == nil { order.append(group) }
      groups[group, default: []].append(contentsOf: index.map { [$0] } ?? [])
    }
    return order.map { group in
      let reason =
        switch group.reason {
        case .added: "which the payment here does not have"
        case .contradicts: "which differs from the payment here"
        }
      let place = group.source.isEmpty ? "" : " (\(group.source))"
      return "\(group.name)\(Self.list(group.kind, groups[group] ?? [])), \(reason)\(place) (R31)"
    }
  }

  private struct Group: Hashable {
    let kind: String
    let name: String
    let reason: Reason
    let source: String
  }

  private var place: (kind: String, index: Int?) {
    switch map {
    case .global: ("", nil)
    case .input(let index): ("input", index)
    case .output(let index): ("output", index)
    }
  }

  private static func list(_ kind: String, _ all: [Int]) -> String {
    // Several of one type may stand in the same map.
    let indices = all.reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
    guard let first = indices.first else { return "" }
    guard indices.count > 1 else { return " of \(kind) \(first)" }
    let shown = indices.prefix(12).map(String.init).joined(separator: ", ")
    let more = indices.count > 12 ? " and \(indices.count - 12) more" : ""
    return " of \(kind)s \(shown)\(more)"
  }

  var json: JSONValue {
    [
      "map": .string("\(map)"), "field": .string(name), "added": .bool(reason == .added),
      "source": .string(source),
    ]
  }
}
