import CSystemCalls
import Glibc
import Testing

@testable import KeeperProcess

@Suite struct KeeperFramesTests {
  /// What comes out of a pipe into which these bytes went before it was closed.
  private func read(_ bytes: [UInt8]) throws -> [UInt8]? {
    var pipe: [Int32] = [-1, -1]
    try #require(syscalls_pipe(&pipe) == 0)
    #expect(write(pipe[1], bytes, bytes.count) == bytes.count)
    close(pipe[1])
    defer { close(pipe[0]) }
    return try KeeperFrames.read(from: pipe[0])
  }

  @Test func `a message is its length and its bytes`() throws {
    #expect(try read([0, 0, 0, 3, 7, 8, 9]) == [7, 8, 9])
    #expect(try read([0, 0, 0, 0]) == [])
    #expect(try read([]) == nil)
    #expect(try read([0, 0, 1, 1] + [UInt8](repeating: 5, count: 300))?.count == 257)
  }

  @Test func `one cut off at any byte is an error`() throws {
    let whole: [UInt8] = [0, 0, 0, 3, 7, 8, 9]
    for count in 1..<whole.count {
      #expect(throws: KeeperProcessError.brokenOff) { try read(Array(whole.prefix(count))) }
    }
  }

  @Test func `a length beyond the limit is refused, the limit itself is not`() throws {
    #expect(throws: KeeperProcessError.tooLong(bytes: KeeperFrames.limit + 1)) {
      try read([0x10, 0, 0, 1, 1])
    }
    #expect(throws: KeeperProcessError.brokenOff) { try read([0x10, 0, 0, 0, 1]) }
    let long = [UInt8](repeating: 0, count: KeeperFrames.limit + 1)
    #expect(throws: KeeperProcessError.tooLong(bytes: long.count)) {
      try KeeperFrames.write(long, to: 1)
    }
  }

  @Test func `a closed pipe is an error and not the end of this process`() throws {
    var pipe: [Int32] = [-1, -1]
    try #require(syscalls_pipe(&pipe) == 0)
    close(pipe[0])
    defer { close(pipe[1]) }
    // A child that another test starts has the other end open until it runs: waits until nobody has.
    var broken = pollfd(fd: pipe[1], events: 0, revents: 0)
    while poll(&broken, 1, -1) < 0, errno == EINTR {}
    #expect(throws: KeeperProcessError.brokenOff) { try KeeperFrames.write([1], to: pipe[1]) }
  }
}
