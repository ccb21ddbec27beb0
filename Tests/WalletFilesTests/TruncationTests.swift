import BitcoinPrimitives
import Descriptors
import Testing
import WalletFiles

/// Files that end too early, at each byte: refused, or so little is gone that the wallet is the same.
@Suite struct TruncationTests {
  private static func files() throws -> [(WalletFileFormat, [UInt8], Descriptor)] {
    let sorted = WalletFile(
      name: "family", descriptor: try Samples.sorted(), network: .mainnet, birthHeight: 800_000,
      gapLimit: 30)
    let legacy = WalletFile(name: nil, descriptor: try Samples.legacy(), network: .mainnet)
    return try WalletFileFormat.allCases.map { format in
      let file = format == .redeemScript ? legacy : sorted
      return (format, try file.encoded(as: format), file.descriptor)
    }
  }

  @Test func `a wallet's file that ends too early is never another wallet`() throws {
    for (format, bytes, descriptor) in try Self.files() {
      var read = 0
      for count in 0..<bytes.count {
        guard let file = try? WalletFile(reading: Array(bytes.prefix(count))) else { continue }
        read += 1
        #expect(file.descriptor == descriptor, "\(format) after \(count) bytes")
        // What a checksum would have guarded is said to be unguarded.
        if file.birthHeight != nil, file.birthHeight != 800_000 {
          #expect(!file.warnings.isEmpty, "\(format) after \(count) bytes")
        }
      }
      #expect(read < bytes.count, "\(format)")
    }
  }

  @Test func `a key record that ends too early is refused, or one that nobody signed`() throws {
    let whole = try BSMSKeyRecord(parsing: BSMSTests.record)
    for end in BSMSTests.record.indices {
      guard let record = try? BSMSKeyRecord(parsing: BSMSTests.record[..<end]) else { continue }
      #expect(record.key == whole.key && !record.isSigned, "\(BSMSTests.record[..<end])")
    }
  }

  @Test func `a cosigner's key that ends too early is refused`() throws {
    let text = Samples.first
    for end in text.indices {
      #expect(throws: WalletFileError.self) { try CosignerKey.read(Array(text[..<end].utf8)) }
    }
    #expect(try CosignerKey.read(Array(text.utf8)).count == 1)
  }
}
