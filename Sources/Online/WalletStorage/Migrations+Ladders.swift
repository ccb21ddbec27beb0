extension Migrations {
  /// Fee ladders: the same payment at several fee rates.
  static let ladders = """
    -- The number of the first step of the ladder that a payment belongs to.
    ALTER TABLE payment ADD COLUMN ladder INTEGER;
    -- Which step it is, from 1; 0 for what takes the payment back.
    ALTER TABLE payment ADD COLUMN step INTEGER;
    CREATE INDEX paymentByLadder ON payment (wallet, ladder) WHERE ladder IS NOT NULL;
    """
}
