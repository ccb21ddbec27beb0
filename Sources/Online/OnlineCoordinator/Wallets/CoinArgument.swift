internal import ArgumentParser
internal import BitcoinPrimitives
internal import WalletStorage
internal import WalletTypes

/// A coin: the number that `coins` shows, or TXID:VOUT.
enum CoinArgument: ExpressibleByArgument, Sendable {
  case outPoint(OutPoint)
  case number(Int64)

  init?(argument: String) {
    if let outPoint = try? OutPoint(parsing: argument) {
      self = .outPoint(outPoint)
    } else if let number = Self.number(argument) {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// A number of a coin as it stands in a table; a txid of digits alone is longer.
  static func number(_ text: String) -> Int64? {
    guard (1...15).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int64(text)
  }
}

extension [CoinArgument] {
  /// The coins of a wallet that are meant, in the order in which they were named.
  ///
  /// - Throws: `StorageError.noSuchCoin` for a number that none of its coins has.
  func outPoints(of wallet: WalletRecord, in store: Store) throws(StorageError) -> [OutPoint] {
    var outPoints: [OutPoint] = []
    for argument in self {
      switch argument {
      case .outPoint(let outPoint): outPoints.append(outPoint)
      case .number(let number):
        outPoints.append(try store.outPoint(numbered: number, of: wallet))
      }
    }
    return outPoints
  }
}
