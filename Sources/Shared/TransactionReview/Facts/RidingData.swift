/// Data that travels with a payment and that signing has no use for (R19).
public struct RidingData: Hashable, Sendable {
  /// How many fields or members it stands in.
  public var fields: Int
  /// Names and values together.
  public var bytes: Int

  /// Takes the number of fields and of bytes.
  public init(fields: Int = 0, bytes: Int = 0) {
    self.fields = fields
    self.bytes = bytes
  }

  /// Counts one field more.
  mutating func count(_ bytes: Int) {
    fields += 1
    self.bytes += bytes
  }
}
