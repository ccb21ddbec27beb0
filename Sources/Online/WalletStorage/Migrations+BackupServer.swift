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

  /// What this home sent to servers of backups, whichever they were: taking its place loses nothing of another home.
  static let backupsSent = """
    CREATE TABLE backupSent (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      network TEXT NOT NULL,
      -- SHA-256 of the bytes.
      hash BLOB NOT NULL UNIQUE
    );
    INSERT OR IGNORE INTO backupSent (network, hash)
      SELECT network, hash FROM backupUpload WHERE hash IS NOT NULL;
    INSERT OR IGNORE INTO backupSent (network, hash)
      SELECT network, attempt FROM backupUpload WHERE attempt IS NOT NULL;
    """
}
