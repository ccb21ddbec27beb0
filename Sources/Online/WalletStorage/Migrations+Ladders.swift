extension Migrations {
  /// Fee ladders: the same payment at several fee rates.
  static let ladders = """
    -- The number of the first step of the ladder that a payment belongs to.
    ALTER TABLE payment ADD COLUMN ladder INTEGER;
    -- Which step it is, from 1; 0 for what takes the payment back.
    ALTER TABLE payment ADD COLUMN step INTEGER;
    CREATE INDEX paymentByLadder ON payment (wallet, ladder) WHERE ladder IS NOT NULL;
    """

  /// Backups of earlier versions have each step as a payment by itself: what is open is written again.
  static let laddersInBackups = """
    UPDATE backupState SET changes = changes + 1 WHERE network IN (
      SELECT wallet.network FROM payment JOIN wallet ON wallet.id = payment.wallet
      WHERE (payment.ladder IS NOT NULL OR payment.replacedBy IS NOT NULL)
        AND payment.state NOT IN ('confirmed', 'conflicted'));
    """
}
