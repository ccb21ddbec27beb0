internal import BitcoinPrimitives
internal import Bytes
internal import DurableFiles
internal import Hashes

/// The rehearsal chain on disk: one file, replaced whole, so that a kill leaves the chain before
/// or after, never in between.
struct RehearsalFile: Sendable {
  let folder: String

  private var path: String { folder + "/chain" }
  private static let magic = Array("drawbridge rehearsal chain 1\n".utf8)
  private static let limit = 256 << 20

  /// The chain, or nil when there is no file yet.
  func load() throws(NodeError) -> RehearsalChain? {
    let bytes: [UInt8]
    do {
      bytes = try BoundedFile.read(path, limit: Self.limit)
    } catch {
      if case .notFound = error { return nil }
      throw .rehearsalFile(reason: "\(error)")
    }
    guard bytes.count > Self.magic.count + 32, bytes.starts(with: Self.magic) else {
      throw .rehearsalFile(reason: "this is not a rehearsal chain")
    }
    let body = bytes.dropLast(32)
    guard SHA256.hash(body).bytes == Array(bytes.suffix(32)) else {
      throw .rehearsalFile(reason: "it is damaged")
    }
    var reader = ByteReader(body.dropFirst(Self.magic.count))
    var chain = RehearsalChain()
    do {
      let count = try reader.readCount(
        minimumElementSize: 81, limit: RehearsalChain.blockLimit)
      for _ in 0..<count { try chain.append(RehearsalBlock(reading: &reader)) }
      let waiting = try reader.readCount(minimumElementSize: 10, limit: 100_000)
      for _ in 0..<waiting { chain.mempool.append(try Transaction(reading: &reader)) }
      try reader.requireEnd()
    } catch let error as NodeError {
      throw error
    } catch {
      throw .rehearsalFile(reason: "\(error)")
    }
    guard !chain.blocks.isEmpty else { throw .rehearsalFile(reason: "it has no blocks") }
    return chain
  }

  func save(_ chain: RehearsalChain) throws(NodeError) {
    var writer = ByteWriter(capacity: 1 << 16)
    writer.write(Self.magic)
    writer.writeCompactSize(UInt64(chain.blocks.count))
    for block in chain.blocks { block.write(to: &writer) }
    writer.writeCompactSize(UInt64(chain.mempool.count))
    for transaction in chain.mempool { writer.write(transaction.encoded()) }
    writer.writeBytes32(SHA256.hash(writer.bytes))
    do {
      try AtomicFile.write(writer.bytes, to: path, replacing: .yes)
    } catch {
      throw .rehearsalFile(reason: "\(error)")
    }
  }
}
