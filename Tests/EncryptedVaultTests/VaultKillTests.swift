import DurableFiles
import Foundation
import Glibc
import SecureMemory
import Testing

@testable import EncryptedVault

/// Real processes, killed for real, on files of this machine.
@Suite struct `A process that saves` {
  static func run(_ home: String, _ call: Int, _ change: String...) throws -> Int32 {
    let process = Process()
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent()
      .appending(path: "vault-probe")
    process.arguments = [home, String(call)] + change
    try process.run()
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? -process.terminationStatus : process.terminationStatus
  }

  /// A place in memory where possible: a kill does not depend on the disk, and it is quick.
  private static func place() -> String {
    let place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    return "\(place)/drawbridge-kill-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
  }

  @Test func `a vault of version 6 for the first time, killed at every call, loses no seed`() throws
  {
    let home = Self.place()
    defer { try? FileManager.default.removeItem(atPath: home) }
    var contents = VaultContents(network: "regtest")
    contents.seeds = fullContents().seeds
    contents.settings["state"] = 0
    let old = try file6(contents, "probe")
    var (call, states): (Int, Set<Int64>) = (0, [])
    while true {
      try? FileManager.default.removeItem(atPath: home)
      try Folder.makePrivate(home)
      try AtomicFile.write(old, to: "\(home)/vault")
      let status = try Self.run(home, call)
      #expect(status == -SIGKILL || status == 0, "call \(call)")
      let vault = try Vault.open(
        in: home, passphrase: secret("probe"), minimum: weak, waiting: 5_000)
      states.insert(try #require(vault.contents.settings["state"]))
      for seed in fullContents().seeds {
        let found = try #require(vault.contents.seed(named: seed.name), "call \(call)")
        let opened = try vault.opened(found)
        #expect(try revealed(opened) == revealed(seed), "call \(call)")
        #expect(try passphrase(opened) == passphrase(seed), "call \(call)")
      }
      if status == 0 { break }
      call += 1
    }
    #expect(states == [0, 1] && call > 40)
  }

  @Test func `another passphrase of the seeds, killed at every call, loses no seed`() throws {
    let home = Self.place()
    defer { try? FileManager.default.removeItem(atPath: home) }
    var contents = VaultContents(network: "regtest")
    contents.seeds = fullContents().seeds
    _ = try Vault.create(
      in: home, contents: contents, passphrase: secret("probe"), parameters: weak)
    // Set, taken away, set, taken away: each killed at one call after the other until it is done.
    var (call, turns, isSet, changes) = (0, 0, false, 0)
    while turns < 4 {
      let status = try Self.run(home, call, "seeds")
      #expect(status == -SIGKILL || status == 0, "call \(call)")
      let vault = try Vault.open(
        in: home, passphrase: secret("probe"), minimum: weak, waiting: 5_000)
      let found = vault.contents.hasSeedsPassphrase
      #expect(status != 0 || found != isSet, "call \(call)")
      if found { try vault.unlockSeeds(secret("second")) }
      for seed in fullContents().seeds {
        let kept = try #require(vault.contents.seed(named: seed.name), "call \(call)")
        let opened = try vault.opened(kept)
        #expect(try revealed(opened) == revealed(seed), "call \(call)")
        #expect(try passphrase(opened) == passphrase(seed), "call \(call)")
      }
      if found != isSet { changes += 1 }
      isSet = found
      if status == 0 { turns += 1 }
      call = status == 0 ? 0 : call + 1
    }
    #expect(changes > turns)
  }

  @Test func `and is killed 1,000 times, at every call, loses nothing`() throws {
    let home = Self.place()
    defer { try? FileManager.default.removeItem(atPath: home) }
    var contents = VaultContents(network: "regtest")
    contents.seeds = [seed("kept")]
    contents.settings["state"] = 0
    _ = try Vault.create(
      in: home, contents: contents, passphrase: secret("probe"), parameters: weak)
    var state: Int64 = 0
    var (kills, call, advanced, turns) = (0, 0, 0, 0)
    while kills < 1_000 {
      let status = try Self.run(home, call)
      #expect(status == -SIGKILL || status == 0, "call \(call)")
      // A helper that another test starts has a copy of the lock until it runs.
      let vault = try Vault.open(
        in: home, passphrase: secret("probe"), minimum: weak, waiting: 5_000)
      let found = try #require(vault.contents.settings["state"])
      #expect(found == state || found == state + 1, "call \(call)")
      #expect(status != 0 || found == state + 1, "call \(call)")
      let kept = try #require(vault.contents.seed(named: "kept"))
      #expect(try revealed(vault.opened(kept)) == Array("sixteen byte key".utf8))
      #expect((vault.contents.seed(named: "fleeting") != nil) == (found % 2 == 1))
      if found % 2 == 0, found > 0 {
        // Removed: no file in the home opens with it, nor is any left that this start did not see.
        for name in try Folder.names(in: home) where name != "lock" {
          #expect(["vault", "vault.previous"].contains(name))
          let bytes = try BoundedFile.read("\(home)/\(name)", limit: 1 << 20)
          let sealed = try SealedVault(decoding: bytes, path: name)
          let key = try weak.stretched(secret("probe"), salt: sealed.header.stretchingSalt)
          guard let plain = sealed.opened(with: key) else {
            Issue.record("\(name) does not open")
            continue
          }
          let kept = try ContentsCodec.decoded(plain)
          #expect(kept.seed(named: "fleeting") == nil)
        }
      }
      if found > state { advanced += 1 }
      state = found
      if status == 0 {
        turns += 1
        call = 0
      } else {
        kills += 1
        call += 1
      }
    }
    // It got through all calls of a save many times, and always forward.
    #expect(turns >= 5)
    #expect(advanced > turns)
  }
}
