internal import GRDB

/// What a person decided for this home. No backup brings any of it.
extension Store {
  /// The value of a setting; nil where it was never changed, or is back to what it was.
  public func setting(_ name: String) throws(StorageError) -> Int64? {
    try read { db in
      try Int64.fetchOne(
        db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
    }
  }

  /// Keeps the value of a setting; nil forgets it.
  public func set(_ name: String, to value: Int64?) throws(StorageError) {
    try change { db in
      guard let value else {
        return try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [name])
      }
      try db.execute(
        sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", arguments: [name, value])
    }
  }
}
