import BitcoinPrimitives
import EncryptedVault
import TerminalUI

// A backup that nobody has read back is a hope: until then it is said at every start, and no account
// is handed out that real coins could be sent to.

extension VaultContents {
  /// Whether the backup of a seed was read back, or that of the seed that it is a child of (BIP-85).
  func isReadBack(_ seed: StoredSeed) -> Bool {
    var seed = seed
    // Children of children: no vault has so many, and a circle must end.
    for _ in 0..<16 {
      if seed.isReadBack { return true }
      guard let parent = seed.parent.flatMap({ self.seed(named: $0) }) else { return false }
      seed = parent
    }
    return false
  }

  /// What is said at every start: seeds whose backup was never read back, and drills that are due.
  func reminders(now: Int64) -> [String] {
    seeds.compactMap { seed in
      if !isReadBack(seed) {
        return
          "the backup of the seed \(seed.name) was never read back, and nobody knows whether it "
          + "is right: `sheet check` a printed sheet, or `seed verify \(seed.name)`"
      }
      if let due = seed.nextDrill, due <= now {
        return "the backup of the seed \(seed.name) was to be tried again by \(UTCTime(due).date): "
          + "`seed verify \(seed.name) --drill`"
      }
      return nil
    }
  }

  /// Refuses to hand out an account of a seed that was not read back, where coins are real.
  func requireReadBack(_ seed: StoredSeed) throws(ProgramError) {
    guard try knownNetwork().isMainnet, !isReadBack(seed) else { return }
    let name = seed.name
    throw ProgramError(
      "the backup of the seed \(name) was never read back, so no mainnet account of it is handed out: "
        + "coins sent there could be lost with this machine",
      hint: "type its words from the paper (`seed verify \(name)`); or print a sheet and read that "
        + "back (`sheet print \(name) --kind full`, `sheet check`)")
  }

  /// Seconds from one drill to the next.
  var drillInterval: Int64 { value(of: .drillInterval) * 86_400 }

  /// Remembers that a backup of a seed was read back in full, and when it is tried next.
  mutating func noteReadBack(seedNamed name: String, now: Int64) {
    guard let index = seeds.firstIndex(where: { $0.name == name }) else { return }
    seeds[index].verifiedOn.append(now)
    seeds[index].nextDrill = now + drillInterval
  }

  /// Remembers that a part of a backup was tried: it puts the next drill off and proves no more.
  mutating func noteDrill(seedNamed name: String, now: Int64) {
    guard let index = seeds.firstIndex(where: { $0.name == name }) else { return }
    seeds[index].nextDrill = now + drillInterval
  }
}
