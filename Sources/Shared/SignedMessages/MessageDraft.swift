public import BitcoinPSBT
public import BitcoinPrimitives
public import Descriptors
internal import Secp256k1

/// A text on its way to its signature: the transaction of BIP-322 as a PSBT, which takes the signatures of one signer or
/// of several.
public struct MessageDraft: Sendable {
  /// A coin that a proof of funds shows, with the script of the wallet that it lies at.
  public struct Coin: Sendable {
    /// Where it is.
    public let outPoint: OutPoint
    /// Its amount and script.
    public let output: TxOut
    /// The script and its keys.
    public let script: DerivedScript
    /// The transaction that made it: needed where no signature commits to the amount.
    public let previous: PreviousTransaction?

    /// Takes the four.
    public init(
      outPoint: OutPoint, output: TxOut, script: DerivedScript, previous: PreviousTransaction?
    ) {
      self.outPoint = outPoint
      self.output = output
      self.script = script
      self.previous = previous
    }
  }

  /// The text and who signs it.
  public let message: GenericMessage
  /// The transaction that is signed, with the signatures so far.
  public private(set) var psbt: PSBT
  private let hasCoins: Bool

  /// Puts the transaction together: the text's own input first, then the coins.
  ///
  /// - Throws: ``MessageError`` for a coin that is not what its transaction or script says.
  public init(
    _ text: [UInt8], signedBy script: DerivedScript, showing coins: [Coin] = []
  ) throws(MessageError) {
    message = GenericMessage(text, challenge: script.scriptPubKey)
    hasCoins = !coins.isEmpty
    var transaction = message.toSign
    for coin in coins {
      transaction.inputs.append(
        TxIn(previousOutput: coin.outPoint, scriptSig: Script(), sequence: 0))
    }
    guard let created = try? Creator(transaction).created() else {
      throw .transaction(what: "it has too many coins")
    }
    var updater = Updater(created)
    do throws(UpdaterError) {
      try updater.addPreviousTransaction(message.toSpend.encoded(), toInput: 0)
      try updater.add(script, toInput: 0)
    } catch {
      throw .transaction(what: "\(error)")
    }
    for (number, coin) in coins.enumerated() {
      do throws(UpdaterError) {
        if let previous = coin.previous {
          try updater.addPreviousTransaction(previous, toInput: number + 1)
        } else {
          try updater.addCoin(coin.output, toInput: number + 1)
        }
        try updater.add(coin.script, toInput: number + 1)
      } catch {
        throw .coin(input: number + 1, what: "\(error)")
      }
    }
    psbt = updater.psbt
  }

  /// Lets `body` put a signature into an input; does nothing when there is no such input.
  public mutating func update(input: Int, _ body: (inout PSBTInput) -> Void) {
    psbt.updateInput(input, body)
  }

  /// Takes the signatures of another signer's draft of the same text, and nothing else of it.
  ///
  /// - Throws: ``MessageError/otherMessage`` when it is a PSBT of anything else.
  public mutating func addSignatures(of other: PSBT) throws(MessageError) {
    guard other.unsignedTransaction == psbt.unsignedTransaction else { throw .otherMessage }
    for (number, input) in other.inputs.enumerated() {
      psbt.updateInput(number) { own in
        for signature in input.partialSigs {
          own.setPartialSig(Array(signature.signature), publicKey: signature.publicKey)
        }
        if let signature = input.tapKeySig { own.setTapKeySig(Array(signature)) }
        for signature in input.tapScriptSigs {
          own.setTapScriptSig(
            Array(signature.signature), xOnlyKey: signature.xOnlyKey, leafHash: signature.leafHash)
        }
      }
    }
  }

  /// The signature, once there are enough; nil before.
  ///
  /// What it is worth is for ``MessageSignature/verdict(on:by:)`` to say.
  ///
  /// - Throws: ``MessageError`` where a signature is wrong that is needed, and not only missing.
  public func signature(as form: MessageForm) throws(MessageError) -> MessageSignature? {
    let (final, missing) = Finalizer().finalizedWherePossible(psbt)
    for error in missing {
      guard case .missingSignatures = error else { throw .transaction(what: "\(error)") }
    }
    guard missing.isEmpty else { return nil }
    if hasCoins { return .proofOfFunds(final) }
    let input = final.inputs[0]
    if form == .bip322, message.challenge.witnessProgram != nil {
      return .simple(witness: input.finalScriptWitness ?? [])
    }
    var transaction = final.unsignedTransaction
    transaction.inputs[0].scriptSig = input.finalScriptSig ?? Script()
    transaction.inputs[0].witness = input.finalScriptWitness ?? []
    return .full(transaction)
  }
}
