internal import Bytes
internal import Descriptors
internal import ExtendedKeys
internal import Foundation
internal import GRDB
public import WalletTypes

/// What becomes of a label in a file that says something else than the one that is here.
public enum LabelConflict: Sendable {
  /// Nothing is imported.
  case refuse
  /// The file's is taken.
  case replace
  /// Ours stays.
  case keep
}

/// What an import of labels did.
public struct LabelImport: Hashable, Sendable {
  /// Lines about what nothing was said of before.
  public var added = 0
  /// Lines that changed what was said.
  public var changed = 0
  /// Lines that say nothing new.
  public var unchanged = 0
  /// Those among all of them that this wallet does not use, and keeps.
  public var unused = 0
  /// What is said of it differently here, by type and reference.
  public var conflicts: [String] = []
  /// The coins that are frozen now and were not before.
  public var frozen: [String] = []
  /// The coins that were frozen before and are not now.
  public var unfrozen: [String] = []
  /// What has a tag now that it did not have before, by tag.
  public var tagged: [String: Tagged] = [:]

  /// How many coins and addresses got a tag.
  public struct Tagged: Hashable, Sendable {
    public var coins = 0
    public var addresses = 0
  }
}

extension Store {
  /// All that is said in labels of a wallet, in the order of types and references.
  public func labelLines(of wallet: WalletRecord) throws(StorageError) -> [LabelLine] {
    try read { db in try Self.labelLines(db, wallet.id) + Self.keptLines(db, wallet.id) }
  }

  /// Takes lines of a file, all or nothing; what a line leaves out stays as it is.
  ///
  /// - Throws: `StorageError.labelsDiffer` where some differ from what is here and nobody said which count.
  public func importLabels(
    _ lines: [LabelLine], to wallet: WalletRecord, onConflict: LabelConflict,
    mayUnfreeze: Bool = false
  ) throws(StorageError) -> LabelImport {
    try change { db in
      let frozenBefore = try Self.frozenCoins(db, wallet.id)
      let tagsBefore = try Self.tagRows(db, wallet.id)
      let bytesBefore = try Self.labelBytes(db)
      var report = LabelImport()
      for line in lines {
        try Self.take(line, db, wallet, onConflict, &report)
      }
      if onConflict == .refuse, let first = report.conflicts.first {
        throw StorageError.labelsDiffer(count: report.conflicts.count, first: first)
      }
      let frozen = try Self.frozenCoins(db, wallet.id)
      report.frozen = frozen.subtracting(frozenBefore).map { "\($0)" }.sorted()
      report.unfrozen = frozenBefore.subtracting(frozen).map { "\($0)" }.sorted()
      if !mayUnfreeze, let first = report.unfrozen.first {
        throw StorageError.labelsUnfreeze(count: report.unfrozen.count, first: first)
      }
      for (row, tag) in try Self.tagRows(db, wallet.id) where tagsBefore[row] != tag {
        if row.kind == LabelKind.address.rawValue {
          report.tagged[tag, default: .init()].addresses += 1
        } else {
          report.tagged[tag, default: .init()].coins += 1
        }
      }
      // Labels that are too many from before may still become fewer.
      let bytes = try Self.labelBytes(db)
      guard bytes <= max(Self.labelLimit, bytesBefore) else {
        throw StorageError.tooManyLabels(limit: Self.labelLimit >> 20)
      }
      return report
    }
  }

  /// The most bytes of all labels of a home, as lines of a file, that an import may leave behind.
  ///
  /// A backup holds 16 MiB, and the label of a transaction twice.
  static let labelLimit = 4 << 20

  private static func labelBytes(_ db: Database) throws -> Int {
    try Int64.fetchAll(db, sql: "SELECT id FROM wallet").reduce(0) { sum, wallet in
      try (labelLines(db, wallet) + keptLines(db, wallet)).reduce(sum) {
        $0 + JSONWriter.encode($1.json).utf8.count + 1
      }
    }
  }

  private struct TagRow: Hashable {
    let kind: String
    let reference: String
  }

  private static func tagRows(_ db: Database, _ wallet: Int64) throws -> [TagRow: String] {
    let rows = try Row.fetchAll(
      db, sql: "SELECT kind, ref, tag FROM label WHERE wallet = ? AND tag IS NOT NULL",
      arguments: [wallet])
    var tags: [TagRow: String] = [:]
    let place = "a tag of wallet \(wallet)"
    for row in rows {
      let key = TagRow(
        kind: try row.value("kind", of: place), reference: try row.value("ref", of: place))
      tags[key] = try row.value("tag", of: place)
    }
    return tags
  }

  // MARK: Rows

  static func labelLines(_ db: Database, _ wallet: Int64) throws -> [LabelLine] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT kind, ref, label, spendable, tag, members FROM label WHERE wallet = ?
        ORDER BY kind, ref
        """, arguments: [wallet]
    ).map { try line($0, "a label of wallet \(wallet)") }
  }

  private static func line(_ row: Row, _ place: String) throws -> LabelLine {
    var line = LabelLine(
      type: try row.value("kind", of: place), reference: try row.value("ref", of: place))
    let text: String = try row.value("label", of: place)
    line.text = text.isEmpty ? nil : text
    line.isSpendable = try row.numberIfAny("spendable", in: 0...1, of: place).map { $0 == 1 }
    line.tag = try row.valueIfAny("tag", of: place)
    if let members = try row.valueIfAny("members", of: place) as String? {
      line.others = try object(members, place)
    }
    return line
  }

  /// The lines that this wallet does not use.
  static func keptLines(_ db: Database, _ wallet: Int64) throws -> [LabelLine] {
    try Row.fetchAll(
      db,
      sql: "SELECT type, ref, line FROM keptLabel WHERE wallet = ? ORDER BY type, ref, origin",
      arguments: [wallet]
    ).map { row in
      let place = "a label of wallet \(wallet)"
      let type: String = try row.value("type", of: place)
      return keptLine(
        type, try row.value("ref", of: place), try object(row.value("line", of: place), place))
    }
  }

  /// A line as it is kept: the members are those of the file, without type and reference.
  private static func keptLine(
    _ type: String, _ reference: String, _ members: JSONObject
  ) -> LabelLine {
    var line = LabelLine(type: type, reference: reference, others: members)
    line.text = line.others["label"]?.stringValue
    line.others["label"] = nil
    return line
  }

  private static func object(_ text: String, _ place: String) throws -> JSONObject {
    guard let value = try? JSONReader.parse(text: text), let object = value.objectValue else {
      throw StorageError.damaged(what: "members of \(place)")
    }
    return object
  }

  // MARK: Taking

  /// Puts one line beside what is here.
  static func take(
    _ line: LabelLine, _ db: Database, _ wallet: WalletRecord, _ onConflict: LabelConflict,
    _ report: inout LabelImport
  ) throws {
    guard let kind = line.kind, line.origin.map({ wallet.descriptor.isOrigin($0) }) ?? true else {
      return try keep(line, db, wallet.id, onConflict, &report)
    }
    let here = try Row.fetchOne(
      db,
      sql: """
        SELECT kind, ref, label, spendable, tag, members FROM label
        WHERE wallet = ? AND kind = ? AND ref = ?
        """, arguments: [wallet.id, kind.rawValue, line.reference])
    let before = try here.map { try self.line($0, "a label of \(wallet.name)") }
    let after = merged(line, into: before, onConflict, &report)
    guard after != before else { return }
    try addLabelRow(db, wallet.id, kind, line.reference)
    let members =
      after.others.members.isEmpty ? nil : JSONWriter.encode(.object(after.others))
    try db.execute(
      sql: """
        UPDATE label SET label = ?, spendable = ?, tag = ?, members = ?
        WHERE wallet = ? AND kind = ? AND ref = ?
        """,
      arguments: [
        after.text ?? "", after.isSpendable.map { $0 ? 1 : 0 }, after.tag, members, wallet.id,
        kind.rawValue, line.reference,
      ])
    try dropEmptyLabel(db, wallet.id, kind, line.reference)
  }

  /// Keeps a line that no part of this wallet uses: of another type, or of another account.
  private static func keep(
    _ line: LabelLine, _ db: Database, _ wallet: Int64, _ onConflict: LabelConflict,
    _ report: inout LabelImport
  ) throws {
    report.unused += 1
    // What a coin of another account is worth to it is not for this one: it stays a member.
    var plain = line
    if let flag = line.isSpendable { plain.others["spendable"] = .bool(flag) }
    if let tag = line.tag { plain.others["tag"] = .string(tag) }
    (plain.isSpendable, plain.tag) = (nil, nil)
    let key: StatementArguments = [wallet, line.type, line.reference, line.origin ?? ""]
    let text = try String.fetchOne(
      db,
      sql: "SELECT line FROM keptLabel WHERE wallet = ? AND type = ? AND ref = ? AND origin = ?",
      arguments: key)
    let before = try text.map {
      keptLine(line.type, line.reference, try object($0, "a label of wallet \(wallet)"))
    }
    let after = merged(plain, into: before, onConflict, &report)
    guard after != before else { return }
    var members = after.others
    if let label = after.text { members["label"] = .string(label) }
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO keptLabel (wallet, type, ref, origin, line) VALUES (?, ?, ?, ?, ?)
        """, arguments: key + [JSONWriter.encode(.object(members))])
  }

  /// What is here with what a line says; counts what that is.
  private static func merged(
    _ line: LabelLine, into before: LabelLine?, _ onConflict: LabelConflict,
    _ report: inout LabelImport
  ) -> LabelLine {
    guard let before else {
      report.added += 1
      return line
    }
    var after = before
    let differs =
      differs(line.text, before.text) || differs(line.isSpendable, before.isSpendable)
      || differs(line.tag, before.tag)
    if differs {
      report.conflicts.append("\(line.type) \(line.reference)")
    }
    // What is here counts where it is kept; else a file that does not contradict it is the newer one.
    let lineCounts = onConflict == .replace || (onConflict == .refuse && !differs)
    func chosen<Value>(_ line: Value?, _ here: Value?) -> Value? {
      lineCounts ? line ?? here : here ?? line
    }
    after.text = chosen(line.text, before.text)
    after.isSpendable = chosen(line.isSpendable, before.isSpendable)
    after.tag = chosen(line.tag, before.tag)
    for member in line.others.members where lineCounts || before.others[member.name] == nil {
      after.others[member.name] = member.value
    }
    if after == before { report.unchanged += 1 } else { report.changed += 1 }
    return after
  }

  /// Whether both say something, and not the same.
  private static func differs<Value: Equatable>(_ line: Value?, _ here: Value?) -> Bool {
    guard let line, let here else { return false }
    return line != here
  }
}

extension Descriptor {
  /// Whether an abbreviated descriptor, as in BIP-329, names this account: the same form around the same
  /// origins of keys.
  func isOrigin(_ text: String) -> Bool {
    let own = keys.compactMap(\.origin)
    guard own.count == keys.count, !own.isEmpty,
      text.prefix(while: { $0 != "[" }) == canonical.prefix(while: { $0 != "[" })
    else { return false }
    let named = text.split(separator: "[").dropFirst().map { part in
      try? KeyOrigin(parsing: part.prefix { $0 != "]" })
    }
    return named == own.map(Optional.some)
  }
}
