internal import GRDBSQLite

extension Store {
  /// Where the records of a home lie.
  public static func path(inHome home: String) -> String { home + "/coordinator.sqlite" }

  /// The files that hold the passwords of the nodes, by the records in a file; none where it cannot be read.
  ///
  /// For the fence of a run, which stands before the records are opened: nothing is made, migrated or reported, and no
  /// thread started, which the fence would leave outside. Waits ten seconds for a program that is writing.
  public static func cookies(inRecords path: String) -> [String] {
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
    let text = "SELECT cookie FROM node WHERE typeof(cookie) = 'text'"
    guard sqlite3_prepare_v2(records, text, -1, &query, nil) == SQLITE_OK else { return [] }
    var cookies: [String] = []
    while sqlite3_step(query) == SQLITE_ROW {
      if let cookie = sqlite3_column_text(query, 0) { cookies.append(String(cString: cookie)) }
    }
    return cookies
  }
}
