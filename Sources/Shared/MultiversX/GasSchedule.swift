/// What a network asks for a transaction; a gateway says most of it in `network/config`.
public struct GasSchedule: Equatable, Sendable {
  /// Units for a transaction without data.
  public var minimum: UInt64
  /// Units for each byte of data.
  public var perByte: UInt64
  /// The least price of a unit, in 10^-18 EGLD.
  public var minimumPrice: UInt64
  /// The part of the price that units beyond the move are charged at, in hundred-millionths: 1,000,000 is a hundredth.
  public var modifier: UInt64
  /// Units that a guardian adds; a relayer adds ``minimum`` once more.
  public var perGuardian: UInt64

  /// Takes the five figures.
  public init(
    minimum: UInt64, perByte: UInt64, minimumPrice: UInt64, modifier: UInt64, perGuardian: UInt64
  ) {
    (self.minimum, self.perByte, self.minimumPrice) = (minimum, perByte, minimumPrice)
    (self.modifier, self.perGuardian) = (modifier, perGuardian)
  }

  /// What ``modifier`` is counted in.
  public static let modifierUnit: UInt64 = 100_000_000

  /// The units that carry a transaction to its receiver, before anything is done there.
  public func move(of transaction: MultiversXTransaction) throws(MultiversXError) -> UInt64 {
    let (data, isTooLarge) = perByte.multipliedReportingOverflow(
      by: UInt64(transaction.data.count))
    guard !isTooLarge else { throw .amountOverflow }
    var sum = UInt128(minimum) + UInt128(data)
    if transaction.guardian != nil { sum += UInt128(perGuardian) }
    if transaction.relayer != nil { sum += UInt128(minimum) }
    guard let units = UInt64(exactly: sum) else { throw .amountOverflow }
    return units
  }

  /// The most that a transaction can cost beside what it pays, in 10^-18 EGLD, rounded up; its relayer pays it, if it has one.
  ///
  /// Throws when its limit is below the move, its price below the least, or the fee above 128 bits.
  public func fee(of transaction: MultiversXTransaction) throws(MultiversXError) -> UInt128 {
    let move = try move(of: transaction)
    guard transaction.gasLimit >= move else {
      throw .invalid(
        field: "gasLimit", reason: "is \(transaction.gasLimit), and at least \(move) are needed")
    }
    guard transaction.gasPrice >= minimumPrice else {
      throw .invalid(
        field: "gasPrice",
        reason: "is \(transaction.gasPrice), and the network takes no less than \(minimumPrice)")
    }
    let price = UInt128(transaction.gasPrice)
    // Two factors of 64 bits each have room.
    let carried = UInt128(move) * price
    let (weighed, isTooLarge) = (UInt128(transaction.gasLimit - move) * price)
      .multipliedReportingOverflow(by: UInt128(modifier))
    guard !isTooLarge else { throw .amountOverflow }
    let done =
      weighed / UInt128(Self.modifierUnit)
      + (weighed % UInt128(Self.modifierUnit) == 0 ? 0 : 1)
    let (fee, isOver) = carried.addingReportingOverflow(done)
    guard !isOver else { throw .amountOverflow }
    return fee
  }
}
