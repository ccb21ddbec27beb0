internal import BitcoinPrimitives
internal import Bytes
internal import ExtendedKeys

// The readers behind the typed fields. The rules have checked every field of a PSBT that was read,
// so nil here only ever means that a field was put in by hand in another shape.
extension PSBTMap {
  func derivations(_ type: UInt64) -> [PSBTDerivation] {
    compactMap(type) { field in
      (try? KeyOrigin(decoding: field.value)).map {
        PSBTDerivation(publicKey: field.keyData, origin: $0)
      }
    }
  }

  func tapDerivations(_ type: UInt64) -> [PSBTTapDerivation] {
    compactMap(type) { field in
      var reader = ByteReader(field.value)
      guard let key = Bytes32(field.keyData),
        let count = try? reader.readCount(
          minimumElementSize: 32, limit: PSBTReader.leafHashLimit)
      else { return nil }
      var hashes: [Bytes32] = []
      hashes.reserveCapacity(count)
      for _ in 0..<count {
        guard let hash = try? reader.readBytes32() else { return nil }
        hashes.append(hash)
      }
      return (try? KeyOrigin(decoding: reader.readRest())).map {
        PSBTTapDerivation(xOnlyKey: key, leafHashes: hashes, origin: $0)
      }
    }
  }

  func proprietary(_ type: UInt64) -> [PSBTProprietary] {
    compactMap(type) { field in
      var reader = ByteReader(field.keyData)
      guard let identifier = try? reader.readVarBytes(),
        let subtype = try? reader.readCompactSize()
      else { return nil }
      return PSBTProprietary(
        identifier: identifier, subtype: subtype, keyData: reader.readRest(), value: field.value)
    }
  }

  func script(_ type: UInt64) -> Script? {
    value(type).map { Script($0) }
  }

  func bytes32(_ type: UInt64) -> Bytes32? {
    value(type).flatMap { Bytes32($0) }
  }

  func compactMap<Value>(_ type: UInt64, _ body: (PSBTField) -> Value?) -> [Value] {
    var result: [Value] = []
    for field in fields where field.type == type {
      if let value = body(field) { result.append(value) }
    }
    return result
  }
}
