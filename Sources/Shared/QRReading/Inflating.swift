internal import CZlib

/// Deflated bytes made long again, up to a size that is known before.
enum Inflating {
  /// The bytes, at most `limit`; what follows them is not looked at.
  ///
  /// Throws: `damaged` where there is not a single byte.
  static func bytes(_ deflated: some Collection<UInt8>, limit: Int) throws(ReadingError) -> [UInt8]
  {
    var input = Array(deflated)
    var output = [UInt8](repeating: 0, count: limit)
    let size = limit
    let written = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output -> Int in
        var stream = z_stream()
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(clamping: input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(clamping: size)
        guard
          inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return 0 }
        defer { inflateEnd(&stream) }
        _ = inflate(&stream, Z_FINISH)
        return size - Int(stream.avail_out)
      }
    }
    guard written > 0 else { throw .damaged }
    output.removeLast(limit - written)
    return output
  }
}
