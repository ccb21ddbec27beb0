import SecureMemory
import Testing

@Suite struct RandomSourceTests {
  /// Hands out a fixed stock of bytes.
  private struct Stock: RandomSource {
    let bytes: [UInt8]

    func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
      guard memory.count <= bytes.count else { throw .exhausted }
      memory.copyBytes(from: bytes.prefix(memory.count))
    }
  }

  @Test func `the system fills every byte and never the same way twice`() throws {
    let first = try SystemRandom.bytes(count: 1000)
    let second = try SystemRandom.bytes(count: 1000)
    #expect(first != second)
    // 1000 bytes without one of 256 values more than 40 times: off by less than 2^-60.
    #expect(Dictionary(grouping: first) { $0 }.values.allSatisfy { $0.count < 40 })
    let secret = try SystemRandom.secret(count: 32)
    #expect(secret.withUnsafeBytes { $0.contains { $0 != 0 } })
  }

  @Test func `no bytes is a valid wish`() throws {
    #expect(try SystemRandom.bytes(count: 0).isEmpty)
    let secret = try SystemRandom.secret(count: 0)
    let isEmpty = secret.isEmpty
    #expect(isEmpty)
  }

  @Test func `a source that is handed in is used, and its refusal passed on`() throws {
    #expect(try Stock(bytes: [1, 2, 3]).bytes(count: 2) == [1, 2])
    #expect(throws: RandomnessError.exhausted) { try Stock(bytes: [1]).bytes(count: 2) }
    #expect(throws: RandomnessError.exhausted) { _ = try Stock(bytes: [1]).secret(count: 2) }
  }
}
