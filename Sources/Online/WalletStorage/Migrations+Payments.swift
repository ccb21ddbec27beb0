extension Migrations {
  /// What the chain does not tell of the way of a payment; no backup holds it.
  static let wayOfPayments = """
    -- Seconds since 1970: when it was last written to where signers get it from.
    ALTER TABLE payment ADD COLUMN writtenAt INTEGER;
    -- What another node than the one in use said last: the node by its name, a word, the height of a block, when.
    ALTER TABLE payment ADD COLUMN secondNode TEXT;
    ALTER TABLE payment ADD COLUMN secondPlace TEXT;
    ALTER TABLE payment ADD COLUMN secondHeight INTEGER;
    ALTER TABLE payment ADD COLUMN secondAt INTEGER;
    """
}
