internal import BitcoinPrimitives
internal import Bytes

/// Whole transactions as text: one in hexadecimal a line.
///
/// So the transactions that a `multisig:` payload spends travel beside it: the payload itself has
/// no place for them.
public enum TransactionLines {
  /// The most transactions that are read: one for each input that a payment may have.
  public static let limit = 10_000

  /// The text, with a line feed behind each transaction.
  public static func text(_ transactions: [[UInt8]]) -> String {
    transactions.map { Hex.encode($0) + "\n" }.joined()
  }

  /// The transactions of a text, each once and in its order; nil unless every word of it is one.
  static func transactions(in text: String) -> [Transaction]? {
    var transactions: [Transaction] = []
    var seen: Set<[UInt8]> = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      guard word.utf8.count >= 20, let bytes = try? Hex.decode(word),
        let transaction = try? Transaction(decoding: bytes)
      else { return nil }
      if seen.insert(bytes).inserted { transactions.append(transaction) }
      guard transactions.count <= limit else { return nil }
    }
    return transactions.isEmpty ? nil : transactions
  }
}
