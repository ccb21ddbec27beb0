internal import BitcoinPSBT
public import BitcoinPrimitives
internal import Bytes
internal import ScriptVerification
internal import Secp256k1

extension MessageSignature {
  /// What the signature proves about the holder of an address and a message.
  ///
  /// - Throws: ``MessageError`` when it proves nothing: it is wrong, or of another text or address.
  public func verdict(
    on message: [UInt8], by address: Address
  ) throws(MessageError) -> MessageVerdict {
    let generic = GenericMessage(message, challenge: address.script)
    switch self {
    case .recoverable(let bytes):
      return MessageVerdict(
        hasOtherHeader: try Self.hasOtherHeader(bytes, of: message, by: address.script))
    case .simple(let witness):
      guard let (version, _) = address.script.witnessProgram, version <= 16 else {
        throw .transaction(
          what: "a simple signature is for addresses that begin with bc1 or its like")
      }
      var transaction = generic.toSign
      transaction.inputs[0].witness = witness
      return try Self.verdict(on: transaction, of: generic, coins: [])
    case .full(let transaction):
      guard transaction.inputs.count == 1 else {
        throw .transaction(
          what: "a full signature has one input, this one \(transaction.inputs.count)")
      }
      return try Self.verdict(on: transaction, of: generic, coins: [])
    case .proofOfFunds(let psbt):
      return try Self.verdict(
        on: try Self.finished(psbt), of: generic, coins: try Self.coins(of: psbt))
    }
  }

  // MARK: Recoverable keys (BIP-137)

  /// The kinds of addresses that headers are for; each has four of them.
  private enum Header: UInt8 {
    case uncompressed = 27
    case compressed = 31
    case nested = 35
    case segwit = 39
  }

  /// Whether the header is for another kind of address than the script, which its key opens all the same.
  ///
  /// Programs that came before BIP-137 write the header of a compressed key for every kind of address.
  private static func hasOtherHeader(
    _ bytes: [UInt8], of message: [UInt8], by script: Script
  ) throws(MessageError) -> Bool {
    guard bytes.count == 65, (27...42).contains(bytes[0]),
      let header = Header(rawValue: bytes[0] - (bytes[0] - 27) % 4)
    else {
      throw .form("signature", what: "its first byte is not a header of BIP-137 (27 to 42)")
    }
    let right: Header
    if script.isP2PKH {
      right = header == .uncompressed ? .uncompressed : .compressed
    } else if script.isP2SH {
      right = .nested
    } else if script.isP2WPKH {
      right = .segwit
    } else {
      throw .notForKey
    }
    guard let signature = try? ECDSASignature(compact: bytes[1...]),
      let key = signature.recoveredKey(
        of: SignedMessage.digest(of: message), id: Int(bytes[0] - 27) % 4)
    else { throw .otherKey }
    let hash: [UInt8] =
      Script(key.encoded(compressed: header != .uncompressed)).hash160
    let isIts =
      switch right {
      case .uncompressed, .compressed: script == .p2pkh(hash: hash)
      case .nested: header != .uncompressed && script == .p2sh(.p2wpkh(hash: hash))
      case .segwit: header != .uncompressed && script == .p2wpkh(hash: hash)
      }
    guard isIts else { throw .otherKey }
    return header != right
  }

  // MARK: BIP-322

  /// What BIP-322 requires of every script.
  private static let required: ScriptFlags = ScriptFlags.consensus.union([
    .lowS, .strictEncoding, .nullFail, .minimalData, .cleanStack, .minimalIf, .constantScriptCode,
    .signedMessage,
  ])
  /// What makes a verdict doubtful: rules that a later version of bitcoin may give a meaning to.
  private static let upgrades: ScriptFlags = [
    .discourageUpgradableNops, .discourageUpgradableWitnessProgram,
    .discourageUpgradableTaprootVersion, .discourageOpSuccess, .discourageUpgradablePublicKeyType,
  ]

  private static func verdict(
    on transaction: Transaction, of message: GenericMessage, coins: [MessageVerdict.Coin]
  ) throws(MessageError) -> MessageVerdict {
    guard let first = transaction.inputs.first else { throw .transaction(what: "it has no input") }
    guard first.previousOutput == message.outPoint else { throw .otherMessage }
    guard transaction.outputs == [GenericMessage.nothing] else {
      throw .transaction(what: "its only output must be OP_RETURN with no amount")
    }
    let spent =
      [TxOut(rawValue: 0, scriptPubKey: message.challenge)] + coins.map(\.output)
    do throws(TransactionVerificationError) {
      try TransactionVerifier.verify(transaction, spentOutputs: spent, flags: required)
    } catch {
      switch error {
      case .script(let input, let error): throw .script(input: input, error)
      case .tooMuchWork: throw .work
      case .inputAmount(let input): throw .coin(input: input, what: "its amount is out of range")
      default: throw .transaction(what: "\(error)")
      }
    }
    return MessageVerdict(
      doubt: doubt(about: transaction, spending: spent), lockTime: transaction.lockTime,
      sequence: first.sequence, coins: coins)
  }

  private static func doubt(
    about transaction: Transaction, spending spent: [TxOut]
  ) -> MessageVerdict.Doubt? {
    guard transaction.version == 0 || transaction.version == 2 else {
      return .version(transaction.version)
    }
    do throws(TransactionVerificationError) {
      try TransactionVerifier.verify(
        transaction, spentOutputs: spent, flags: required.union(upgrades))
      return nil
    } catch {
      guard case .script(let input, _) = error else { return .upgrade(input: 0) }
      return .upgrade(input: input)
    }
  }

  // MARK: Proof of funds

  /// The transaction of a finalized PSBT.
  private static func finished(_ psbt: PSBT) throws(MessageError) -> Transaction {
    var transaction = psbt.unsignedTransaction
    for index in psbt.inputs.indices {
      guard psbt.inputs[index].isFinal else {
        throw .transaction(what: "input \(index) is not finalized")
      }
      transaction.inputs[index].scriptSig = psbt.inputs[index].finalScriptSig ?? Script()
      transaction.inputs[index].witness = psbt.inputs[index].finalScriptWitness ?? []
    }
    return transaction
  }

  /// The coins of every input but the first.
  ///
  /// Where a signature does not commit to the amount, the coin's transaction must be there: with its input or, as
  /// BIP-322 allows, with an earlier one that spends another output of it.
  private static func coins(of psbt: PSBT) throws(MessageError) -> [MessageVerdict.Coin] {
    var previous: [Txid: PreviousTransaction] = [:]
    var coins: [MessageVerdict.Coin] = []
    for index in psbt.inputs.indices {
      let input = psbt.unsignedTransaction.inputs[index]
      let outPoint = input.previousOutput
      if let given = psbt.inputs[index].nonWitnessUTXO {
        guard given.txid == outPoint.txid else {
          throw .coin(input: index, what: "its transaction is another one than the input spends")
        }
        previous[given.txid] = given
      }
      guard index > 0 else { continue }
      let proved = previous[outPoint.txid]
      let claimed = psbt.inputs[index].witnessUTXO
      let output: TxOut
      if let proved {
        guard let found = proved.output(at: outPoint.vout) else {
          throw .coin(input: index, what: "its transaction has no output \(outPoint.vout)")
        }
        guard claimed == nil || claimed == found else {
          throw .coin(
            input: index, what: "its witness UTXO is not the output of its transaction")
        }
        output = found
      } else if let claimed, !(psbt.inputs[index].finalScriptWitness ?? []).isEmpty {
        output = claimed
      } else {
        throw .coin(
          input: index, what: "its transaction is not there, and no signature commits to its amount"
        )
      }
      coins.append(.init(outPoint: outPoint, output: output))
    }
    return coins
  }
}
