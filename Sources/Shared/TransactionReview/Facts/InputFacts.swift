public import BitcoinPrimitives
public import Descriptors
public import ExtendedKeys

/// Where in a registered wallet a script was found by deriving it again.
public struct WalletPlace: Hashable, Sendable {
  /// Which of the context's wallets.
  public let wallet: Int
  /// Which branch of the wallet's descriptor: 0 receives, 1 is change.
  public let branch: Int
  /// The index on the branch, counted from 0.
  public let index: UInt32
  // Kept out of line, because the rules copy ten thousand inputs about.
  private let box: Box

  /// The script and its keys as this machine derived them.
  public var derived: DerivedScript { box.derived }

  /// Takes the place and what was derived there.
  public init(wallet: Int, branch: Int, index: UInt32, derived: DerivedScript) {
    self.wallet = wallet
    self.branch = branch
    self.index = index
    box = Box(derived)
  }

  private final class Box: Sendable {
    let derived: DerivedScript
    init(_ derived: DerivedScript) { self.derived = derived }
  }

  public static func == (left: WalletPlace, right: WalletPlace) -> Bool {
    left.wallet == right.wallet && left.branch == right.branch && left.index == right.index
      && left.derived == right.derived
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(wallet)
    hasher.combine(branch)
    hasher.combine(index)
  }
}

/// Why an input's amount may be believed.
public enum AmountProof: Hashable, Sendable {
  /// The previous transaction is there, hashes to the outpoint's txid, and has the output.
  case previousTransaction
  /// This machine saw the proof in an earlier review.
  case provedBefore
  /// The signature of a taproot spend commits to every amount: a lie makes it worthless.
  case taproot
  /// Only the PSBT says so.
  case claimed
  /// Not even the PSBT says.
  case unknown
}

/// One input as the review sees it.
public struct InputFacts: Hashable, Sendable {
  /// The coin that it spends.
  public let outPoint: OutPoint
  /// The sequence number.
  public let sequence: UInt32
  /// The output spent, by the best source there is.
  public let output: TxOut?
  /// How well the amount is known.
  public let proof: AmountProof
  /// What is wrong with the previous transaction that came along.
  public let flaw: PreviousTransactionFlaw?
  /// Where our wallet has this script; nil for an input that is not ours.
  public let place: WalletPlace?
  /// Whether a derivation names one of our fingerprints.
  public let claimsOurs: Bool
  /// Whether such a derivation names a path or a key that our wallet does not have there.
  public let claimsFalsely: Bool
  /// A cosigner of the wallet whose fingerprint a derivation names with a path or key that the
  /// wallet does not have there.
  public let contradictedCosigner: Fingerprint?

  /// The script of the coin as a `multisig:` payload tells it, when nothing tells more (R21).
  let payloadScript: Script?

  /// The amount, when it is within the range of money.
  public var amount: Amount? { output?.amount }

  /// The output that signatures of this input commit to; never to be counted as money.
  ///
  /// The output spent, or for a coin of which only the payload's redeem script is known that script
  /// and an amount of 0, which no legacy signature commits to.
  public var signedOutput: TxOut? {
    output ?? payloadScript.map { TxOut(rawValue: 0, scriptPubKey: $0) }
  }
}

/// A previous transaction that does not prove what it came for.
public enum PreviousTransactionFlaw: Hashable, Sendable {
  /// Its txid is not that of the outpoint.
  case wrongTxid(found: Txid)
  /// It has only `count` outputs, fewer than the outpoint asks for.
  case noSuchOutput(count: Int)
  /// Its output is not the witness UTXO.
  case contradictsWitnessUTXO
  /// Its output is not the one that was proved before.
  case contradictsProof
  /// Its output is not the one that was accepted without proof before.
  case contradictsClaim
}
