internal import BitcoinPrimitives
package import EncryptedVault
internal import RecoverySheets
package import TerminalUI

// A backup that was never read back may not work: until it is read back that is said at every
// start, and no account is handed out that real coins could be sent to.

extension VaultContents {
  /// Whether the backup of a seed was read back, or a sheet of its parent that names it (BIP-85).
  package func isReadBack(_ seed: StoredSeed) -> Bool {
    // Children of children: no vault has this many, and a circle must end.
    isReadBack(seed, generations: 16)
  }

  private func isReadBack(_ seed: StoredSeed, generations: Int) -> Bool {
    if seed.isReadBack { return true }
    guard generations > 0, let parent = seed.parent.flatMap({ self.seed(named: $0) }) else {
      return false
    }
    // The words of the parent do not say which child there is: its sheet does, when it is younger.
    let isNamed = sheets.contains { sheet in
      sheet.name == parent.name && sheet.verified != nil && sheet.printed >= seed.created
        && (sheet.sheetKind == .full || sheet.sheetKind == .encrypted)
    }
    return isNamed && isReadBack(parent, generations: generations - 1)
  }

  /// Forgets a seed with the wallets that it alone signs for and the sheets of all of them; the names
  /// of those wallets.
  ///
  /// A sheet that was printed of it says nothing of a later seed of the same name. Its children
  /// (BIP-85) stay, and count as read back when they did through it.
  package mutating func forget(seedNamed name: String) -> [String] {
    let gone = wallets.filter { $0.seeds == [name] }.map(\.name)
    for index in seeds.indices where seeds[index].parent == name {
      if !seeds[index].isReadBack, isReadBack(seeds[index]),
        let day = sheets.filter({ $0.name == name }).compactMap(\.verified).max()
      {
        seeds[index].verifiedOn.append(day)
      }
      seeds[index].parent = nil
    }
    seeds.removeAll { $0.name == name }
    wallets.removeAll { gone.contains($0.name) }
    for index in wallets.indices { wallets[index].keys.removeAll { $0.seed == name } }
    sheets.removeAll { $0.name == name || gone.contains($0.name) }
    return gone
  }

  /// What is said at every start: seeds whose backup was never read back, and drills that are due.
  package func reminders(now: Int64) -> [String] {
    seeds.compactMap { seed in
      if !isReadBack(seed) {
        if let parent = seed.parent.flatMap({ self.seed(named: $0) }), isReadBack(parent) {
          return
            "no sheet that was read back says how the seed \(seed.name) comes from \(parent.name): "
            + "print one anew (`sheet print \(parent.name) --kind full`) and `sheet check` it, or "
            + "`seed verify \(seed.name)`"
        }
        return
          "the backup of the seed \(seed.name) was never read back, and nobody knows whether it "
          + "is right: `sheet check` a printed sheet, or `seed verify \(seed.name)`"
      }
      if let due = seed.nextDrill, due <= now {
        return
          "the backup of the seed \(seed.name) should have been tried again by \(UTCTime(due).date): "
          + "`seed verify \(seed.name) --drill`"
      }
      return nil
    }
  }

  /// Refuses to hand out an account of a seed that was not read back, where coins are real.
  package func requireReadBack(_ seed: StoredSeed) throws(ProgramError) {
    let network = try knownNetwork()
    guard network.isWorthMoney, !isReadBack(seed) else { return }
    let name = seed.name
    throw ProgramError(
      "the backup of the seed \(name) was never read back, so no \(network.name) account of it is handed out: "
        + "coins sent there could be lost with this machine",
      hint: "type its words from the paper (`seed verify \(name)`); or print a sheet and read that "
        + "back (`sheet print \(name) --kind full`, `sheet check`)")
  }

  /// Seconds from one drill to the next.
  package var drillInterval: Int64 { value(of: .drillInterval) * 86_400 }

  /// When a backup that is whole at `now` is to be tried again, in seconds since 1970; no clock is too far ahead.
  package func nextDrill(after now: Int64) -> Int64 {
    let (due, isBeyond) = now.addingReportingOverflow(drillInterval)
    return isBeyond ? .max : due
  }

  /// Remembers that a backup of a seed was read back in full, and when it is tried next.
  package mutating func noteReadBack(seedNamed name: String, now: Int64) {
    guard let index = seeds.firstIndex(where: { $0.name == name }) else { return }
    seeds[index].verifiedOn.append(now)
    seeds[index].nextDrill = nextDrill(after: now)
  }

  /// Remembers that a part of a backup was tried: it puts the next drill off and proves no more.
  package mutating func noteDrill(seedNamed name: String, now: Int64) {
    guard let index = seeds.firstIndex(where: { $0.name == name }) else { return }
    seeds[index].nextDrill = nextDrill(after: now)
  }
}
