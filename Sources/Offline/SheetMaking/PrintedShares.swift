package import EncryptedVault
internal import RecoverySheets
internal import SignerHome

/// The shares of one set that were printed on sheets: which of them were read back, and whether they
/// are enough.
package struct PrintedShares {
  /// The seed, by name.
  package let seed: String
  /// Whether a passphrase belongs to the shares, which no sheet holds (SLIP-39).
  package let needsPassphrase: Bool
  /// Per group how many are needed, how many there are, and how many were read back.
  let groups: [(needed: Int, count: Int, read: Int)]
  let groupsNeeded: Int

  /// The set that a printed share belongs to; nil when it is not a share.
  package init?(_ record: SheetRecord, in contents: VaultContents) {
    guard let name = record.setName, let rule = name.split(separator: " ").last else { return nil }
    let parts = rule.split(separator: ":")
    var groups: [(needed: Int, count: Int, read: Int)] = []
    let read = contents.sharesRead(like: record)
    var first = 1
    for group in parts.last?.split(separator: ",") ?? [] {
      let numbers = group.split(separator: "-").compactMap { Int($0) }
      guard numbers.count == 2, numbers[1] > 0 else { return nil }
      let members = first..<first + numbers[1]
      groups.append((numbers[0], numbers[1], read.count { members.contains($0) }))
      first += numbers[1]
    }
    guard !groups.isEmpty else { return nil }
    seed = record.name
    needsPassphrase = name.split(separator: " ").first?.hasSuffix(Self.passphraseMark) ?? false
    self.groups = groups
    groupsNeeded = parts.count == 2 ? Int(parts[0]) ?? groups.count : groups.count
  }

  /// What stands after the form of shares that have a passphrase.
  package static let passphraseMark = "+passphrase"

  /// Whether what was read back brings the seed back.
  package var isEnough: Bool { groups.count { $0.read >= $0.needed } >= groupsNeeded }

  /// How far it is, for a person.
  package var progress: String {
    if groups.count == 1, let only = groups.first {
      return "Read so far: \(only.read) of the \(only.needed) shares needed to restore \(seed)."
    }
    let each = groups.enumerated().map { "group \($0 + 1): \($1.read) of \($1.needed)" }
    return "Read so far: \(each.joined(separator: ", ")); restoring \(seed) takes "
      + "\(groupsNeeded) of the \(groups.count) groups."
  }
}

extension VaultContents {
  /// Whether a sheet was printed of the seed that has its name now, and not of an earlier one.
  func isOfItsSeed(_ record: SheetRecord) -> Bool {
    seed(named: record.name).map { $0.created <= record.printed } ?? false
  }

  /// The numbers of the shares of a set that were read back.
  fileprivate func sharesRead(like record: SheetRecord) -> Set<Int> {
    Set(
      sheets.filter {
        $0.name == record.name && $0.setName == record.setName && $0.verified != nil
          && isOfItsSeed($0)
      }.compactMap { $0.kind.split(separator: " ").last.flatMap { Int($0) } })
  }
}

extension SheetRecord {
  /// Of a share: the way and the numbers of its set, without its own number.
  fileprivate var setName: String? {
    guard sheetKind == .share else { return nil }
    return kind.split(separator: " ").dropFirst().dropLast().joined(separator: " ")
  }
}
