public import BitcoinPrimitives

/// A partially signed bitcoin transaction, version 0 (BIP-174, taproot fields of BIP-371).
///
/// Every field, unknown ones included, is kept byte for byte and in order: what was read and not
/// changed is written back as the very same bytes. The slices in it share the storage of the bytes
/// that it was read from.
public struct PSBT: Hashable, Sendable {
  /// The transaction to be signed; its scriptSigs and witnesses are empty.
  public let unsignedTransaction: Transaction
  /// The global map, which holds the unsigned transaction too.
  public var global: PSBTGlobal
  /// One for each input of the transaction, in its order.
  public private(set) var inputs: [PSBTInput]
  /// One for each output of the transaction, in its order.
  public private(set) var outputs: [PSBTOutput]

  init(
    unsignedTransaction: Transaction, global: PSBTGlobal, inputs: [PSBTInput],
    outputs: [PSBTOutput]
  ) {
    self.unsignedTransaction = unsignedTransaction
    self.global = global
    self.inputs = inputs
    self.outputs = outputs
  }

  /// Lets `body` change the map of one input; does nothing when there is no such input.
  public mutating func updateInput(_ index: Int, _ body: (inout PSBTInput) -> Void) {
    guard inputs.indices.contains(index) else { return }
    body(&inputs[index])
  }

  /// Lets `body` change the map of one output; does nothing when there is no such output.
  public mutating func updateOutput(_ index: Int, _ body: (inout PSBTOutput) -> Void) {
    guard outputs.indices.contains(index) else { return }
    body(&outputs[index])
  }
}
