package import BitcoinPrimitives

/// Scripts in an order, each found by its bytes: a wallet has hundreds of thousands of them.
///
/// Their bytes lie one behind the other, in pieces; as values of their own in a list and a dictionary they would take
/// ten times the room. A script that it gives shares the bytes of its piece.
package struct ScriptTable: RandomAccessCollection, Sendable {
  /// So many scripts, one behind the other.
  private struct Piece {
    var bytes: [UInt8] = []
    /// Where each script ends.
    var ends: [UInt32] = []

    func range(_ place: Int) -> Range<Int> {
      (place == 0 ? 0 : Int(ends[place - 1]))..<Int(ends[place])
    }
  }

  /// How many scripts a piece has: what is added never moves more than one piece.
  static let pieceSize = 1_024

  private var pieces: [Piece] = []
  /// The first position of every script.
  private var index = PositionIndex()
  /// What of a hash counts; tests make everything collide.
  private let hashMask: Int

  package private(set) var endIndex = 0
  package var startIndex: Int { 0 }

  /// An empty one.
  package init() { self.init(hashMask: ~0) }

  init(hashMask: Int) { self.hashMask = hashMask }

  /// The script at a position.
  package subscript(position: Int) -> Script {
    precondition(indices.contains(position), "no script at \(position)")
    let piece = pieces[position / Self.pieceSize]
    return Script(piece.bytes[piece.range(position % Self.pieceSize)])
  }

  /// The first position of a script; nil when it is not among them.
  package func firstPosition(of script: Script) -> Int? {
    script.slice.withUnsafeBytes { bytes in
      index.position(hash: hash(bytes)) { Self.isEqual(pieces, $0, bytes) }
    }
  }

  /// Whether it is among them.
  package func contains(_ script: Script) -> Bool { firstPosition(of: script) != nil }

  /// Adds a script at the end, also one that is there already.
  package mutating func append(_ script: Script) {
    script.slice.withUnsafeBytes { append(bytes: $0) }
  }

  /// The same of the bytes of a script, which are copied.
  package mutating func append(bytes: UnsafeRawBufferPointer) {
    let position = endIndex
    if position % Self.pieceSize == 0 {
      var piece = Piece()
      // Nearly always all are of one length.
      piece.bytes.reserveCapacity(Swift.min(bytes.count, 64) * Self.pieceSize)
      piece.ends.reserveCapacity(Self.pieceSize)
      pieces.append(piece)
    }
    let last = pieces.count - 1
    pieces[last].bytes.append(contentsOf: bytes)
    pieces[last].ends.append(UInt32(pieces[last].bytes.count))
    endIndex += 1

    let (pieces, mask) = (pieces, hashMask)
    let hash = hash(bytes)
    guard index.position(hash: hash, where: { Self.isEqual(pieces, $0, bytes) }) == nil else {
      return
    }
    index.set(position, hash: hash, where: { _ in false }) { other in
      Self.withBytes(pieces, other) { Self.hash($0) & mask }
    }
  }

  private func hash(_ bytes: UnsafeRawBufferPointer) -> Int { Self.hash(bytes) & hashMask }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return hasher.finalize()
  }

  private static func isEqual(
    _ pieces: [Piece], _ position: Int, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    withBytes(pieces, position) { $0.count == bytes.count && $0.elementsEqual(bytes) }
  }

  private static func withBytes<Value>(
    _ pieces: [Piece], _ position: Int, _ body: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    let place = position % pieceSize
    let range = pieces[position / pieceSize].range(place)
    return pieces[position / pieceSize].bytes.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[range]))
    }
  }
}
