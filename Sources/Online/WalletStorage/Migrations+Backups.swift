extension Migrations {
  /// What belongs into a backup, counted as it changes: by network, since each has backups of its own.
  ///
  /// A change that the chain tells again (a coin, a confirmation) is none. Whoever makes a table anew here later
  /// makes its triggers anew.
  static let backups = """
    CREATE TABLE backupState (
      network TEXT PRIMARY KEY,
      -- Grows with each change.
      changes INTEGER NOT NULL,
      -- Up to which change somebody looked.
      noticed INTEGER NOT NULL DEFAULT 0,
      -- When the first change was made that no backup has.
      since INTEGER,
      -- The newest backup: up to which change it goes, when and where it was written.
      saved INTEGER NOT NULL DEFAULT 0,
      savedAt INTEGER,
      savedTo TEXT,
      -- The newest that wrote itself.
      file TEXT,
      fileFolder TEXT,
      fileChanges INTEGER,
      fileAt INTEGER,
      digest BLOB,
      -- Why the last one could not be written.
      failure TEXT,
      failedAt INTEGER
    ) WITHOUT ROWID;
    INSERT INTO backupState (network, changes) SELECT DISTINCT network, 1 FROM wallet;
    CREATE TABLE backupPlace (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- Where backups write themselves to; nil where they do not.
      folder TEXT,
      key TEXT,
      home TEXT NOT NULL
    );
    CREATE TRIGGER backupOfNewWallet BEFORE INSERT ON wallet BEGIN
      INSERT INTO backupState (network, changes) SELECT NEW.network, 0
        WHERE NOT EXISTS (SELECT 1 FROM backupState WHERE network = NEW.network);
    END;
    """ + triggers.joined()

  private static var triggers: [String] {
    // Where a wallet is gone already, its own trigger has counted.
    let owner = { (row: String) in
      "network = (SELECT network FROM wallet WHERE id = \(row).wallet)"
    }
    var all: [String] = []
    func count(_ event: String, _ table: String, _ condition: String, when: String? = nil) {
      let word = event.prefix { $0 != " " }.lowercased()
      all.append(
        """
        CREATE TRIGGER backupAfter_\(word)_\(table) AFTER \(event) ON \(table)
        \(when.map { "WHEN \($0) " } ?? "")BEGIN
          UPDATE backupState SET changes = changes + 1 WHERE \(condition);
        END;

        """)
    }
    count("INSERT", "wallet", "network = NEW.network")
    count("DELETE", "wallet", "network = OLD.network")
    count("UPDATE OF name, birthHeight, gapLimit", "wallet", "network = NEW.network")
    func differs(_ columns: [String]) -> String {
      columns.map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
    }
    for table in ["walletKey", "label", "keptLabel", "payment"] {
      count("INSERT", table, owner("NEW"))
      count("DELETE", table, owner("OLD"))
    }
    count("UPDATE", "walletKey", owner("NEW"), when: differs(["label"]))
    count("UPDATE", "label", owner("NEW"), when: differs(["label", "spendable", "tag", "members"]))
    count("UPDATE", "keptLabel", owner("NEW"), when: differs(["line"]))
    // What became of a payment the chain tells; what was signed and done it does not.
    let done = ["psbt", "finalTx", "standing", "handedOver", "fee", "summary"]
    count(
      "UPDATE OF \(done.joined(separator: ", "))", "payment", owner("NEW"), when: differs(done))
    count("INSERT", "handedOut", "network = NEW.network")
    count("UPDATE", "handedOut", "network = NEW.network", when: differs(["next"]))
    count("INSERT", "backupDocument", "network = NEW.network")
    // The nodes of a home are in the backups of every network.
    count("INSERT", "node", "1")
    count("DELETE", "node", "1")
    count("UPDATE OF name, url, cookie, proxy, certificate", "node", "1")
    return all
  }
}
