import DurableFiles
import FaultyFiles
import Glibc
import SecureMemory
import Testing

@testable import EncryptedVault

/// Every file of the disk that opens with a passphrase, blocks of removed files included.
func generations(_ disk: SimulatedDisk, _ passphrase: String) -> [VaultContents] {
  Set(disk.everyBlock()).compactMap { block in
    guard let sealed = try? SealedVault(decoding: block, path: ""),
      let key = try? weak.stretched(secret(passphrase), salt: sealed.header.stretchingSalt),
      let plain = sealed.opened(with: key)
    else { return nil }
    return try? ContentsCodec.decoded(plain)
  }
}

@Suite struct `After a removal` {
  @Test func `no block of the disk holds the seed`() throws {
    let disk = try disk(generations: 4)
    #expect(generations(disk, "old").contains { $0.seed(named: "doomed") != nil })
    do {
      var vault = try open(disk)
      var contents = vault.contents
      contents.seeds.removeAll { $0.name == "doomed" }
      try vault.save(contents)
    }
    let left = generations(disk, "old")
    #expect(left.count == 1)
    #expect(left.allSatisfy { $0.seed(named: "doomed") == nil && $0.seed(named: "kept") != nil })
    #expect(disk.contents(home, "vault") == disk.contents(home, "vault.previous"))
  }

  @Test func `of a kept BIP-39 passphrase no block of the disk holds it`() throws {
    let disk = try disk(generations: 2)
    var vault = try open(disk)
    var contents = vault.contents
    contents.seeds[0].storedPassphrase = StoredSecret(secret("kept because asked"))
    try vault.save(contents)
    contents.settings["more"] = 1
    try vault.save(contents)
    #expect(generations(disk, "old").contains { $0.seeds[0].storedPassphrase != nil })
    contents.seeds[0].storedPassphrase = nil
    try vault.save(contents)
    let left = generations(disk, "old")
    #expect(left.count == 1 && left.allSatisfy { $0.seeds[0].storedPassphrase == nil })
  }

  @Test func `of the old passphrase no block opens with it`() throws {
    let disk = try disk(generations: 4)
    do {
      var vault = try open(disk)
      #expect(throws: VaultError.emptyPassphrase) { try vault.changePassphrase(to: secret("")) }
      try vault.changePassphrase(to: secret("new"))
      var contents = vault.contents
      contents.settings["state"] = 5
      try vault.save(contents)
    }
    #expect(generations(disk, "old").isEmpty)
    #expect(throws: VaultError.wrongPassphrase) { _ = try open(disk) }
    #expect(try state(disk, "new") == 5)
  }

  @Test func `a damaged vault that was put aside goes too`() throws {
    let disk = try disk(generations: 3)
    var bytes = try #require(disk.contents(home, "vault"))
    bytes[135] ^= 1
    disk.place(bytes, home, "vault")
    var vault = try open(disk, takingPrevious: true)
    try vault.save(vault.contents)
    #expect(disk.names(home).contains("vault.damaged"))
    try vault.changePassphrase(to: secret("new"))
    #expect(disk.names(home) == ["lock", "vault", "vault.previous"])
  }

  @Test func `of everything nothing opens`() throws {
    let disk = try disk(generations: 4)
    try Vault.wipe(home, files: disk)
    #expect(disk.names(home) == ["lock"])
    #expect(generations(disk, "old").isEmpty)
    #expect(throws: VaultError.noVault(home: home)) { _ = try open(disk) }
    try Vault.wipe(home, files: disk)
  }

  @Test func `that was killed anywhere, the next start finishes it or finds it not begun`() throws {
    let start = try disk(generations: 3)
    enum Removal: CaseIterable { case seed, passphrase }
    for removal in Removal.allCases {
      func remove(_ disk: SimulatedDisk) throws {
        var vault = try open(disk)
        switch removal {
        case .seed:
          var contents = vault.contents
          contents.seeds.removeAll { $0.name == "doomed" }
          try vault.save(contents)
        case .passphrase: try vault.changePassphrase(to: secret("new"))
        }
      }
      let clean = start.copy()
      try remove(clean)
      var outcomes: Set<Bool> = []
      for call in 0..<clean.calls {
        let disk = start.copy(.kill(call: call))
        try? remove(disk)
        disk.restart()
        let passphrase =
          removal == .passphrase && (try? open(disk, "new")) != nil ? "new" : "old"
        let vault = try open(disk, passphrase)
        #expect(vault.contents.settings["state"] == 3)
        let isDone =
          removal == .seed ? vault.contents.seed(named: "doomed") == nil : passphrase == "new"
        outcomes.insert(isDone)
        if isDone {
          // Not in the files that are kept, nor in their blocks.
          let left = generations(disk, "old")
          #expect(removal == .passphrase ? left.isEmpty : left.count == 1)
          #expect(left.allSatisfy { $0.seed(named: "doomed") == nil })
        }
      }
      #expect(outcomes == [true, false])
    }
  }
}

@Suite struct `A save that` {
  func change(_ disk: SimulatedDisk) throws {
    var vault = try open(disk)
    var contents = vault.contents
    contents.settings["state"] = 3
    contents.seeds.append(seed("added"))
    try vault.save(contents)
  }

  /// The state is the old or the new one, whole; the disk can be saved to again.
  func expectSound(_ disk: SimulatedDisk, _ note: String) throws -> Int64 {
    var vault = try open(disk)
    let found = try #require(vault.contents.settings["state"])
    #expect(found == 2 || found == 3, "\(note)")
    #expect((vault.contents.seed(named: "added") != nil) == (found == 3), "\(note)")
    #expect(vault.contents.seed(named: "kept") != nil)
    #expect(vault.notices == [], "\(note)")
    #expect(!disk.names(home).contains { $0.hasPrefix(".drawbridge") })
    try vault.save(vault.contents)
    return found
  }

  @Test func `is killed at any call leaves the old or the new state`() throws {
    let start = try disk()
    let clean = start.copy()
    try change(clean)
    #expect(clean.calls > 40)
    var seen: Set<Int64> = []
    for call in 0..<clean.calls {
      let disk = start.copy(.kill(call: call))
      try? change(disk)
      #expect(disk.failures == 1)
      disk.restart()
      seen.insert(try expectSound(disk, "call \(call)"))
    }
    #expect(seen == [2, 3])
  }

  @Test func `loses power 1,000 times leaves the old or the new state each time`() throws {
    let start = try disk()
    let clean = start.copy()
    try change(clean)
    var random = SeededNumbers(2024)
    for round in 0..<1_000 {
      let call = Int(random.next() % UInt64(clean.calls))
      let disk = start.copy(.powerLoss(call: call, seed: random.next()))
      try? change(disk)
      disk.restart()
      _ = try expectSound(disk, "round \(round), call \(call)")
    }
  }

  @Test(arguments: [ENOSPC, EIO, EROFS])
  func `meets a failure at any call says so or is done, and loses nothing`(code: Int32) throws {
    let start = try disk()
    let clean = start.copy()
    try change(clean)
    var refused = 0
    for call in 0..<clean.calls {
      let disk = start.copy(.failure(call: call, code: code))
      var failed = false
      do { try change(disk) } catch {
        failed = true
        refused += 1
        #expect(error is VaultError)
      }
      #expect(disk.openHandles == 0)
      disk.restart()
      let found = try expectSound(disk, "call \(call)")
      if !failed { #expect(found == 3) }
    }
    #expect(refused > clean.calls / 2)
  }

  @Test func `is interrupted and slowed everywhere is done all the same`() throws {
    let disk = try disk().copy(.sluggish)
    try change(disk)
    disk.restart()
    #expect(try expectSound(disk, "sluggish") == 3)
  }

  @Test func `failed can be tried again in the same run`() throws {
    let start = try disk()
    let clean = start.copy()
    var first = try open(clean)
    let opening = clean.calls
    try first.save(first.contents)
    for call in opening..<clean.calls {
      let disk = start.copy(.failure(call: call, code: ENOSPC))
      var vault = try open(disk)
      var contents = vault.contents
      contents.settings["state"] = 3
      try? vault.save(contents)
      contents.settings["state"] = 4
      try vault.save(contents)
      #expect(vault.contents.settings["state"] == 4)
      _ = consume vault
      #expect(try state(disk) == 4)
    }
  }

  @Test func `changes the passphrase and fails leaves the run and the disk in agreement`() throws {
    let start = try disk()
    let clean = start.copy()
    var first = try open(clean)
    let opening = clean.calls
    try first.changePassphrase(to: secret("new"))
    for call in opening..<clean.calls {
      let disk = start.copy(.failure(call: call, code: EIO))
      var vault = try open(disk)
      try? vault.changePassphrase(to: secret("new"))
      let before = (try? stateWithoutLock(disk, "new")) != nil
      // The next save keeps the passphrase that the disk has.
      try vault.save(vault.contents)
      let after = (try? stateWithoutLock(disk, "new")) != nil
      #expect(before == after, "call \(call)")
    }
  }

  func stateWithoutLock(_ disk: SimulatedDisk, _ passphrase: String) throws -> Int64? {
    try state(disk.copy(), passphrase)
  }

  @Test func `finds no randomness changes nothing`() throws {
    struct Dry: RandomSource {
      func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
        throw .exhausted
      }
    }
    let disk = try disk()
    do {
      var vault = try open(disk, random: Dry())
      #expect(throws: VaultError.random(.exhausted)) { try vault.save(vault.contents) }
      #expect(throws: VaultError.random(.exhausted)) {
        try vault.changePassphrase(to: secret("new"))
      }
    }
    #expect(try state(disk) == 2)
  }
}
