internal import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB

// Values of rows, which are not trusted: a file on a disk may say anything. A value of another
// kind, or out of its range, is named by its column and its row; GRDB's own subscripts end the
// program instead.
extension Row {
  /// A value that has to be there; `place` says which row it is, such as "payment 4".
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: String, of place: @autoclosure () -> String
  ) throws -> Value {
    do { return try decode(Value.self, forColumn: column) } catch {
      throw Self.damaged(column, place())
    }
  }

  /// A value that may be missing.
  func valueIfAny<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: String, of place: @autoclosure () -> String
  ) throws -> Value? {
    do { return try decode(Value?.self, forColumn: column) } catch {
      throw Self.damaged(column, place())
    }
  }

  /// Bytes that have to be there.
  func bytes(_ column: String, of place: @autoclosure () -> String) throws -> [UInt8] {
    [UInt8](try value(column, of: place()) as Data)
  }

  /// A hash that has to be there.
  func hash(_ column: String, of place: @autoclosure () -> String) throws -> Bytes32 {
    guard let hash = Bytes32(try value(column, of: place()) as Data) else {
      throw Self.damaged(column, place())
    }
    return hash
  }

  /// A hash that may be missing.
  func hashIfAny(_ column: String, of place: @autoclosure () -> String) throws -> Bytes32? {
    guard let data = try valueIfAny(column, of: place()) as Data? else { return nil }
    guard let hash = Bytes32(data) else { throw Self.damaged(column, place()) }
    return hash
  }

  /// A whole number within a range.
  func number(
    _ column: String, in range: ClosedRange<Int64>, of place: @autoclosure () -> String
  ) throws -> Int64 {
    let number: Int64 = try value(column, of: place())
    guard range.contains(number) else { throw Self.damaged(column, place()) }
    return number
  }

  /// A whole number within a range, which may be missing.
  func numberIfAny(
    _ column: String, in range: ClosedRange<Int64>, of place: @autoclosure () -> String
  ) throws -> Int64? {
    guard let number = try valueIfAny(column, of: place()) as Int64? else { return nil }
    guard range.contains(number) else { throw Self.damaged(column, place()) }
    return number
  }

  /// An index of an address, below 2^31; one more for the first that was never handed out.
  func index(_ column: String, of place: @autoclosure () -> String) throws -> UInt32 {
    UInt32(try number(column, in: 0...0x8000_0000, of: place()))
  }

  /// The branch of an address.
  func branch(_ column: String = "branch", of place: @autoclosure () -> String) throws -> Int {
    Int(try number(column, in: 0...65_535, of: place()))
  }

  /// The height of a block, which may be missing; above 499,999,999 a number is a time (BIP-65).
  func heightIfAny(
    _ column: String = "height", of place: @autoclosure () -> String
  ) throws -> Int? {
    try numberIfAny(column, in: 0...499_999_999, of: place()).map { Int($0) }
  }

  /// An amount of at most 21 million bitcoin.
  func amount(_ column: String, of place: @autoclosure () -> String) throws -> Amount {
    do { return try Amount(satoshis: try value(column, of: place())) } catch {
      throw Self.damaged(column, place())
    }
  }

  /// Where an output lies.
  func outPoint(of place: @autoclosure () -> String) throws -> OutPoint {
    let vout = try number("vout", in: 0...Int64(UInt32.max), of: place())
    return OutPoint(txid: Txid(try hash("txid", of: place())), vout: UInt32(vout))
  }

  private static func damaged(_ column: String, _ place: String) -> StorageError {
    .damaged(what: "\(column) of \(place)")
  }
}
