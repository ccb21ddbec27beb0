internal import Descriptors
internal import GRDB

/// The shapes that the records have had; never change one that was released, add the next.
enum Migrations {
  static var all: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in try db.execute(sql: first) }
    migrator.registerMigration("people and node names") { db in
      try db.execute(sql: peopleAndNodeNames)
      try fillNodeNames(db)
    }
    migrator.registerMigration("certificates of nodes") { db in
      try db.execute(sql: "ALTER TABLE node ADD COLUMN certificate TEXT")
    }
    migrator.registerMigration("restored documents") { db in
      // What was restored last on a network: its unknown members go into the next backup.
      try db.execute(
        sql: """
          CREATE TABLE backupDocument (network TEXT PRIMARY KEY, document BLOB NOT NULL) WITHOUT ROWID
          """)
    }
    migrator.registerMigration("previous transactions once each") { db in
      try db.execute(
        sql: """
          CREATE TABLE previousTx (
            wallet INTEGER NOT NULL REFERENCES wallet ON DELETE CASCADE,
            -- SHA-256 of the bytes: what stands for them in `payment.psbt`.
            hash BLOB NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (wallet, hash)
          )
          """)
      try Store.separatePrevious(db)
    }
    migrator.registerMigration("what was done with payments") { db in
      try db.execute(sql: whatWasDone)
    }
    migrator.registerMigration("indices handed out by wallets that are gone") { db in
      try db.execute(sql: handedOut)
    }
    migrator.registerMigration("holes in the history") { db in try db.execute(sql: historyGaps) }
    migrator.registerMigration("settings of the home") { db in
      // What a person decided for this home, with typed consent; nothing of it goes into a backup.
      try db.execute(
        sql: "CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID")
    }
    migrator.registerMigration("payments that the node forgot") { db in
      try db.execute(sql: "ALTER TABLE payment ADD COLUMN unseen INTEGER NOT NULL DEFAULT 0")
    }
    migrator.registerMigration("handed out apart from seen") { db in
      try separateHandedOut(db)
    }
    migrator.registerMigration("coins that wait") { db in try db.execute(sql: waitingCoins) }
    migrator.registerMigration("coins by branch") { db in
      // One that begins with the wallet was taken for every question about unspent coins as well.
      try db.execute(
        sql: "DROP INDEX coinByPlace; CREATE INDEX coinByBranch ON coin (branch, wallet, idx)")
    }
    migrator.registerMigration("previous transactions that the wallet lacks") { db in
      try db.execute(sql: previousUses)
      try Store.keepOnlyLacking(db)
    }
    migrator.registerMigration("payments that a node refused") { db in
      // Of earlier ones nobody knows: that they were handed to a node is all that is said.
      try db.execute(sql: "ALTER TABLE payment ADD COLUMN refused INTEGER NOT NULL DEFAULT 0")
    }
    migrator.registerMigration("a say in nonces") { db in
      // 32 random bytes, until the payment is handed to a node or cancelled; nothing of it goes into a backup.
      try db.execute(sql: "ALTER TABLE payment ADD COLUMN nonceSecret BLOB")
    }
    migrator.registerMigration("labels as in BIP-329") { db in try db.execute(sql: wholeLabels) }
    migrator.registerMigration("times of blocks") { db in
      // Of the blocks that facts came from; those of earlier records come with the next sync.
      try db.execute(
        sql: """
          CREATE TABLE blockTime (
            wallet INTEGER NOT NULL REFERENCES wallet ON DELETE CASCADE,
            height INTEGER NOT NULL,
            block BLOB NOT NULL,
            -- Seconds since 1970, as its miner wrote them.
            time INTEGER NOT NULL,
            PRIMARY KEY (wallet, height, block)
          ) WITHOUT ROWID
          """)
    }
    migrator.registerMigration("numbers of coins") { db in try db.execute(sql: coinNumbers) }
    migrator.registerMigration("what syncs found") { db in try db.execute(sql: events) }
    migrator.registerMigration("backups that write themselves") { db in
      try db.execute(sql: backups)
    }
    migrator.registerMigration("fees of blocks") { db in try db.execute(sql: blockFees) }
    migrator.registerMigration("names of recipients") { db in try db.execute(sql: recipients) }
    migrator.registerMigration("fee ladders") { db in try db.execute(sql: ladders) }
    migrator.registerMigration("a server of backups") { db in try db.execute(sql: backupServer) }
    migrator.registerMigration("backups that were sent") { db in try db.execute(sql: backupsSent) }
    migrator.registerMigration("the way of payments") { db in
      try db.execute(sql: wayOfPayments)
    }
    migrator.registerMigration("fee ladders in backups") { db in
      try db.execute(sql: laddersInBackups)
    }
    migrator.registerMigration("names of recipients in backups of their own") { db in
      try db.execute(sql: recipientsWithoutWallet)
    }
    migrator.registerMigration("networks of one's own") { db in
      // By what stands for a network in the other tables; the entry is JSON (docs/networks.md).
      try db.execute(
        sql: """
          CREATE TABLE network (
            identity TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, entry TEXT NOT NULL
          ) WITHOUT ROWID
          """)
    }
    return migrator
  }

  /// What was handed out is kept by scripts, for every wallet that has them, here or gone; what the
  /// chain shows is looked up among the coins, so that nothing of it stays when they go.
  ///
  /// Nobody can tell any more which indices of earlier records were only seen: all count as handed out.
  private static func separateHandedOut(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE branch ADD COLUMN firstScript BLOB;
        CREATE INDEX branchByScript ON branch (firstScript);
        CREATE INDEX coinByPlace ON coin (wallet, branch, idx);
        """)
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT branch.wallet, branch.branch, branch.next, wallet.network, wallet.descriptor
        FROM branch JOIN wallet ON wallet.id = branch.wallet
        """)
    for row in rows {
      let wallet: Int64 = try row.value("wallet", of: "a branch of a wallet")
      let branch = try row.branch(of: "a branch of a wallet")
      let network: String = try row.value("network", of: "wallet \(wallet)")
      let text: String = try row.value("descriptor", of: "wallet \(wallet)")
      let descriptor = try? Descriptor(parsing: text)
      let script = Store.firstScript(of: descriptor, branch: branch, wallet: wallet)
      try db.execute(
        sql: "UPDATE branch SET firstScript = ? WHERE wallet = ? AND branch = ?",
        arguments: [script, wallet, branch])
      let next = try row.index("next", of: "branch \(branch) of wallet \(wallet)")
      try Store.raiseHandedOut(db, network: network, script: script, to: next)
    }
    try db.execute(
      sql: "ALTER TABLE branch DROP COLUMN next; ALTER TABLE branch DROP COLUMN lastUsed")
  }

  /// From where on a wallet's history may have holes.
  ///
  /// Nobody wrote down so far which source a sync came from: what is there is read again by the first
  /// one that can tell the whole history.
  private static let historyGaps = """
    CREATE TABLE historyGap (
      wallet INTEGER PRIMARY KEY REFERENCES wallet ON DELETE CASCADE,
      height INTEGER NOT NULL
    );
    INSERT INTO historyGap (wallet, height)
      SELECT id, birthHeight FROM wallet WHERE id IN (SELECT wallet FROM syncPoint);
    -- The blocks that facts came from are held against the chain at each sync.
    CREATE INDEX txByBlock ON tx (wallet, height, block) WHERE height IS NOT NULL;
    CREATE INDEX txWithoutBytes ON tx (wallet, txid) WHERE bytes IS NULL;
    CREATE INDEX txWithoutBlock ON tx (wallet, txid) WHERE height IS NULL;
    CREATE INDEX coinGone ON coin (wallet)
      WHERE spender = x'0000000000000000000000000000000000000000000000000000000000000000';
    """

  /// The few coins out of many that something is to be said about: found without a look at the others.
  private static let waitingCoins = """
    CREATE INDEX coinUnconfirmed ON coin (wallet) WHERE height IS NULL;
    CREATE INDEX coinReward ON coin (wallet, height) WHERE isCoinbase <> 0;
    CREATE INDEX coinBeingSpent ON coin (wallet) WHERE spender IS NOT NULL AND spentHeight IS NULL;
    """

  /// Who holds which key of a wallet, and the names by which a node may know the wallet.
  private static let peopleAndNodeNames = """
    CREATE TABLE walletKey (
      wallet INTEGER NOT NULL REFERENCES wallet ON DELETE CASCADE,
      -- Counted from 0 in the order of the descriptor.
      position INTEGER NOT NULL,
      label TEXT NOT NULL,
      PRIMARY KEY (wallet, position)
    ) WITHOUT ROWID;
    ALTER TABLE wallet ADD COLUMN nodeName TEXT;
    ALTER TABLE wallet ADD COLUMN otherNodeName TEXT;
    """

  /// What people and programs did with a payment is kept apart from what became of it, so that each
  /// sync can say the latter anew.
  private static let whatWasDone = """
    -- draft, complete, sending, sent or cancelled.
    ALTER TABLE payment ADD COLUMN standing TEXT NOT NULL DEFAULT 'draft';
    -- Whether a node may have it.
    ALTER TABLE payment ADD COLUMN handedOver INTEGER NOT NULL DEFAULT 0;
    -- Whether a coin of it is gone and nobody can tell where to.
    ALTER TABLE payment ADD COLUMN uncertain INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE payment ADD COLUMN replacedBy INTEGER;
    UPDATE payment SET
      standing = CASE
        WHEN state IN ('draft', 'complete', 'sent', 'cancelled') THEN state
        WHEN finalTx IS NULL THEN 'cancelled' ELSE 'sent' END,
      handedOver = state IN ('sent', 'confirmed') OR (state = 'conflicted' AND finalTx IS NOT NULL);
    """

  /// What the wallet has among its own transactions is not kept a second time.
  private static let previousUses = """
    -- The transaction that the bytes are; nil for what no payment needs.
    ALTER TABLE previousTx ADD COLUMN txid BLOB;
    CREATE TABLE previousTxUse (
      wallet INTEGER NOT NULL,
      hash BLOB NOT NULL,
      payment INTEGER NOT NULL REFERENCES payment ON DELETE CASCADE,
      PRIMARY KEY (wallet, hash, payment),
      FOREIGN KEY (wallet, hash) REFERENCES previousTx ON DELETE CASCADE
    ) WITHOUT ROWID;
    CREATE INDEX previousTxUseByPayment ON previousTxUse (payment);
    -- Whether it was finished and what only its packet needed was let go of.
    ALTER TABLE payment ADD COLUMN previousDropped INTEGER NOT NULL DEFAULT 0;
    """

  /// What a line of BIP-329 says beside its label, and the lines that no wallet here uses.
  private static let wholeLabels = """
    -- Of a coin: 0 when it is frozen, 1 when it expressly is not.
    ALTER TABLE label ADD COLUMN spendable INTEGER;
    ALTER TABLE label ADD COLUMN tag TEXT;
    -- The other members of the line, as a JSON object.
    ALTER TABLE label ADD COLUMN members TEXT;
    CREATE INDEX labelFrozen ON label (wallet) WHERE spendable = 0;
    CREATE INDEX labelTagged ON label (wallet) WHERE tag IS NOT NULL;
    CREATE TABLE keptLabel (
      wallet INTEGER NOT NULL REFERENCES wallet ON DELETE CASCADE,
      type TEXT NOT NULL,
      ref TEXT NOT NULL,
      -- Empty where the line names none.
      origin TEXT NOT NULL,
      -- The members without type and ref, as a JSON object.
      line TEXT NOT NULL,
      PRIMARY KEY (wallet, type, ref, origin)
    ) WITHOUT ROWID;
    """

  /// A number for each coin that was ever seen, which outlives the row of the coin: a sync takes coins back and
  /// finds them again.
  private static let coinNumbers = """
    CREATE TABLE coinNumber (
      -- None is given twice, also after a wallet was removed.
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      wallet INTEGER NOT NULL REFERENCES wallet ON DELETE CASCADE,
      txid BLOB NOT NULL,
      vout INTEGER NOT NULL,
      UNIQUE (wallet, txid, vout)
    );
    INSERT INTO coinNumber (wallet, txid, vout)
      SELECT wallet, txid, vout FROM coin ORDER BY wallet, height IS NULL, height, txid, vout;
    ALTER TABLE coin ADD COLUMN number INTEGER;
    UPDATE coin SET number = (
      SELECT number FROM coinNumber WHERE coinNumber.wallet = coin.wallet
        AND coinNumber.txid = coin.txid AND coinNumber.vout = coin.vout);
    CREATE TRIGGER coinIsNumbered AFTER INSERT ON coin BEGIN
      INSERT INTO coinNumber (wallet, txid, vout) SELECT NEW.wallet, NEW.txid, NEW.vout
        WHERE NOT EXISTS (
          SELECT 1 FROM coinNumber WHERE wallet = NEW.wallet AND txid = NEW.txid
            AND vout = NEW.vout);
      UPDATE coin SET number = (
        SELECT number FROM coinNumber WHERE wallet = NEW.wallet AND txid = NEW.txid
          AND vout = NEW.vout) WHERE rowid = NEW.rowid;
    END;
    """

  /// What happened to wallets, and when they were synced.
  private static let events = """
    CREATE TABLE event (
      -- None is given twice: whoever watches asks for what came after the last one it knows.
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      wallet INTEGER NOT NULL REFERENCES wallet ON DELETE CASCADE,
      kind TEXT NOT NULL,
      -- The transaction; with `vout` the coin that is gone without a known spender.
      txid BLOB NOT NULL,
      vout INTEGER,
      received INTEGER NOT NULL,
      spent INTEGER NOT NULL,
      height INTEGER,
      earlierHeight INTEGER,
      replacedBy BLOB,
      -- The last block of the sync that found it.
      tip INTEGER NOT NULL
    );
    -- Seconds since 1970.
    ALTER TABLE wallet ADD COLUMN syncedAt INTEGER;
    """

  /// What nodes said that blocks of the last year paid: it goes with the node that said it, and into no backup.
  private static let blockFees = """
    CREATE TABLE blockFee (
      node INTEGER NOT NULL REFERENCES node ON DELETE CASCADE,
      network TEXT NOT NULL,
      height INTEGER NOT NULL,
      -- In the middle of the block, in satoshis per 1,000 vB; nil where there is nothing to be told.
      rate INTEGER,
      PRIMARY KEY (node, network, height)
    ) WITHOUT ROWID;
    """

  /// By the script at index 0 of a branch: the same wallet in another spelling has the same.
  private static let handedOut = """
    CREATE TABLE handedOut (
      network TEXT NOT NULL,
      script BLOB NOT NULL,
      next INTEGER NOT NULL,
      PRIMARY KEY (network, script)
    ) WITHOUT ROWID;
    """

  private static func fillNodeNames(_ db: Database) throws {
    for row in try Row.fetchAll(db, sql: "SELECT id, descriptor FROM wallet") {
      let id: Int64 = try row.value("id", of: "a wallet")
      let text: String = try row.value("descriptor", of: "wallet \(id)")
      guard let descriptor = try? Descriptor(parsing: text),
        let name = try? NodeWalletName(descriptor)
      else { continue }
      try db.execute(
        sql: "UPDATE wallet SET nodeName = ?, otherNodeName = ? WHERE id = ?",
        arguments: [name.text, name.otherSpelling, id])
    }
  }

  private static let first = """
    CREATE TABLE node (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      url TEXT NOT NULL,
      cookie TEXT,
      proxy TEXT,
      isActive INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE wallet (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      network TEXT NOT NULL,
      descriptor TEXT NOT NULL,
      birthHeight INTEGER NOT NULL,
      gapLimit INTEGER NOT NULL
    );
    -- One row a branch. `next` is the first index never handed out; it only grows.
    CREATE TABLE branch (
      wallet INTEGER NOT NULL REFERENCES wallet ON DELETE CASCADE,
      branch INTEGER NOT NULL,
      next INTEGER NOT NULL DEFAULT 0,
      lastUsed INTEGER,
      -- Scripts below this index have been looked for from the birth height to the last sync.
      scanned INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (wallet, branch)
    ) WITHOUT ROWID;
    CREATE TABLE script (
      wallet INTEGER NOT NULL REFERENCES wallet ON DELETE CASCADE,
      branch INTEGER NOT NULL,
      idx INTEGER NOT NULL,
      script BLOB NOT NULL,
      PRIMARY KEY (wallet, branch, idx)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX scriptByBytes ON script (wallet, script);
    -- Blocks up to which the wallet was synced; a reorganisation goes back to the last that holds.
    CREATE TABLE syncPoint (
      wallet INTEGER NOT NULL REFERENCES wallet ON DELETE CASCADE,
      height INTEGER NOT NULL,
      hash BLOB NOT NULL,
      time INTEGER NOT NULL,
      PRIMARY KEY (wallet, height)
    ) WITHOUT ROWID;
    CREATE TABLE tx (
      wallet INTEGER NOT NULL REFERENCES wallet ON DELETE CASCADE,
      txid BLOB NOT NULL,
      bytes BLOB,
      height INTEGER,
      block BLOB,
      PRIMARY KEY (wallet, txid)
    );
    CREATE TABLE payment (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      wallet INTEGER NOT NULL REFERENCES wallet ON DELETE CASCADE,
      state TEXT NOT NULL,
      unsignedTx BLOB NOT NULL,
      psbt BLOB NOT NULL,
      finalTx BLOB,
      txid BLOB,
      fee INTEGER NOT NULL,
      summary TEXT NOT NULL,
      created INTEGER NOT NULL
    );
    CREATE INDEX paymentByWallet ON payment (wallet);
    CREATE TABLE coin (
      wallet INTEGER NOT NULL REFERENCES wallet ON DELETE CASCADE,
      txid BLOB NOT NULL,
      vout INTEGER NOT NULL,
      branch INTEGER NOT NULL,
      idx INTEGER NOT NULL,
      amount INTEGER NOT NULL,
      height INTEGER,
      isCoinbase INTEGER NOT NULL DEFAULT 0,
      -- Zeros when it is gone and the source cannot tell where to.
      spender BLOB,
      spentHeight INTEGER,
      payment INTEGER REFERENCES payment ON DELETE SET NULL,
      PRIMARY KEY (wallet, txid, vout)
    );
    CREATE INDEX coinUnspent ON coin (wallet) WHERE spender IS NULL;
    CREATE INDEX coinByPayment ON coin (payment) WHERE payment IS NOT NULL;
    CREATE TABLE label (
      wallet INTEGER NOT NULL REFERENCES wallet ON DELETE CASCADE,
      kind TEXT NOT NULL,
      ref TEXT NOT NULL,
      label TEXT NOT NULL,
      PRIMARY KEY (wallet, kind, ref)
    ) WITHOUT ROWID;
    """
}
