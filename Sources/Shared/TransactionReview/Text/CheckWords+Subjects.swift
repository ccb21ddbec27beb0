public import BitcoinPrimitives
public import Descriptors
public import WordLists

extension Transaction {
  /// Four words for this payment: the same from building to broadcast, since signatures are left out of
  /// them.
  ///
  /// Signer and coordinator show the same words for the same payment. They are over ``withoutUnlocking``,
  /// so a PSBT, a finished transaction and one in between have the same.
  public var checkWords: CheckWords { CheckWords(.payment, withoutUnlocking.encoded()) }
}

extension Descriptor {
  /// Four words for this wallet, over ``textOfScripts`` as UTF-8: key origins, the order of sorted keys and
  /// how deep an account lies make no difference.
  ///
  /// The same scripts written in another form (`tr` of a whole or an x-only key, leaves in another order)
  /// have other words.
  public var checkWords: CheckWords { CheckWords(.wallet, Array(textOfScripts.utf8)) }
}
