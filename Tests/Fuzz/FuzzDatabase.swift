import Bytes

@testable import WalletFiles

/// Whatever stands in the pages of a database is a wallet or refused.
///
/// The input is the position of the newest page and what follows the head of the only chunk; the headers with their
/// checksums are made around it, as no fuzzer finds those.
func fuzzDatabase(_ bytes: [UInt8]) {
  guard bytes.count > 8 else { return }
  let root = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  let pages = bytes.dropFirst(8)
  let blocks = (1_024 + pages.count + 128 + 4_095) / 4_096
  let length = String(blocks, radix: 16)
  let place = "chunk:1,block:2,len:\(length),root:\(String(root, radix: 16)),version:1"
  var chunk = filled(Array(place.utf8), to: 1_024) + pages
  chunk += [UInt8](repeating: 0, count: blocks * 4_096 - 128 - chunk.count)
  chunk += checked("chunk:1,block:2,version:1", size: 128)
  let header = checked(
    "H:2,block:2,blockSize:1000,chunk:1,clean:1,created:1,format:2,version:1", size: 4_096)
  guard let file = try? WalletFile(reading: header + header + chunk) else { return }
  precondition(file.format == .sparrow, "another format came back")
  let written = try? file.encoded(as: .descriptor)
  precondition(
    written.flatMap { try? WalletFile(reading: $0) }?.descriptor == file.descriptor,
    "another wallet came back")
}

private func checked(_ line: String, size: Int) -> [UInt8] {
  let sum = String(H2Header.checksum(Array(line.utf8)[...]), radix: 16)
  return filled(Array("\(line),fletcher:\(sum)".utf8), to: size)
}

private func filled(_ line: [UInt8], to size: Int) -> [UInt8] {
  line + [UInt8](repeating: 0x20, count: size - 1 - line.count) + [0x0a]
}
