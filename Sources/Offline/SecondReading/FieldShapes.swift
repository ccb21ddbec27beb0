/// What the fields of a PSBT of version 0 look like (BIP-174, 322, 353, 371, 373): how much stands behind their types, and how
/// their values are cut.
///
/// A packet with a field of another shape is no PSBT, whether or not anything here uses that field. That keys are points of
/// the curve and signatures valid is not asked: what came along about either is never signed with.
enum FieldShapes {
  /// Whose map a field is in.
  enum Kind {
    case global, input, output
  }

  /// What a field consists of.
  private enum Shape {
    /// Nothing behind the type, and any value; or a value of one of these lengths.
    case plain
    case sized([Int])
    /// So many bytes behind the type, of one of these lengths, and any value; or a value of one of these lengths.
    case under([Int], [Int]? = nil)
    /// A key of 33 or 65 bytes, then a signature or where the key comes from.
    case signature, origin
    /// An x-only key, then the hashes of its leaves by count, and where it comes from.
    case leaves
    /// An extended key of 78 bytes, whose fifth says how many steps its path has.
    case extended
    /// An aggregate key, then those in it.
    case participants
    /// Items by count, each with its length.
    case stack
    /// A control block, then a script that ends with the version of its leaf.
    case leaf
    /// Depth, version and script of each leaf of one whole tree, depth first.
    case tree
    /// A name behind one byte of length, then anything.
    case named
    /// An identifier with its length and a subtype behind the type.
    case vendor
    /// A field of version 2.
    case foreign
  }

  private static func shape(_ type: UInt64, in kind: Kind) -> Shape? {
    switch (kind, type) {
    case (_, 0xfc): .vendor
    case (.global, 0x00), (.global, 0x09): .plain
    case (.global, 0x01): .extended
    case (.global, 0x02...0x08): .foreign
    case (.global, 0xfb): .sized([4])
    case (.input, 0x00), (.input, 0x01), (.input, 0x04), (.input, 0x05), (.input, 0x07),
      (.input, 0x09):
      .plain
    case (.input, 0x02): .signature
    case (.input, 0x03): .sized([4])
    case (.input, 0x06), (.output, 0x02): .origin
    case (.input, 0x08): .stack
    case (.input, 0x0a), (.input, 0x0c): .under([20])
    case (.input, 0x0b), (.input, 0x0d): .under([32])
    case (.input, 0x0e...0x12), (.input, 0x1d...0x1e): .foreign
    case (.input, 0x13): .sized([64, 65])
    case (.input, 0x14): .under([64], [64, 65])
    case (.input, 0x15): .leaf
    case (.input, 0x16), (.output, 0x07): .leaves
    case (.input, 0x17), (.input, 0x18), (.output, 0x05): .sized([32])
    case (.input, 0x1a), (.output, 0x08): .participants
    case (.input, 0x1b): .under([66, 98], [66])
    case (.input, 0x1c): .under([66, 98], [32])
    case (.output, 0x00), (.output, 0x01): .plain
    case (.output, 0x03...0x04), (.output, 0x09...0x0a): .foreign
    case (.output, 0x06): .tree
    case (.output, 0x35): .named
    default: nil
    }
  }

  /// Refuses fields of another shape than theirs; of what is in no standard, nothing is asked.
  static func require(
    _ entries: [PacketMaps.Entry], in kind: Kind, of bytes: [UInt8]
  ) throws(SecondReadingError) {
    for entry in entries {
      guard let shape = shape(entry.type, in: kind) else { continue }
      if case .foreign = shape {
        throw .packet("a PSBT of version 0 has a field of version 2", offset: entry.key.lowerBound)
      }
      guard try holds(shape, entry, bytes) else {
        throw .packet(
          "the \(kind) field \(entry.type) does not have its form", offset: entry.key.lowerBound)
      }
    }
  }

  private static func holds(
    _ shape: Shape, _ entry: PacketMaps.Entry, _ bytes: [UInt8]
  ) throws(SecondReadingError) -> Bool {
    let (under, length) = (entry.detail.count, entry.value.count)
    var tape = Tape(bytes, entry.value)
    switch shape {
    case .plain: return under == 0
    case .sized(let lengths): return under == 0 && lengths.contains(length)
    case .under(let unders, let lengths):
      return unders.contains(under) && lengths?.contains(length) != false
    case .signature: return isKey(bytes[entry.detail]) && (9...73).contains(length)
    case .origin: return isKey(bytes[entry.detail]) && isOrigin(length)
    case .leaves:
      let leaves = try tape.count(ofAtLeast: 32)
      return under == 32 && isOrigin(tape.left - 32 * leaves)
    case .extended:
      return under == 78 && length == 4 + 4 * Int(bytes[entry.detail.lowerBound + 4])
    case .participants: return under == 33 && length > 0 && length.isMultiple(of: 33)
    case .stack:
      for _ in 0..<(try tape.count(ofAtLeast: 1)) { _ = try tape.string() }
      return under == 0 && tape.left == 0
    case .leaf:
      return (33...(33 + 32 * 128)).contains(under) && (under - 33).isMultiple(of: 32) && length > 0
    case .tree: return under == 0 ? try isTree(&tape) : false
    case .named:
      _ = try tape.skip(Int(try tape.number(bytes: 1)))
      return under == 0
    case .vendor:
      var head = Tape(bytes, entry.detail)
      _ = try head.string()
      _ = try head.compact()
      return true
    case .foreign: return false
    }
  }

  /// By its length and its first byte.
  private static func isKey(_ bytes: ArraySlice<UInt8>) -> Bool {
    switch bytes.first {
    case 0x02, 0x03: bytes.count == 33
    case 0x04: bytes.count == 65
    default: false
    }
  }

  /// A fingerprint, and at most 255 steps.
  private static func isOrigin(_ length: Int) -> Bool {
    (4...1024).contains(length) && length.isMultiple(of: 4)
  }

  /// Whether the leaves fill one tree: each takes its share of the whole, from the left, and begins where its depth allows.
  private static func isTree(_ tape: inout Tape) throws(SecondReadingError) -> Bool {
    // The open places to the right of what was read, by depth: at most one at each.
    var open = [0]
    while tape.left > 0 {
      let depth = Int(try tape.number(bytes: 1))
      let version = try tape.number(bytes: 1)
      _ = try tape.string()
      guard depth <= 128, version.isMultiple(of: 2), let place = open.popLast(), place <= depth
      else { return false }
      // On the way down to the leaf each fork leaves its right side open.
      open += (place..<depth).map { $0 + 1 }
    }
    return open.isEmpty
  }
}
