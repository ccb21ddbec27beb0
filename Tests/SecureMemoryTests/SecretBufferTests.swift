import SecureMemory
import Testing

@Suite struct SecretBufferTests {
  @Test func `what is added stays in order through every growth`() {
    var buffer = SecretBuffer(capacity: 1)
    var expected: [UInt8] = []
    for index in 0..<1_000 {
      let piece = [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: index % 17)
      piece.withUnsafeBytes { buffer.append($0) }
      expected += piece
    }
    #expect(buffer.count == expected.count)
    #expect(buffer.withUnsafeBytes { [UInt8]($0) } == expected)
    buffer.replace(at: 10, with: [1, 2, 3])
    expected.replaceSubrange(10..<13, with: [1, 2, 3])
    buffer.replace(at: expected.count - 1, with: [9, 9])
    expected[expected.count - 1] = 9
    buffer.replace(at: expected.count + 1, with: [9])
    buffer.replace(at: -1, with: [9])
    let whole = buffer.bytes()
    #expect(whole.withUnsafeBytes { [UInt8]($0) } == expected)
  }

  @Test func `only what was filled counts`() {
    var buffer = SecretBuffer(capacity: 4)
    #expect(
      buffer.append(upTo: 10) { room in
        room[0] = 7
        return 1
      } == 1)
    #expect(buffer.append(upTo: 10) { _ in -1 } == -1)
    #expect(buffer.count == 1)
    #expect(buffer.bytes().withUnsafeBytes { [UInt8]($0) } == [7])
  }

  @Test func `an empty one is an empty secret`() {
    let buffer = SecretBuffer()
    #expect(buffer.bytes().count == 0)
  }
}
