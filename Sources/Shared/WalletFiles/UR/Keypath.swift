internal import Bytes
internal import ExtendedKeys

/// Derivation paths as `keypath` maps (BCR-2020-007).
enum Keypath {
  /// The sentence for malformed steps; `which` says whose.
  private static func notSteps(_ which: String, type: String) -> WalletFileError {
    .malformed(type: type, what: "\(which) are not numbers each followed by true or false")
  }

  private static let path = "the steps of its key path"
  private static let behind = "the steps after the key"

  /// Reads an origin: every step a number, its fingerprint stated here or by what is around the
  /// key.
  ///
  /// Both must be the same where both are there.
  static func origin(
    _ value: CBORValue, type: String, master: Fingerprint?
  ) throws(WalletFileError) -> (origin: KeyOrigin?, depth: UInt8?) {
    guard value.mapValue != nil else {
      throw .malformed(type: type, what: "its key path is not a map")
    }
    let depth = try depth(value, type: type)
    var numbers: [ChildNumber] = []
    let steps = value[1]?.arrayValue ?? []
    guard steps.count % 2 == 0, steps.count <= 2 * 255 else {
      throw notSteps(Self.path, type: type)
    }
    for position in stride(from: 0, to: steps.count, by: 2) {
      guard let index = steps[position].unsignedValue.flatMap({ UInt32(exactly: $0) }),
        index < ChildNumber.hardenedBit, let isHardened = steps[position + 1].boolValue
      else {
        throw notSteps(Self.path, type: type)
      }
      numbers.append(
        ChildNumber(rawValue: index | (isHardened ? ChildNumber.hardenedBit : 0)))
    }
    guard let path = try? DerivationPath(numbers) else {
      throw notSteps(Self.path, type: type)
    }
    guard let fingerprint = try source(value, type: type) else {
      if let master { return (KeyOrigin(fingerprint: master, path: path), depth) }
      if numbers.isEmpty { return (nil, depth) }
      throw .unsupported(type: type, what: "a key path without the master fingerprint")
    }
    guard master == nil || master == fingerprint else {
      throw .refused(field: "fingerprint of a key", reason: "is not that of its account")
    }
    return (KeyOrigin(fingerprint: fingerprint, path: path), depth)
  }

  /// How deep the key lies; nil where it does not say.
  static func depth(_ value: CBORValue, type: String) throws(WalletFileError) -> UInt8? {
    guard let stated = value[3] else { return nil }
    guard let number = stated.unsignedValue, let small = UInt8(exactly: number) else {
      throw .malformed(type: type, what: "the depth of its key path is not a number up to 255")
    }
    return small
  }

  /// The fingerprint of the key that the steps begin at; nil where it does not say.
  static func source(_ value: CBORValue, type: String) throws(WalletFileError) -> Fingerprint? {
    guard let stated = value[2] else { return nil }
    guard let number = stated.unsignedValue.flatMap({ UInt32(exactly: $0) }) else {
      throw .malformed(type: type, what: "its master fingerprint is not a number of 32 bits")
    }
    return Fingerprint(value: number)
  }

  /// Reads the steps behind a key as descriptor text: numbers, `*` for `[]`, `<a;b>` for a pair.
  ///
  /// A range of steps is `[0-99]` where a path is only shown, and refused elsewhere: descriptors have none.
  static func children(
    _ value: CBORValue, type: String, withRanges: Bool = false
  ) throws(WalletFileError) -> String {
    var rest = (value[1]?.arrayValue ?? [])[...]
    guard rest.count <= 2 * 255 else {
      throw notSteps(behind, type: type)
    }
    var text = ""
    while let step = rest.popFirst() {
      switch step {
      case .unsigned(let index) where index < 1 << 31:
        text += "/\(index)\(try hardened(&rest, type: type))"
      case .array(let range) where range.isEmpty:
        text += "/*\(try hardened(&rest, type: type))"
      case .array(let pair) where pair.count == 4:
        guard let first = pair[0].unsignedValue, let firstIsHardened = pair[1].boolValue,
          let second = pair[2].unsignedValue, let secondIsHardened = pair[3].boolValue,
          first < 1 << 31, second < 1 << 31
        else {
          throw .malformed(
            type: type,
            what: "a pair of steps after the key is not two numbers each followed by true or false"
          )
        }
        text += "/<\(first)\(firstIsHardened ? "h" : "");\(second)\(secondIsHardened ? "h" : "")>"
      case .array(let range) where range.count == 2 && withRanges:
        guard let first = range[0].unsignedValue, let last = range[1].unsignedValue,
          first <= last, last < 1 << 31
        else {
          throw .malformed(type: type, what: "a range of its steps is not two numbers in order")
        }
        text += "/[\(first)-\(last)]\(try hardened(&rest, type: type))"
      case .array: throw .unsupported(type: type, what: "a range of steps after a key")
      default:
        throw notSteps(behind, type: type)
      }
    }
    return text
  }

  private static func hardened(
    _ rest: inout ArraySlice<CBORValue>, type: String
  ) throws(WalletFileError) -> String {
    guard let isHardened = rest.popFirst()?.boolValue else {
      throw notSteps(behind, type: type)
    }
    return isHardened ? "h" : ""
  }

  /// Writes an origin, with its depth when that is not the number of steps.
  static func cbor(_ origin: KeyOrigin, depth: UInt8?) -> CBORValue {
    var steps: [CBORValue] = []
    for step in origin.path.steps {
      steps += [.unsigned(UInt64(step.index)), .bool(step.isHardened)]
    }
    var map = [
      CBORPair(.unsigned(1), .array(steps)),
      CBORPair(.unsigned(2), .unsigned(UInt64(origin.fingerprint.value))),
    ]
    if let depth, depth > 0 || !origin.path.steps.isEmpty {
      map.append(CBORPair(.unsigned(3), .unsigned(UInt64(depth))))
    }
    return .map(map)
  }

  /// Writes the steps behind a key from descriptor text; nil for any other text.
  static func cbor(children: String) -> CBORValue? {
    var steps: [CBORValue] = []
    for step in children.split(separator: "/") {
      if step.hasPrefix("<"), step.hasSuffix(">") {
        let pair = step.dropFirst().dropLast().split(separator: ";")
        guard pair.count == 2, let first = number(pair[0]), let second = number(pair[1]) else {
          return nil
        }
        steps.append(.array(first + second))
      } else if step.hasPrefix("*") {
        steps += [.array([]), .bool(step.count > 1)]
      } else if let plain = number(step) {
        steps += plain
      } else {
        return nil
      }
    }
    return .map([CBORPair(.unsigned(1), .array(steps))])
  }

  private static func number(_ text: Substring) -> [CBORValue]? {
    let isHardened = text.hasSuffix("h") || text.hasSuffix("'")
    guard let index = UInt32(isHardened ? text.dropLast() : text), index < 1 << 31 else {
      return nil
    }
    return [.unsigned(UInt64(index)), .bool(isHardened)]
  }
}
