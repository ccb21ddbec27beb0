public import BitcoinPrimitives
internal import Bytes

/// Proofs that coins of a payment are in blocks, with the headers of these blocks and of those on top of them
/// (docs/formats.md).
///
/// They stand in proprietary fields with the identifier `drawbridge`. What stands here was only read:
/// ``ConfirmationCheck`` says what it proves.
public struct ConfirmationProofs: Hashable, Sendable {
  /// Where a coin's transaction is.
  public struct Place: Hashable, Sendable {
    /// Which of the headers is that of its block, counted through all runs.
    public let header: Int
    /// The way from the transaction to the root in that header.
    public let merkle: MerkleProof

    /// Takes a place.
    public init(header: Int, merkle: MerkleProof) {
      self.header = header
      self.merkle = merkle
    }
  }

  /// Blocks that follow one another, the lowest first.
  ///
  /// No block is in two runs, and no run goes on where another ends.
  public let runs: [[BlockHeader]]
  /// The places of the inputs that have one, by number.
  public let places: [Int: Place]

  /// The identifier of the fields.
  public static let identifier = Array("drawbridge".utf8)
  /// The most headers of a payment: forty weeks of blocks, about 2 MB.
  public static let mostHeaders = 40_320
  /// The most blocks on top of the last block of an input in a run, that block counted: two weeks.
  public static let mostDepth = 2_016

  /// Takes headers and places; that they fit together is for ``ConfirmationCheck`` to find out.
  public init(runs: [[BlockHeader]], places: [Int: Place]) {
    self.runs = runs
    self.places = places
  }

  // MARK: Fields

  private static let globalPart: UInt8 = 0
  private static let inputPart: UInt8 = 1

  /// Whether a field of the global map holds headers, whatever its form.
  public static func isHeaders(_ field: PSBTField) -> Bool {
    field.type == PSBTGlobalKey.proprietary.rawValue && isPart(globalPart, field)
  }

  /// Whether a field of an input's map says where its coin is, whatever its form.
  public static func isPlace(_ field: PSBTField) -> Bool {
    field.type == PSBTInputKey.proprietary.rawValue && isPart(inputPart, field)
  }

  private static func isPart(_ part: UInt8, _ field: PSBTField) -> Bool {
    field.keyData.starts(with: [UInt8(identifier.count)] + identifier + [part])
  }

  private static func field(_ type: UInt64, _ part: UInt8, _ value: [UInt8]) -> PSBTField {
    PSBTField(
      type: type, keyData: [UInt8(identifier.count)] + identifier + [part], value: value[...])
  }

  /// How long the key of such a field is: type, identifier with its length, part.
  static let keyLength = 3 + identifier.count

  // MARK: Headers

  /// The headers of all runs; a header does not say the block before it where that is the header before it.
  var encodedRuns: [UInt8] {
    var writer = ByteWriter()
    writer.writeCompactSize(runs.count)
    for run in runs {
      writer.writeCompactSize(run.count)
      for (number, header) in run.enumerated() {
        let bytes = header.encoded()
        guard number > 0 else {
          writer.write(bytes)
          continue
        }
        writer.write(bytes[..<4])
        writer.write(bytes[36...])
      }
    }
    return writer.bytes
  }

  /// A header without the hash of the block before it.
  private static let linkedSize = BlockHeader.size - 32

  /// Reads the headers; so each is built on the one before in its run, whatever the bytes are.
  ///
  /// - Throws: `BytesError` for another form, and for more headers than there may be, before memory is taken.
  static func runs(_ bytes: ArraySlice<UInt8>) throws(BytesError) -> [[BlockHeader]] {
    var reader = ByteReader(bytes)
    let count = try reader.readCount(minimumElementSize: 1 + BlockHeader.size, limit: mostHeaders)
    var runs: [[BlockHeader]] = []
    runs.reserveCapacity(count)
    var left = mostHeaders
    for _ in 0..<count {
      let length = try reader.readCount(minimumElementSize: linkedSize, limit: left)
      left -= length
      var run: [BlockHeader] = []
      run.reserveCapacity(length)
      for _ in 0..<length {
        let whole: [UInt8]
        if let last = run.last {
          let part = try reader.read(linkedSize)
          whole = part.prefix(4) + last.hash.bytes.bytes + part.dropFirst(4)
        } else {
          whole = Array(try reader.read(BlockHeader.size))
        }
        guard let header = BlockHeader(whole[...]) else {
          throw .malformed(format: "headers", reason: "not a header", offset: reader.offset)
        }
        run.append(header)
      }
      guard !run.isEmpty else {
        throw .malformed(format: "headers", reason: "a run without headers", offset: reader.offset)
      }
      runs.append(run)
    }
    guard !runs.isEmpty else {
      throw .malformed(format: "headers", reason: "no headers", offset: 0)
    }
    try reader.requireEnd()
    return runs
  }
}

extension ConfirmationProofs.Place {
  var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.writeCompactSize(header)
    writer.writeCompactSize(merkle.position)
    for hash in merkle.branch { writer.writeBytes32(hash) }
    return writer.bytes
  }

  /// Reads a place.
  ///
  /// - Throws: `BytesError` for another form, and for a branch that is longer than that of any block.
  init(decoding bytes: ArraySlice<UInt8>) throws(BytesError) {
    var reader = ByteReader(bytes)
    let header = try Self.number(&reader, below: ConfirmationProofs.mostHeaders)
    let position = try Self.number(&reader, below: 1 << MerkleProof.depthLimit)
    let count = reader.remaining / 32
    guard count <= MerkleProof.depthLimit else {
      throw .tooLarge(
        what: "branch", value: UInt64(count), limit: UInt64(MerkleProof.depthLimit),
        offset: reader.offset)
    }
    var branch: [Bytes32] = []
    branch.reserveCapacity(count)
    while !reader.isAtEnd { branch.append(try reader.readBytes32()) }
    self.init(header: header, merkle: MerkleProof(branch: branch, position: position))
  }

  private static func number(
    _ reader: inout ByteReader, below limit: Int
  ) throws(BytesError) -> Int {
    let offset = reader.offset
    let number = try reader.readCompactSize()
    guard number < UInt64(limit) else {
      throw .tooLarge(what: "number", value: number, limit: UInt64(limit - 1), offset: offset)
    }
    return Int(number)
  }
}

// MARK: In a PSBT

extension PSBT {
  /// Whether it carries any field of a proof that coins are confirmed.
  public var carriesConfirmationProofs: Bool {
    global.map.fields.contains(where: ConfirmationProofs.isHeaders)
      || inputs.contains { $0.map.fields.contains(where: ConfirmationProofs.isPlace) }
  }

  /// The PSBT with these proofs in the place of those that it carries.
  public func carrying(_ proofs: ConfirmationProofs) -> PSBT {
    var psbt = withoutConfirmationProofs
    guard !proofs.places.isEmpty else { return psbt }
    psbt.global.setUnchecked(
      ConfirmationProofs.headersField(proofs.encodedRuns))
    for (number, place) in proofs.places {
      psbt.updateInput(number) { $0.setUnchecked(ConfirmationProofs.placeField(place.encoded)) }
    }
    return psbt
  }

  /// The PSBT without them: who signed has no use for them any more.
  public var withoutConfirmationProofs: PSBT {
    guard carriesConfirmationProofs else { return self }
    var psbt = self
    psbt.global.removeAll(where: ConfirmationProofs.isHeaders)
    for number in inputs.indices {
      psbt.updateInput(number) { $0.removeAll(where: ConfirmationProofs.isPlace) }
    }
    return psbt
  }
}

extension ConfirmationProofs {
  static func headersField(_ value: [UInt8]) -> PSBTField {
    field(PSBTGlobalKey.proprietary.rawValue, globalPart, value)
  }

  static func placeField(_ value: [UInt8]) -> PSBTField {
    field(PSBTInputKey.proprietary.rawValue, inputPart, value)
  }
}
