public import BitcoinPrimitives
public import Bytes
internal import Hashes

// PSBTs as they are kept: the transactions that inputs spend beside them, once each. A PSBT that
// spends a thousand outputs of one transaction holds it a thousand times (BIP-174 has no other
// way).

extension PSBT {
  /// The PSBT with a reference in the place of each previous transaction, and these by reference.
  ///
  /// A reference is the SHA-256 of the bytes that it stands for, as the field's value: no
  /// transaction is 32 bytes long. ``PSBT/init(decoding:previous:leavingOutMissing:limits:)`` gives
  /// the very same PSBT back.
  public func encodedWithReferences() -> (bytes: [UInt8], previous: [Bytes32: ArraySlice<UInt8>]) {
    let type = PSBTInputKey.nonWitnessUTXO.rawValue
    var previous: [Bytes32: ArraySlice<UInt8>] = [:]
    // Most inputs of one transaction have the same bytes of it: they are compared, not hashed
    // again.
    var last: [Bytes32: (bytes: ArraySlice<UInt8>, hash: Bytes32)] = [:]
    var slim = self
    for index in inputs.indices {
      guard let field = inputs[index].map.fields.first(where: { $0.type == type }),
        field.key.count == 1, field.value.count > 32
      else { continue }
      let spent = unsignedTransaction.inputs[index].previousOutput.txid.bytes
      let hash: Bytes32
      if let known = last[spent], known.bytes == field.value {
        hash = known.hash
      } else {
        hash = SHA256.hash(field.value)
        last[spent] = (field.value, hash)
        previous[hash] = field.value
      }
      slim.updateInput(index) {
        $0.map.set(PSBTField(key: field.key, type: type, value: hash.bytes[...]))
      }
    }
    return (slim.encoded(), previous)
  }

  /// Reads a PSBT whose previous transactions lie beside it; all inputs of one share its bytes.
  ///
  /// With `leavingOutMissing` the PSBT comes without those transactions that a reference stands for
  /// and that are not in `previous`.
  ///
  /// - Throws: `PSBTError` as the other reader does; also for a reference that leads nowhere, or to
  ///   bytes of another hash, unless these are left out.
  public init(
    decoding bytes: [UInt8], previous: [Bytes32: ArraySlice<UInt8>],
    leavingOutMissing: Bool = false, limits: PSBTLimits = .file
  ) throws(PSBTError) {
    let proved = previous.filter { SHA256.hash($0.value) == $0.key }
    try self.init(
      decoding: bytes[...], limits: limits, previous: proved,
      leavingReferencesOut: leavingOutMissing)
  }

  /// Reads a PSBT that was written with references, and leaves out what they stand for.
  ///
  /// For callers that look at its signatures and do not pass it on.
  ///
  /// - Throws: `PSBTError` as the other readers do.
  public init(
    decodingWithoutPrevious bytes: [UInt8], limits: PSBTLimits = .file
  ) throws(PSBTError) {
    try self.init(
      decoding: bytes[...], limits: limits, previous: [:], leavingReferencesOut: true)
  }

  /// The references in a PSBT that was written with them, each with the txid of the transaction
  /// that it stands for: the one whose output the input spends.
  ///
  /// - Throws: `PSBTError` for anything that is not a PSBT.
  public static func references(
    in bytes: [UInt8], limits: PSBTLimits = .file
  ) throws(PSBTError) -> [Bytes32: Txid] {
    var reader = try PSBTReader(bytes[...], limits: limits)
    let transaction = try reader.unsignedTransaction(of: reader.readGlobalMap())
    var found: [Bytes32: Txid] = [:]
    for (index, input) in transaction.inputs.enumerated() {
      for field in try reader.readMap(.input(index), check: { _ in }).fields {
        if let reference = PSBTReader.reference(field) {
          found[reference] = input.previousOutput.txid
        }
      }
    }
    return found
  }
}

extension PSBTReader {
  /// What a field of an input refers to; nil for any field that is whole.
  static func reference(_ field: PSBTField) -> Bytes32? {
    guard field.type == PSBTInputKey.nonWitnessUTXO.rawValue, field.key.count == 1,
      field.value.count == 32
    else { return nil }
    return Bytes32(field.value)
  }

  /// A field with what it refers to in its place.
  func resolved(_ field: PSBTField) -> PSBTField {
    guard !previous.isEmpty, let reference = Self.reference(field),
      let whole = previous[reference]
    else { return field }
    return PSBTField(key: field.key, type: field.type, value: whole)
  }
}
