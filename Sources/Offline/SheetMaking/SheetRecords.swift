internal import Bytes
package import EncryptedVault
internal import ExtendedKeys
internal import RecoverySheets
package import SecureMemory
package import SeedForms
package import SignerHome
package import TerminalUI

// What the vault knows of the sheets that were printed, and what is noted when one was read back.

extension PrintedSymbol {
  /// The digest of a sheet that holds this share and nothing else.
  var shareDigest: Bytes32 { RecoverySheet.digest(.share, [self]) }
}

extension VaultContents {
  /// The sheet that a mark names.
  func sheetRecord(of mark: SheetMark) -> Int? { sheets.lastIndex { $0.mark == mark } }

  /// The last sheet of the same kind that was printed of the same seed or wallet.
  func newestPrint(like record: SheetRecord) -> Int? {
    sheets.lastIndex { $0.name == record.name && $0.sheetKind == record.sheetKind }
  }

  /// The wallets that a sheet would have if it was printed now, and has not.
  func walletsRegistered(since record: SheetRecord) -> [String] {
    if record.sheetKind != .full, wallet(named: record.name) != nil { return [] }
    return wallets.filter {
      $0.seeds.contains(record.name) && $0.registered > record.printed
    }.map(\.name)
  }

  /// The encrypted sheet that was printed with these QR codes.
  package func sealedRecord(_ parts: SealedParts) -> Int? {
    let digest = RecoverySheet.digest(.encrypted, parts.symbols)
    return sheets.lastIndex { $0.sheetKind == .encrypted && $0.digest == digest }
  }

  /// What the mark of an encrypted sheet is called that was printed with these QR codes and that
  /// was not read; nil when it was, or there is none on it.
  package func missingMark(of parts: SealedParts, in symbols: borrowing SecretList) -> String? {
    guard let record = sealedRecord(parts), let mark = sheets[record].mark?.symbol,
      !mark.isRead(in: symbols)
    else { return nil }
    return mark.name
  }

  /// Notes what was read: the sheet, and the seed when all of it was read, or enough of its shares.
  ///
  /// Gives the name of the seed that counts as read back now; nil when none does.
  package mutating func stamp(_ check: SheetCheck, now: Int64) -> String? {
    guard check.isWhole else { return nil }
    if let record = check.record { sheets[record].verified = now }
    if let seed = check.seed {
      noteReadBack(seedNamed: seed, now: now)
      return seed
    }
    guard let record = check.record, let set = PrintedShares(sheets[record], in: self),
      set.isEnough, !set.needsPassphrase
    else { return nil }
    noteReadBack(seedNamed: set.seed, now: now)
    return set.seed
  }
}

extension VaultContents {
  /// The seed that is kept as exactly these bytes; one with another fingerprint is not opened.
  package func seed(
    heldAs given: borrowing GivenSeed, opening opener: SeedOpener
  ) throws(ProgramError) -> StoredSeed? {
    let fingerprint = try given.fingerprint(on: knownNetwork()).bytes
    for seed in seeds where seed.kind == given.kind && seed.fingerprint == fingerprint {
      if try given.isHeld(as: opener.opened(seed)) { return seed }
    }
    return nil
  }
}
