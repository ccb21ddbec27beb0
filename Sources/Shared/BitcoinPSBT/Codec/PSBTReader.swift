internal import Bytes

/// Reads the maps of a PSBT, each byte once, and copies none of them.
struct PSBTReader {
  static let magic: [UInt8] = [0x70, 0x73, 0x62, 0x74, 0xFF]
  /// The most leaf hashes one derivation may name: as many as a map may have keys.
  static let leafHashLimit = 10_000
  /// Up to this many keys are compared in pairs; more go into a set.
  private static let pairwiseLimit = 12

  private var reader: ByteReader
  var lastMap = PSBTMapName.global
  let limits: PSBTLimits
  /// Transactions that lie beside the PSBT, by what stands for them in inputs; see
  /// ``PSBT/init(decoding:previous:leavingOutMissing:limits:)``.
  var previous: [Bytes32: ArraySlice<UInt8>] = [:]
  /// Whether what stands for such a transaction is left out, and not taken for one.
  var leavesReferencesOut = false
  /// The index of the PSBT's first byte in the slices.
  let base: Int

  init(_ bytes: ArraySlice<UInt8>, limits: PSBTLimits) throws(PSBTError) {
    guard bytes.count <= limits.bytes else {
      throw .tooLarge(bytes: bytes.count, limit: limits.bytes)
    }
    guard bytes.starts(with: Self.magic) else { throw .badMagic }
    reader = ByteReader(bytes)
    self.limits = limits
    base = bytes.startIndex
    do {
      _ = try reader.read(Self.magic.count)
    } catch {
      throw .badMagic
    }
  }

  var offset: Int { reader.offset }
  var remaining: Int { reader.remaining }

  /// Reads one map up to and including the zero byte that ends it.
  ///
  /// The rules of this kind of map are called with each field.
  mutating func readMap(
    _ name: PSBTMapName, check: (PSBTField) throws(PSBTFaultError) -> Void
  ) throws(PSBTError) -> PSBTMap {
    lastMap = name
    var fields: [PSBTField] = []
    var seen: Set<ArraySlice<UInt8>> = []
    while true {
      let start = reader.offset
      guard let read = try readField(name) else { break }
      let field = if case .input = name { resolved(read) } else { read }
      if leavesReferencesOut, case .input = name, Self.reference(field) != nil { continue }
      let location = PSBTLocation(map: name, keyType: field.type, offset: start)
      guard fields.count < limits.keysPerMap else {
        throw .malformed(.tooManyKeys(limit: limits.keysPerMap), at: location)
      }
      if !isNew(field.key, among: fields, seen: &seen) {
        throw .malformed(.duplicateKey, at: location)
      }
      do {
        try check(field)
      } catch {
        throw .malformed(error.fault, at: location)
      }
      fields.append(field)
    }
    return PSBTMap(fields: fields).compacted()
  }

  /// Walks over one map by its lengths alone; false when they lead nowhere.
  mutating func skipMap() -> Bool {
    do {
      while true {
        if try reader.readVarBytes(max: limits.bytes).isEmpty { return true }
        _ = try reader.readVarBytes(max: limits.bytes)
      }
    } catch {
      return false
    }
  }

  /// Goes forward to an offset; false when it lies behind or past the end.
  mutating func skip(to offset: Int) -> Bool {
    (try? reader.read(offset - reader.offset)) != nil
  }

  private func isNew(
    _ key: ArraySlice<UInt8>, among fields: [PSBTField], seen: inout Set<ArraySlice<UInt8>>
  ) -> Bool {
    if fields.count < Self.pairwiseLimit {
      return !fields.contains { $0.key == key }
    }
    // A set keeps this linear: 80,000 keys compared in pairs take libwally ten seconds.
    if fields.count == Self.pairwiseLimit {
      for field in fields { seen.insert(field.key) }
    }
    return seen.insert(key).inserted
  }

  /// Reads key and value; nil at the end of the map.
  private mutating func readField(_ map: PSBTMapName) throws(PSBTError) -> PSBTField? {
    let start = reader.offset
    var type: UInt64?
    do {
      let key = try reader.readVarBytes(max: limits.bytes)
      if key.isEmpty { return nil }
      var inner = ByteReader(key)
      let keyType = try inner.readCompactSize()
      type = keyType
      let value = try reader.readVarBytes(max: limits.bytes)
      return PSBTField(key: key, type: keyType, value: value)
    } catch {
      throw .malformed(
        .unreadable(error), at: PSBTLocation(map: map, keyType: type, offset: start))
    }
  }

  /// Checks that nothing follows the last map.
  func requireEnd() throws(PSBTError) {
    guard !reader.isAtEnd else { return }
    let location = PSBTLocation(map: lastMap, keyType: nil, offset: reader.offset)
    if reader.rest.starts(with: Self.magic) {
      throw .malformed(.secondPacket, at: location)
    }
    throw .malformed(.trailingBytes(reader.remaining), at: location)
  }
}
