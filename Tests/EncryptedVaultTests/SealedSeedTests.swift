import Bytes
import DurableFiles
import FaultyFiles
import SecureMemory
import Testing

@testable import EncryptedVault

@Suite struct `A sealed secret` {
  private let owner = seed("main").owner(.secret)

  private func sealed(_ text: String, salt: UInt8 = 1) throws -> SealedSecret {
    try SealedSecret(
      sealing: secret(text), of: owner, key: secret("key"),
      salt: [UInt8](repeating: salt, count: 32))
  }

  private func opened(
    _ blob: SealedSecret, _ other: SealedSecret.Owner? = nil, key: String = "key"
  ) -> [UInt8]? {
    guard let bytes = blob.opened(of: other ?? owner, key: secret(key)) else { return nil }
    return bytes.withUnsafeBytes { Array($0) }
  }

  @Test func `opens for its seed, in its role and under its key alone`() throws {
    let blob = try sealed("sixteen byte key")
    #expect(opened(blob) == Array("sixteen byte key".utf8))
    let others: [SealedSecret.Owner] = [
      .init(
        role: .passphrase, kind: .mnemonic, language: "english", fingerprint: owner.fingerprint),
      .init(role: .secret, kind: .seed, language: "english", fingerprint: owner.fingerprint),
      .init(role: .secret, kind: .mnemonic, language: nil, fingerprint: owner.fingerprint),
      .init(role: .secret, kind: .mnemonic, language: "spanish", fingerprint: owner.fingerprint),
      .init(role: .secret, kind: .mnemonic, language: "english", fingerprint: [0, 0, 0, 1]),
    ]
    for other in others {
      #expect(opened(blob, other) == nil, "\(other)")
    }
    #expect(opened(blob, key: "yek") == nil)
  }

  @Test func `changed by any single bit opens no more`() throws {
    let blob = try sealed("sixteen byte key")
    for bit in 0..<blob.bytes.count * 8 {
      var bytes = blob.bytes
      bytes[bit / 8] ^= 1 << (bit % 8)
      let changed = try #require(SealedSecret(bytes))
      #expect(opened(changed) == nil, "bit \(bit)")
    }
  }

  @Test func `says of its length only how many blocks of 128 bytes it needs`() throws {
    for (count, blocks) in [(0, 1), (16, 1), (78, 1), (124, 1), (125, 2), (252, 2), (253, 3)] {
      let blob = try sealed(String(repeating: "x", count: count))
      #expect(blob.bytes.count == 32 + 128 * blocks + 16, "\(count)")
      #expect(opened(blob)?.count == count)
    }
    #expect(throws: VaultError.tooLarge(bytes: 65_537, limit: 65_536)) {
      _ = try sealed(String(repeating: "x", count: 65_537))
    }
    for count in [0, 175, 177, 32 + 128 + 15, 32 + 65_536 + 256 + 16] {
      #expect(SealedSecret([UInt8](repeating: 0, count: count)) == nil, "\(count)")
    }
  }

  @Test func `is another one under another salt`() throws {
    let (one, two) = (try sealed("same", salt: 1), try sealed("same", salt: 2))
    #expect(one != two && one.bytes[32...] != two.bytes[32...])
  }
}

@Suite struct `The seeds of a vault` {
  @Test func `are sealed when it is opened, and open one by one`() throws {
    let vault = try open(try disk())
    let needsPassphrase = vault.needsSeedsPassphrase
    #expect(!needsPassphrase)
    #expect(vault.contents.seeds.allSatisfy { !$0.isOpen && $0.wordCount != nil })
    let kept = try #require(vault.contents.seed(named: "kept"))
    #expect(throws: VaultError.seedIsSealed(name: "kept")) { _ = try kept.revealingSecret() }
    let opened = try vault.opened(kept)
    #expect(try revealed(opened) == Array("sixteen byte key".utf8))
    #expect(vault.contents.seeds.allSatisfy { !$0.isOpen })
    // What is open is given back as it is.
    #expect(try vault.opened(opened).secret === opened.secret)
    #expect(
      try revealed(vault.opened(seed("new", "not saved yet!!"))) == Array("not saved yet!!".utf8))
  }

  @Test func `with a kept passphrase give it when they are opened, and not before`() throws {
    let disk = SimulatedDisk()
    _ = try Vault.create(
      in: home, contents: fullContents(), passphrase: secret("old"), parameters: weak, files: disk)
    let vault = try open(disk)
    let child = try #require(vault.contents.seed(named: "child"))
    #expect(child.storedPassphrase != nil)
    #expect(throws: VaultError.seedIsSealed(name: "child")) { _ = try child.revealingPassphrase() }
    #expect(try passphrase(vault.opened(child)) == Array("kept because asked".utf8))
    let main = try #require(vault.contents.seed(named: "main"))
    #expect(try passphrase(vault.opened(main)) == nil)
  }

  @Test func `stay as they are sealed through every save`() throws {
    let disk = try disk(generations: 1)
    var vault = try open(disk)
    let before = vault.contents.sealedSecrets
    var contents = vault.contents
    contents.settings["more"] = 1
    contents.seeds[0].name = "renamed"
    contents.seeds[1] = try vault.opened(contents.seeds[1])
    try vault.save(contents)
    #expect(vault.contents.sealedSecrets == before)
    #expect(vault.contents.seeds.allSatisfy { !$0.isOpen })
    _ = consume vault
    let again = try open(disk)
    #expect(again.contents.sealedSecrets == before)
    #expect(try revealed(again.opened(again.contents.seeds[0])) == Array("sixteen byte key".utf8))
  }

  @Test func `that are new are sealed once, however often the same contents are saved`() throws {
    let disk = try disk(generations: 2)
    var vault = try open(disk)
    var contents = vault.contents
    contents.seeds.append(seed("added", "a seed of 24 bytes......"))
    try vault.save(contents)
    let blobs = vault.contents.sealedSecrets
    #expect(blobs.count == 3)
    // Not a removal: the generation before stays the previous one.
    try vault.save(contents)
    #expect(vault.contents.sealedSecrets == blobs)
    #expect(disk.contents(home, "vault") != disk.contents(home, "vault.previous"))
  }

  @Test func `of before another passphrase are never saved as they were sealed`() throws {
    let disk = try disk()
    var vault = try open(disk)
    let stale = vault.contents
    let opened = try vault.opened(stale.seeds[0])
    try vault.changePassphrase(to: secret("new"))
    #expect(vault.contents.sealedSecrets.isDisjoint(with: stale.sealedSecrets))
    #expect(throws: VaultError.seedOfAnotherKey(name: "kept")) { try vault.save(stale) }
    // What is open is sealed again, or found to be there.
    var contents = vault.contents
    contents.seeds[0] = opened
    try vault.save(contents)
    #expect(vault.contents.seeds[0].secret.blob != stale.seeds[0].secret.blob)
    _ = consume vault
    let again = try open(disk, "new")
    for (seed, text) in zip(
      again.contents.seeds, ["sixteen byte key", "this seed is to be removed"])
    {
      #expect(try revealed(again.opened(seed)) == Array(text.utf8))
    }
  }

  @Test func `of another seed or another vault are not taken in its place`() throws {
    let other = try open(try disk())
    let disk = SimulatedDisk()
    _ = try Vault.create(
      in: home, contents: fullContents(), passphrase: secret("old"), parameters: weak, files: disk)
    var vault = try open(disk)
    var contents = vault.contents
    contents.seeds.append(other.contents.seeds[0])
    #expect(throws: VaultError.seedOfAnotherKey(name: "kept")) { try vault.save(contents) }
    #expect(throws: VaultError.seedOfAnotherKey(name: "kept")) {
      _ = try Vault.create(
        in: home, contents: other.contents, passphrase: secret("x"), parameters: weak,
        files: SimulatedDisk())
    }
    contents = vault.contents
    contents.seeds[2].secret = contents.seeds[0].secret
    #expect(throws: VaultError.seedOfAnotherKey(name: "child")) { try vault.save(contents) }
    #expect(throws: VaultError.seedIsAltered(name: "child")) {
      _ = try vault.opened(contents.seeds[2])
    }
  }

  @Test func `are named where one is not what was sealed, and the others open`() throws {
    let disk = try disk()
    let vault = try open(disk)
    var changed = vault.contents
    var bytes = try #require(changed.seeds[0].secret.blob).bytes
    bytes[40] ^= 1
    changed.seeds[0].secret = StoredSecret(sealed: try #require(SealedSecret(bytes)))
    #expect(throws: VaultError.seedIsAltered(name: "kept")) {
      _ = try vault.opened(changed.seeds[0])
    }
    #expect(try vault.opened(changed.seeds[1]).isOpen)
  }

  @Test func `go to another process sealed, and come back to the vault that sent them`() throws {
    var vault = try open(try disk())
    let bytes = try vault.contents.sealedBytes()
    for text in ["sixteen byte key", "this seed is to be removed"] {
      #expect(!bytes.contains(Array(text.utf8)))
    }
    var received = try VaultContents(sealedBytes: bytes)
    #expect(try revealed(vault.opened(received.seeds[0])) == Array("sixteen byte key".utf8))
    received.settings["from"] = 1
    try vault.save(received)
    #expect(vault.contents.settings["from"] == 1)
    for count in 0..<bytes.count {
      #expect(throws: VaultError.self) {
        _ = try VaultContents(sealedBytes: Array(bytes[..<count]))
      }
    }
    #expect(throws: VaultError.self) { _ = try VaultContents(sealedBytes: bytes + [0]) }
    // Contents of before had the secrets elsewhere.
    var old = try version6(fullContents()).withUnsafeBytes { Array($0) }
    old = Array(old[4..<4 + Int(old[2]) << 8 + Int(old[3])])
    #expect(throws: VaultError.contents(field: "version 6")) {
      _ = try VaultContents(sealedBytes: old)
    }
  }
}

extension Array where Element == UInt8 {
  fileprivate func contains(_ needle: [UInt8]) -> Bool {
    guard count >= needle.count else { return false }
    return (0...count - needle.count).contains {
      self[$0..<$0 + needle.count].elementsEqual(needle)
    }
  }
}

@Suite struct `Contents from another process` {
  @Test func `that are changed in any byte are refused or read, and saved only with known seeds`()
    throws
  {
    let disk = SimulatedDisk()
    var vault = try Vault.create(
      in: home, contents: fullContents(), passphrase: secret("old"), parameters: weak, files: disk)
    let bytes = try vault.contents.sealedBytes()
    var random = SeededNumbers(5)
    var (read, saved) = (0, 0)
    for place in bytes.indices {
      for value in [bytes[place] ^ 1 << UInt8(random.next() % 8), UInt8(random.next() % 256)] {
        var changed = bytes
        changed[place] = value
        guard let contents = try? VaultContents(sealedBytes: changed) else { continue }
        read += 1
        let own = vault.contents.sealedSecrets
        guard (try? vault.save(contents)) != nil else { continue }
        saved += 1
        // Whatever else it says, no secret is in it that was not there.
        #expect(vault.contents.sealedSecrets.isSubset(of: own), "byte \(place)")
        guard vault.contents.sealedSecrets.count < own.count else { continue }
        Issue.record("a seed was lost at byte \(place)")
        return
      }
    }
    #expect(read > 100 && saved > 10 && saved < read)
  }
}

@Suite struct `A vault of version 6` {
  private func old() throws -> SimulatedDisk {
    var contents = VaultContents(network: "regtest")
    contents.seeds = fullContents().seeds
    contents.settings["state"] = 2
    let disk = SimulatedDisk()
    try Folder.makePrivate(home, disk)
    disk.place(try file6(contents, "old"), home, "vault")
    return disk
  }

  private func expectAll(_ vault: borrowing Vault, _ note: String = "") throws {
    let seeds = vault.contents.seeds
    #expect(seeds.allSatisfy { !$0.isOpen }, "\(note)")
    try #require(seeds.map(\.name) == fullContents().seeds.map(\.name), "\(note)")
    for (seed, original) in zip(seeds, fullContents().seeds) {
      let opened = try vault.opened(seed)
      #expect(try revealed(opened) == revealed(original), "\(note)")
      #expect(try passphrase(opened) == passphrase(original), "\(note)")
    }
  }

  @Test func `opens with every seed, and is saved with each sealed`() throws {
    let disk = try old()
    let before = try #require(disk.contents(home, "vault"))
    do {
      var vault = try open(disk)
      try expectAll(vault)
      // Nothing is written before somebody saves.
      #expect(disk.contents(home, "vault") == before)
      try vault.save(vault.contents)
      try expectAll(vault)
    }
    #expect(disk.contents(home, "vault.previous") == before)
    let vault = try open(disk)
    try expectAll(vault)
    let bytes = try #require(disk.contents(home, "vault"))
    let file = try SealedVault(decoding: bytes, path: "")
    let master = try weak.stretched(secret("old"), salt: file.header.stretchingSalt)
    guard let plain = file.opened(with: master) else {
      Issue.record("does not open")
      return
    }
    let text = plain.withUnsafeBytes { Array($0) }
    for seed in fullContents().seeds {
      #expect(try !text.contains(revealed(seed)), "\(seed.name)")
    }
    #expect(!text.contains(Array("kept because asked".utf8)))
  }

  @Test func `that loses a seed at its first save keeps no generation that holds it`() throws {
    let disk = try old()
    var vault = try open(disk)
    var contents = vault.contents
    contents.seeds.removeAll { $0.name == "other" }
    try vault.save(contents)
    let left = generations(disk, "old")
    #expect(left.count == 1 && left.allSatisfy { $0.seed(named: "other") == nil })
  }

  @Test func `whose first save is killed or loses power anywhere keeps every seed`() throws {
    let start = try old()
    func save(_ disk: SimulatedDisk) throws {
      var vault = try open(disk)
      var contents = vault.contents
      contents.settings["state"] = 3
      try vault.save(contents)
    }
    let clean = start.copy()
    try save(clean)
    var random = SeededNumbers(7)
    var seen: Set<Int64> = []
    for call in 0..<clean.calls {
      for fault in [Fault.kill(call: call), .powerLoss(call: call, seed: random.next())] {
        let disk = start.copy(fault)
        try? save(disk)
        disk.restart()
        let vault = try open(disk)
        try expectAll(vault, "call \(call)")
        seen.insert(try #require(vault.contents.settings["state"]))
      }
    }
    #expect(seen == [2, 3])
  }
}
