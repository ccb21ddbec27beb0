import Foundation
import SecureMemory
import Testing

@Suite struct SecretBytesTests {
  private func bytes(_ secret: borrowing SecretBytes) -> [UInt8] {
    secret.withUnsafeBytes { [UInt8]($0) }
  }

  @Test(arguments: [0, 1, 32, 64, 65, 256, 257, 1024, 1025, 5000, 100_000])
  func `a secret starts as zeros and holds what is written`(count: Int) {
    var secret = SecretBytes(count: count)
    #expect(bytes(secret) == [UInt8](repeating: 0, count: count))
    secret.withUnsafeMutableBytes { memory in
      for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index &* 31) }
    }
    #expect(bytes(secret) == (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    #expect(secret.count == count)
    let isEmpty = secret.isEmpty
    #expect(isEmpty == (count == 0))
  }

  @Test func `memory is wiped before it is used again`() {
    // The slots are reused last in, first out; other tests may take some in between.
    for _ in 0..<200 {
      let secret = SecretBytes(count: 48) { $0.initializeMemory(as: UInt8.self, repeating: 0xab) }
      #expect(bytes(secret).allSatisfy { $0 == 0xab })
    }
    for _ in 0..<200 {
      let secret = SecretBytes(count: 64)
      #expect(bytes(secret).allSatisfy { $0 == 0 })
    }
  }

  @Test func `secrets never share memory`() {
    let first = SecretBytes(count: 32) { $0.initializeMemory(as: UInt8.self, repeating: 1) }
    let second = SecretBytes(count: 32) { $0.initializeMemory(as: UInt8.self, repeating: 2) }
    var copy = first.duplicated()
    copy.withUnsafeMutableBytes { $0[0] = 9 }
    #expect(bytes(first) == [UInt8](repeating: 1, count: 32))
    #expect(bytes(second) == [UInt8](repeating: 2, count: 32))
    #expect(bytes(copy) == [9] + [UInt8](repeating: 1, count: 31))
  }

  @Test func `moving takes the bytes and empties the array`() {
    var array: [UInt8] = [1, 2, 3]
    let secret = SecretBytes(moving: &array)
    #expect(array.isEmpty)
    #expect(bytes(secret) == [1, 2, 3])
  }

  @Test func `joining, slicing and truncating keep the right bytes`() {
    var first: [UInt8] = [1, 2, 3]
    var second: [UInt8] = [4, 5]
    var joined = SecretBytes(joining: SecretBytes(moving: &first), SecretBytes(moving: &second))
    #expect(bytes(joined) == [1, 2, 3, 4, 5])
    #expect(bytes(joined.slice(1..<4)) == [2, 3, 4])
    #expect(bytes(joined.slice(3..<99)) == [4, 5])
    joined.truncate(to: 2)
    #expect(bytes(joined) == [1, 2])
    joined.truncate(to: 5)
    #expect(joined.count == 2)
  }

  @Test func `equality looks at every byte and the length`() {
    var one: [UInt8] = [1, 2, 3]
    let secret = SecretBytes(moving: &one)
    let same = secret.duplicated()
    var answers = [secret.constantTimeEquals(same)]
    for index in 0..<3 {
      var other = secret.duplicated()
      other.withUnsafeMutableBytes { $0[index] ^= 0x80 }
      answers.append(secret.constantTimeEquals(other))
    }
    let shorter = secret.slice(0..<2)
    answers.append(secret.constantTimeEquals(shorter))
    let empty = SecretBytes(count: 0)
    answers.append(empty.constantTimeEquals(SecretBytes(count: 0)))
    #expect(answers == [true, false, false, false, false, true])
  }

  @Test func `a failed initialization leaves no secret and passes its error on`() {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      _ = try SecretBytes(count: 16) { (memory) throws(Stop) in
        memory.initializeMemory(as: UInt8.self, repeating: 7)
        throw Stop()
      }
    }
  }

  @Test(arguments: [32, 5000])
  func `the pages of a secret stay out of dumps, children and the swap`(count: Int) throws {
    let secret = SecretBytes(count: count)
    let address = secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
    let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    var isInside = false
    var flags: [Substring] = []
    for line in maps.split(separator: "\n") {
      let bounds = line.prefix { $0 != " " }.split(separator: "-")
      if bounds.count == 2, let from = UInt(bounds[0], radix: 16),
        let to = UInt(bounds[1], radix: 16)
      {
        isInside = (from..<to).contains(address)
      } else if isInside, line.hasPrefix("VmFlags:") {
        flags = line.split(separator: " ").dropFirst().map { $0 }
      }
    }
    #expect(flags.contains("dd"), "left out of core dumps")
    #expect(flags.contains("wf"), "wiped in a forked child")
    if SecretBytes.allAreLocked { #expect(flags.contains("lo"), "locked") }
    let stillThere = secret.withUnsafeBytes { $0.count }
    #expect(stillThere == count)
  }

  @Test func `many tasks may take and give back secrets at once`() async {
    let sums = await withTaskGroup(of: Bool.self) { group in
      for task in 0..<16 {
        group.addTask {
          for round in 0..<500 {
            let value = UInt8(truncatingIfNeeded: task &* 16 &+ round)
            let secret = SecretBytes(count: 32) {
              $0.initializeMemory(as: UInt8.self, repeating: value)
            }
            let intact = secret.withUnsafeBytes { $0.allSatisfy { $0 == value } }
            if !intact { return false }
          }
          return true
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(sums)
  }
}
