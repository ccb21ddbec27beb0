internal import GRDBSQLite

extension Store {
  /// Where the records of a home lie.
  public static func path(inHome home: String) -> String { home + "/coordinator.sqlite" }

  /// The files that hold the passwords of the nodes, by the records in a file; none where it cannot be read.
  ///
  /// For the fence of a run, which stands before the records are opened: nothing is made, migrated or reported, and no
  /// thread started, which the fence would leave outside. Waits ten seconds for a program that is writing.
  public static func cookies(inRecords path: String) -> [String] {
    texts(inRecords: path, "SELECT cookie FROM node WHERE typeof(cookie) = 'text'")
  }

  /// The folder that backups write themselves to, read in the same way; nil for none.
  public static func backupFolder(inRecords path: String) -> String? {
    texts(inRecords: path, "SELECT folder FROM backupPlace WHERE typeof(folder) = 'text'").first
  }

  private static func texts(inRecords path: String, _ text: String) -> [String] {
    var records: OpaquePointer?
    var query: OpaquePointer?
    defer {
      sqlite3_finalize(query)
      sqlite3_close(records)
    }
    guard sqlite3_open_v2(path, &records, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      return []
    }
    sqlite3_busy_timeout(records, 10_000)
    guard sqlite3_prepare_v2(records, text, -1, &query, nil) == SQLITE_OK else { return [] }
    var found: [String] = []
    while sqlite3_step(query) == SQLITE_ROW {
      if let value = sqlite3_column_text(query, 0) { found.append(String(cString: value)) }
    }
    return found
  }
}
