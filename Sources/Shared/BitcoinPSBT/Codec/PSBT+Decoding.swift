internal import BitcoinPrimitives
internal import Bytes

extension PSBT {
  /// Reads one binary PSBT, strictly (rules R17 and R18).
  ///
  /// The work is linear in the number of bytes; fields are slices of `bytes`.
  ///
  /// - Throws: `PSBTError` with map, key type and byte offset for anything but exactly one version
  ///   0 PSBT: minimal sizes, no duplicate keys, every known field of the length and shape that
  ///   its BIP asks for, previous transactions that are those which the inputs spend (R01), no
  ///   version 2 fields, nothing behind the last map, within the limits.
  public init(decoding bytes: [UInt8], limits: PSBTLimits = .file) throws(PSBTError) {
    try self.init(decoding: bytes[...], limits: limits)
  }

  /// Reads one binary PSBT from a slice; offsets in errors count from its first byte.
  public init(decoding bytes: ArraySlice<UInt8>, limits: PSBTLimits = .file) throws(PSBTError) {
    try self.init(decoding: bytes, limits: limits, previous: [:])
  }

  init(
    decoding bytes: ArraySlice<UInt8>, limits: PSBTLimits, previous: [Bytes32: ArraySlice<UInt8>],
    leavingReferencesOut leavesReferencesOut: Bool = false
  ) throws(PSBTError) {
    var reader = try PSBTReader(bytes, limits: limits)
    reader.previous = previous
    reader.leavesReferencesOut = leavesReferencesOut
    let globalMap = try reader.readGlobalMap()
    let transaction = try reader.unsignedTransaction(of: globalMap)

    let (inputCount, outputCount) = (transaction.inputs.count, transaction.outputs.count)
    let after = PSBTLocation(map: .global, keyType: nil, offset: reader.offset)
    // Each map is at least its closing byte: checked before room is made for any of them.
    guard inputCount + outputCount <= reader.remaining else {
      throw .malformed(
        .missingMaps(needed: inputCount + outputCount, bytesLeft: reader.remaining), at: after)
    }
    let inputs = try reader.readInputs(inputCount)
    try reader.requirePreviousTransactions(of: inputs, spentBy: transaction)
    var outputs: [PSBTOutput] = []
    outputs.reserveCapacity(outputCount)
    for index in 0..<outputCount {
      outputs.append(PSBTOutput(try reader.readMap(.output(index), check: OutputRules.check)))
    }
    try reader.requireEnd()
    self.init(
      unsignedTransaction: transaction, global: PSBTGlobal(globalMap), inputs: inputs,
      outputs: outputs)
  }

  /// Reads a PSBT from padded base64.
  ///
  /// - Throws: `PSBTError`; the size is checked before the text is decoded.
  public init(base64 text: String, limits: PSBTLimits = .file) throws(PSBTError) {
    let size = text.utf8.count / 4 * 3
    guard size <= limits.bytes + 2 else { throw .tooLarge(bytes: size, limit: limits.bytes) }
    let bytes: [UInt8]
    do {
      bytes = try Base64.decode(text)
    } catch {
      throw .notText(error)
    }
    try self.init(decoding: bytes, limits: limits)
  }

  /// Reads a PSBT from hexadecimal digits.
  ///
  /// - Throws: `PSBTError`; the size is checked before the text is decoded.
  public init(hex text: String, limits: PSBTLimits = .file) throws(PSBTError) {
    let size = text.utf8.count / 2
    guard size <= limits.bytes else { throw .tooLarge(bytes: size, limit: limits.bytes) }
    let bytes: [UInt8]
    do {
      bytes = try Hex.decode(text)
    } catch {
      throw .notText(error)
    }
    try self.init(decoding: bytes, limits: limits)
  }

  /// Reads a PSBT that is binary, base64 or hexadecimal, told apart by its first bytes; white
  /// space around a text is skipped.
  ///
  /// - Throws: `PSBTError`; `badMagic` when it is not one of the three.
  public init(recognizing bytes: [UInt8], limits: PSBTLimits = .file) throws(PSBTError) {
    if bytes.starts(with: PSBTReader.magic) {
      try self.init(decoding: bytes, limits: limits)
      return
    }
    // Base64 is the longer text form per byte only up to hexadecimal's two characters a byte.
    guard bytes.count <= 2 * limits.bytes + 64 else {
      throw .tooLarge(bytes: bytes.count, limit: 2 * limits.bytes)
    }
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let end = bytes.lastIndex { !isSpace($0) } ?? -1
    let text = bytes[..<(end + 1)].drop(while: isSpace)
    if text.starts(with: "cHNidP".utf8) {
      try self.init(base64: String(decoding: text, as: UTF8.self), limits: limits)
    } else if String(decoding: text.prefix(10), as: UTF8.self).lowercased() == "70736274ff" {
      try self.init(hex: String(decoding: text, as: UTF8.self), limits: limits)
    } else {
      throw .badMagic
    }
  }
}

extension PSBTReader {
  /// Reads the global map; its version is judged first, so that a PSBT of version 2 is called
  /// that, and not one of version 0 full of mistakes.
  mutating func readGlobalMap() throws(PSBTError) -> PSBTMap {
    let start = offset
    var ahead = self
    let map = try ahead.readMap(.global) { _ in }
    if let value = map.value(PSBTGlobalKey.version.rawValue), value.count == 4 {
      let version = value.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      guard version == 0 else {
        let key = PSBTGlobalKey.version.rawValue
        throw .malformed(
          .unsupportedVersion(version),
          at: PSBTLocation(map: .global, keyType: key, offset: start))
      }
    }
    return try readMap(.global, check: GlobalRules.check)
  }

  /// Decodes the unsigned transaction, always without witness (BIP-174), within the limits.
  func unsignedTransaction(of map: PSBTMap) throws(PSBTError) -> Transaction {
    let key = PSBTGlobalKey.unsignedTx
    guard let value = map.value(key.rawValue) else {
      let location = PSBTLocation(map: .global, keyType: nil, offset: Self.magic.count)
      throw .malformed(.missingUnsignedTransaction, at: location)
    }
    let location = PSBTLocation(
      map: .global, keyType: key.rawValue, offset: value.startIndex - base)
    guard value.count <= limits.transactionBytes else {
      throw .malformed(
        .tooMany("bytes", count: UInt64(value.count), limit: limits.transactionBytes), at: location)
    }
    try checkCounts(of: value, at: location)
    let transaction: Transaction
    do {
      transaction = try Transaction(decoding: value, allowingWitness: false)
    } catch {
      throw .malformed(.invalidValue(field: key.name, reason: "\(error)"), at: location)
    }
    if let full = transaction.inputs.firstIndex(where: { !$0.scriptSig.isEmpty }) {
      throw .malformed(.scriptSigNotEmpty(input: full), at: location)
    }
    return transaction
  }

  /// Walks to the counts of inputs and outputs and holds them against the limits before room is
  /// made for either.
  private func checkCounts(
    of transaction: ArraySlice<UInt8>, at location: PSBTLocation
  ) throws(PSBTError) {
    var reader = ByteReader(transaction)
    var counts: (inputs: UInt64, outputs: UInt64) = (0, 0)
    do {
      _ = try reader.read(4)
      counts.inputs = try reader.readCompactSize()
      if counts.inputs <= UInt64(limits.inputs) {
        for _ in 0..<counts.inputs {
          _ = try reader.read(36)
          _ = try reader.readVarBytes()
          _ = try reader.read(4)
        }
        counts.outputs = try reader.readCompactSize()
      }
    } catch {
      let name = PSBTGlobalKey.unsignedTx.name
      throw .malformed(.invalidValue(field: name, reason: "\(error)"), at: location)
    }
    if counts.inputs > UInt64(limits.inputs) {
      throw .malformed(
        .tooMany("inputs", count: counts.inputs, limit: limits.inputs), at: location)
    }
    if counts.outputs > UInt64(limits.outputs) {
      throw .malformed(
        .tooMany("outputs", count: counts.outputs, limit: limits.outputs), at: location)
    }
  }
}
