import DurableFiles
import FaultyFiles
import SecureMemory
import Testing

@testable import EncryptedVault

/// A disk whose seeds have a second passphrase: three generations were saved before it was set.
private func locked() throws -> SimulatedDisk {
  let disk = try disk(generations: 3)
  var vault = try open(disk)
  try vault.changeSeedsPassphrase(to: secret("second"))
  return disk
}

private func expectSeeds(_ vault: borrowing Vault) throws {
  for (name, text) in [("kept", "sixteen byte key"), ("doomed", "this seed is to be removed")] {
    let seed = try #require(vault.contents.seed(named: name))
    #expect(try revealed(vault.opened(seed)) == Array(text.utf8))
  }
}

@Suite struct `A second passphrase` {
  @Test func `is needed for the seeds, and for nothing else`() throws {
    let disk = try locked()
    do {
      var vault = try open(disk)
      let needsPassphrase = vault.needsSeedsPassphrase
      #expect(needsPassphrase && vault.contents.hasSeedsPassphrase)
      #expect(vault.contents.settings["state"] == 3)
      #expect(throws: VaultError.seedsPassphraseNeeded) {
        _ = try vault.opened(vault.contents.seeds[0])
      }
      // What is not about seeds is saved without it.
      var contents = vault.contents
      contents.settings["state"] = 4
      contents.seeds[0].verifiedOn.append(1_800_000_000)
      try vault.save(contents)
      for wrong in ["Second", "old", "", "second "] {
        #expect(throws: VaultError.wrongSeedsPassphrase) { try vault.unlockSeeds(secret(wrong)) }
      }
      #expect(throws: VaultError.seedsPassphraseNeeded) {
        _ = try vault.opened(vault.contents.seeds[0])
      }
      try vault.unlockSeeds(secret("second"))
      try expectSeeds(vault)
    }
    let vault = try open(disk)
    let needsPassphrase = vault.needsSeedsPassphrase
    #expect(needsPassphrase && vault.contents.settings["state"] == 4)
    #expect(throws: VaultError.wrongPassphrase) { _ = try open(disk.copy(), "second") }
  }

  @Test func `is needed to add a seed, before anything is written`() throws {
    let disk = try locked()
    var vault = try open(disk)
    var contents = vault.contents
    contents.seeds.append(seed("added"))
    let before = disk.contents(home, "vault")
    #expect(throws: VaultError.seedsPassphraseNeeded) { try vault.save(contents) }
    #expect(disk.contents(home, "vault") == before)
    try vault.unlockSeeds(secret("second"))
    try vault.save(contents)
    _ = consume vault
    let again = try open(disk)
    try again.unlockSeeds(secret("second"))
    #expect(try again.opened(again.contents.seeds[2]).isOpen)
  }

  @Test func `leaves no generation on the disk whose seeds open without it`() throws {
    let disk = try locked()
    let left = generations(disk, "old")
    #expect(left.count == 1 && left.allSatisfy(\.hasSeedsPassphrase))
    do {
      var vault = try open(disk)
      #expect(throws: VaultError.seedsPassphraseNeeded) {
        try vault.changeSeedsPassphrase(to: secret("third"))
      }
      try vault.unlockSeeds(secret("second"))
      try vault.changeSeedsPassphrase(to: secret("third"))
      try expectSeeds(vault)
    }
    #expect(generations(disk, "old").count == 1)
    let vault = try open(disk)
    #expect(throws: VaultError.wrongSeedsPassphrase) { try vault.unlockSeeds(secret("second")) }
    try vault.unlockSeeds(secret("third"))
    try expectSeeds(vault)
  }

  @Test func `can be taken away by who knows it`() throws {
    let disk = try locked()
    do {
      var vault = try open(disk)
      #expect(throws: VaultError.seedsPassphraseNeeded) { try vault.removeSeedsPassphrase() }
      try vault.unlockSeeds(secret("second"))
      try vault.removeSeedsPassphrase()
      try expectSeeds(vault)
    }
    let vault = try open(disk)
    let needsPassphrase = vault.needsSeedsPassphrase
    #expect(!needsPassphrase && !vault.contents.hasSeedsPassphrase)
    try expectSeeds(vault)
  }

  @Test func `stays when the passphrase of the vault is changed, and must be told for it`() throws {
    let disk = try locked()
    do {
      var vault = try open(disk)
      #expect(throws: VaultError.seedsPassphraseNeeded) {
        try vault.changePassphrase(to: secret("new"))
      }
      try vault.unlockSeeds(secret("second"))
      try vault.changePassphrase(to: secret("new"))
      try expectSeeds(vault)
    }
    #expect(generations(disk, "old").isEmpty)
    let vault = try open(disk, "new")
    try vault.unlockSeeds(secret("second"))
    try expectSeeds(vault)
  }

  @Test func `is not that of the vault, whichever was there first`() throws {
    let disk = try disk()
    var vault = try open(disk)
    #expect(throws: VaultError.samePassphrase) {
      try vault.changeSeedsPassphrase(to: secret("old"))
    }
    #expect(throws: VaultError.emptyPassphrase) { try vault.changeSeedsPassphrase(to: secret("")) }
    try vault.changeSeedsPassphrase(to: secret("second"))
    #expect(throws: VaultError.samePassphrase) { try vault.changePassphrase(to: secret("second")) }
    #expect(throws: VaultError.samePassphrase) {
      try vault.changeSeedsPassphrase(to: secret("old"))
    }
    try vault.changeSeedsPassphrase(to: secret("third"))
  }

  @Test func `opens nothing for who has the contents and not the passphrase of the vault`() throws {
    let vault = try open(try locked())
    let contents = try VaultContents(sealedBytes: vault.contents.sealedBytes())
    let lock = try #require(contents.seedsPassphrase)
    let other = SeedCompartment(master: secret("another master key"), lock: lock)
    #expect(throws: VaultError.wrongSeedsPassphrase) { try other.unlock(secret("second")) }
    try vault.unlockSeeds(secret("second"))
  }

  @Test func `with parameters below the minimum, or absurd ones, is refused before any work`()
    throws
  {
    for parameters in [
      KDFParameters(unchecked: 0, r: 1, p: 1), KDFParameters(unchecked: 40, r: 8, p: 1),
      KDFParameters(unchecked: 20, r: 1 << 31, p: 1),
    ] {
      let disk = try disk(generations: 1)
      let header = try SealedVault(
        decoding: try #require(disk.contents(home, "vault")), path: ""
      ).header
      let master = try weak.stretched(secret("old"), salt: header.stretchingSalt)
      var contents = try open(disk).contents
      contents.seedsPassphrase = SeedsPassphrase(
        parameters: parameters, salt: [UInt8](repeating: 1, count: 32),
        commitment: [UInt8](repeating: 2, count: 32))
      let forged = try SealedVault(
        sealing: ContentsCodec.encoded(contents), master: master, parameters: weak,
        stretchingSalt: header.stretchingSalt, fileSalt: header.fileSalt, generation: 1,
        oldestKept: 1, isForMainnet: false)
      disk.place(forged.bytes, home, "vault")
      do throws(VaultError) {
        _ = try open(disk)
        Issue.record("opened with \(parameters)")
      } catch {
        guard case .parameters = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test func `set or taken away and killed anywhere leaves the old or the new state`() throws {
    for isSet in [false, true] {
      let start = isSet ? try locked() : try disk(generations: 3)
      func change(_ disk: SimulatedDisk) throws {
        var vault = try open(disk)
        if isSet {
          try vault.unlockSeeds(secret("second"))
          try vault.removeSeedsPassphrase()
        } else {
          try vault.changeSeedsPassphrase(to: secret("second"))
        }
      }
      let clean = start.copy()
      try change(clean)
      var random = SeededNumbers(16)
      var outcomes: Set<Bool> = []
      for call in 0..<clean.calls {
        for fault in [Fault.kill(call: call), .powerLoss(call: call, seed: random.next())] {
          let disk = start.copy(fault)
          try? change(disk)
          disk.restart()
          let vault = try open(disk)
          outcomes.insert(vault.contents.hasSeedsPassphrase)
          if vault.contents.hasSeedsPassphrase {
            try vault.unlockSeeds(secret("second"))
            // Once it is set, nothing of before is left, blocks of removed files included.
            if case .kill = fault {
              let isEach = generations(disk, "old").allSatisfy(\.hasSeedsPassphrase)
              #expect(isEach, "call \(call)")
            }
          }
          try expectSeeds(vault)
        }
      }
      #expect(outcomes == [false, true])
    }
  }

  @Test func `that could not be set leaves the run and the disk in agreement`() throws {
    let start = try disk()
    let clean = start.copy()
    var first = try open(clean)
    let opening = clean.calls
    try first.changeSeedsPassphrase(to: secret("second"))
    for call in opening..<clean.calls {
      let disk = start.copy(.failure(call: call, code: 5))
      var vault = try open(disk)
      try? vault.changeSeedsPassphrase(to: secret("second"))
      var contents = vault.contents
      contents.seeds.append(seed("added"))
      try vault.save(contents)
      let isSet = vault.contents.hasSeedsPassphrase
      _ = consume vault
      let again = try open(disk)
      let needsPassphrase = again.needsSeedsPassphrase
      #expect(needsPassphrase == isSet, "call \(call)")
      try again.unlockSeeds(secret("second"))
      try expectSeeds(again)
      #expect(try again.opened(again.contents.seeds[2]).isOpen)
    }
  }
}
