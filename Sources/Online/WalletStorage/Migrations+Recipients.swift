extension Migrations {
  /// The address book: names for addresses, by network, in the backups of each.
  static let recipients = """
    CREATE TABLE recipient (
      network TEXT NOT NULL,
      name TEXT NOT NULL COLLATE NOCASE,
      address TEXT NOT NULL,
      compared INTEGER NOT NULL CHECK (compared IN (0, 1)),
      PRIMARY KEY (network, name)
    ) WITHOUT ROWID;
    CREATE TRIGGER backupAfter_insert_recipient AFTER INSERT ON recipient BEGIN
      UPDATE backupState SET changes = changes + 1 WHERE network = NEW.network;
    END;
    CREATE TRIGGER backupAfter_delete_recipient AFTER DELETE ON recipient BEGIN
      UPDATE backupState SET changes = changes + 1 WHERE network = OLD.network;
    END;
    CREATE TRIGGER backupAfter_update_recipient AFTER UPDATE ON recipient BEGIN
      UPDATE backupState SET changes = changes + 1 WHERE network IN (OLD.network, NEW.network);
    END;
    """

  /// Names on a network without a wallet: what goes into its backups was counted only where there was a wallet.
  static let recipientsWithoutWallet = """
    INSERT INTO backupState (network, changes)
      SELECT DISTINCT network, 1 FROM recipient
      WHERE network NOT IN (SELECT network FROM backupState);
    CREATE TRIGGER backupOfNewRecipient BEFORE INSERT ON recipient BEGIN
      INSERT INTO backupState (network, changes) SELECT NEW.network, 0
        WHERE NOT EXISTS (SELECT 1 FROM backupState WHERE network = NEW.network);
    END;
    """
}
