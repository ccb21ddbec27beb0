internal import Bytes

/// A message of this program's own: a few letters that name it, then a CBOR array that begins with its version.
struct TaggedCBOR {
  /// What it is called in errors.
  let type: String
  /// What it is called in a sentence.
  let noun: String
  /// What the bytes begin with.
  let magic: [UInt8]
  /// The version of the format that is read and written.
  let version: UInt64
  /// How many elements the array has, the version among them.
  let count: Int
  let limits: CBORLimits

  /// Whether bytes are meant as one.
  func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// The bytes of the elements behind the version.
  func encoded(_ fields: [CBORValue]) -> [UInt8] {
    magic + CBORWriter.encode(.array([.unsigned(version)] + fields))
  }

  /// All elements; the first is the version.
  ///
  /// - Throws: ``AirgapMessageError`` for other bytes, another version, and beyond the limits.
  func fields(of bytes: [UInt8]) throws(AirgapMessageError) -> [CBORValue] {
    guard bytes.count <= limits.bytes else {
      throw .encoding(
        type: type,
        .tooLarge(
          what: "the \(noun)", value: UInt64(bytes.count), limit: UInt64(limits.bytes), offset: 0))
    }
    guard recognizes(bytes) else { throw malformed("it does not begin as one") }
    let value: CBORValue
    do throws(BytesError) {
      value = try CBORReader.parse(Array(bytes.dropFirst(magic.count)), limits: limits)
    } catch {
      throw .encoding(type: type, error)
    }
    guard let fields = value.arrayValue, let found = fields.first?.unsignedValue else {
      throw malformed("it has no version")
    }
    guard found == version else {
      throw malformed("it has version \(found), and this program reads version \(version)")
    }
    guard fields.count == count else {
      throw malformed("it has \(fields.count) fields, not \(count)")
    }
    return fields
  }

  func malformed(_ what: String) -> AirgapMessageError { .malformed(type: type, what: what) }

  /// 32 bytes.
  func hash(
    _ value: CBORValue, _ what: @autoclosure () -> String
  ) throws(AirgapMessageError) -> Bytes32 {
    guard let hash = value.bytesValue.flatMap({ Bytes32($0) }) else {
      throw malformed("\(what()) is not 32 bytes")
    }
    return hash
  }
}
