extension Migrations {
  /// The server that backups upload themselves to, and what it has of each network.
  static let backupServer = """
    CREATE TABLE backupServer (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      url TEXT NOT NULL,
      proxy TEXT,
      certificate TEXT,
      key TEXT,
      rounds INTEGER NOT NULL,
      -- Decimal digits: it may be larger than an integer here.
      baseTarget TEXT NOT NULL
    );
    CREATE TABLE backupUpload (
      network TEXT PRIMARY KEY,
      -- The last one that was read back: up to which change it goes, when, what it says and its bytes.
      changes INTEGER,
      time INTEGER,
      digest BLOB,
      hash BLOB,
      -- SHA-256 of the bytes that were sent last, whatever became of them.
      attempt BLOB,
      -- Up to which change the last one went that failed, and why.
      tried INTEGER,
      failure TEXT,
      failedAt INTEGER
    ) WITHOUT ROWID;
    """
}
