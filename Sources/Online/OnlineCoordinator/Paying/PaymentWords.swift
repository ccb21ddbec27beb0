internal import BitcoinPrimitives
internal import TransactionReview

extension Transaction {
  /// The sentence by which a person sees that a signer is asked about this very payment.
  var wordsToCompare: String { "Words: \(checkWords) (compare with each signer)" }
}
