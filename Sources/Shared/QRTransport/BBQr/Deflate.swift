internal import CZlib

/// Raw deflate streams (RFC 1951).
package enum Deflate {
  /// The compressed form; nil if zlib refuses.
  ///
  /// `windowBits` says how far back it may refer: 10 as BBQr asks for, up to 15.
  package static func compressed(_ bytes: [UInt8], windowBits: Int32 = 10) -> [UInt8]? {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, -windowBits, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let finished = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(clamping: input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(clamping: output.count)
        return deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
    }
    guard finished else { return nil }
    return Array(output.prefix(Int(stream.total_out)))
  }

  /// The original, of at most `limit` bytes.
  ///
  /// Room grows with what comes out, so a bomb costs no more than `limit`. Any window up to 15 bits
  /// is accepted.
  ///
  /// Throws: `cannotInflate` beyond `limit`, `damagedContent` if damaged, cut off or followed by
  /// anything.
  package static func inflated(_ bytes: [UInt8], limit: Int) throws(QRTransportError) -> [UInt8] {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .damagedContent }
    defer { inflateEnd(&stream) }
    var input = bytes
    var isTooLong = false
    let result = input.withUnsafeMutableBufferPointer { input -> [UInt8]? in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(clamping: input.count)
      var result: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while true {
        let (status, produced) = chunk.withUnsafeMutableBufferPointer { chunk in
          stream.next_out = chunk.baseAddress
          stream.avail_out = UInt32(clamping: chunk.count)
          let status = inflate(&stream, Z_NO_FLUSH)
          return (status, chunk.count - Int(stream.avail_out))
        }
        guard status == Z_OK || status == Z_STREAM_END else { return nil }
        guard result.count + produced <= limit else {
          isTooLong = true
          return nil
        }
        result += chunk.prefix(produced)
        if status == Z_STREAM_END { return stream.avail_in == 0 ? result : nil }
        guard produced > 0 || stream.avail_in > 0 else { return nil }
      }
    }
    guard let result else { throw isTooLong ? .cannotInflate(limit: limit) : .damagedContent }
    return result
  }

  /// Inflates into memory of the caller's, and leaves no copy elsewhere; how many bytes came out, or nil if the stream is
  /// damaged, cut off, followed by anything, or if there is no room for all of it.
  package static func inflated(
    _ bytes: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) -> Int? {
    var stream = z_stream()
    guard bytes.count <= UInt32.max, room.count <= UInt32.max,
      inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    stream.next_in = UnsafeMutablePointer(
      mutating: bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
    stream.avail_in = UInt32(bytes.count)
    stream.next_out = room.assumingMemoryBound(to: UInt8.self).baseAddress
    stream.avail_out = UInt32(room.count)
    // In one call zlib needs no window of its own.
    guard inflate(&stream, Z_FINISH) == Z_STREAM_END, stream.avail_in == 0 else { return nil }
    return Int(stream.total_out)
  }
}
