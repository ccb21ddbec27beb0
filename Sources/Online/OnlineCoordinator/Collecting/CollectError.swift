internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// Why something that came back from a signer is not taken (R31); nothing of it is kept then.
enum CollectError: HintedError, Equatable {
  case notAPayment(kind: String)
  case unknownPayment(Txid)
  case differentPayments([String])
  case finished(state: String, number: Int64)
  case anotherVersion(of: Int64, differences: [String])
  case changedField(map: PSBTMapName, field: String)
  case sighash(input: Int, type: UInt32)
  case nothingRight(RejectedSignature, more: Int)
  case reusedNonce(inputs: [Int], signers: [String])
  case nonceOfPayment(Int64, input: Int, signer: String)
  case weakNonce(input: Int, signer: String)
  case otherNonce(input: Int, signer: String)
  case unknownCoin(OutPoint)
  case spentCoin(OutPoint)
  case foreignCoin(OutPoint, wallet: String)
  case changedTransaction
  case outrun
  case entropyIsGone
  case tooMuchWork(limit: Int)
  case tooManySignatures(input: Int, count: Int, keys: Int)
  case noLadder(String, reason: String)
  case partOfLadder(Int64)

  var description: String {
    switch self {
    case .notAPayment(let kind): "this is \(kind), not a payment"
    case .unknownPayment(let txid):
      "transaction \(txid) belongs to no payment of this home, and spends no coin that is known here"
    case .differentPayments(let which):
      "the inputs belong to different payments: \(which.joined(separator: "; "))"
    case .finished(let state, let number):
      "payment \(number) \(PaymentRecord.State.words(state))"
    case .anotherVersion(let number, let differences):
      "this is not payment \(number) but another version of it: "
        + differences.joined(separator: "; ")
    case .changedField(let map, let field):
      "what came back differs from the payment in \(map), \(field)"
    case .sighash(let input, let type):
      "input \(input) asks for signatures that do not cover everything: sighash \(type)"
    case .nothingRight(let signature, let more):
      "no \(signature.nonceFault == .malformedAnswer ? "answer" : "signature") was accepted: \(signature.words)"
        + (more > 0 ? "; and \(more) more" : "")
    case .reusedNonce(let inputs, let signers):
      "the signatures of inputs \(inputs.map(String.init).joined(separator: ", ")) by "
        + "\(signers.joined(separator: " and ")) share a nonce: anybody can compute the private "
        + "key from them"
    case .nonceOfPayment(let number, let input, let signer):
      "the signature of input \(input) by \(signer) has the same nonce as one of payment "
        + "\(number): anybody can compute the private key from the two"
    case .weakNonce(let input, let signer):
      "the signature of input \(input) by \(signer) uses a known nonce: it gives the private key "
        + "away"
    case .otherNonce(let input, let signer):
      "the signature of input \(input) by \(signer) has another nonce than a receipt names: "
        + "two machines with the same seed did not sign alike"
    case .unknownCoin(let outPoint): "the coin \(outPoint) is no longer known"
    case .spentCoin(let outPoint): "the coin \(outPoint) is already spent"
    case .foreignCoin(let outPoint, let wallet):
      "the coin \(outPoint) does not belong to \(wallet), but the others do"
    case .changedTransaction: "the transaction is not the one that was built"
    case .noLadder(let source, let reason):
      "these payments are not one payment at several fees: \(source): \(reason)"
    case .partOfLadder(let number):
      "payment \(number) is one of this fee ladder, and the others are not known here"
    case .outrun: "another program is collecting for the same payment"
    case .entropyIsGone:
      "this is an answer to round 1 of anti-exfil, and the records do not have the entropy of this payment"
    case .tooMuchWork(let limit):
      "checking its signatures takes more than \(limit) bytes of hashing; most are useless"
    case .tooManySignatures(let input, let count, let keys):
      "input \(input) has \(count) signatures, but its coin has \(keys) "
        + "\(keys == 1 ? "key" : "keys"); at most \(keys + Collector.signaturesBeyondKeys) are checked"
    }
  }

  var rule: Rule? {
    switch self {
    case .notAPayment: .r17
    case .tooMuchWork, .tooManySignatures: .r18
    case .sighash: .r10
    case .nothingRight(let signature, _): signature.rule
    case .otherNonce, .entropyIsGone: .r28
    case .finished, .outrun: nil
    default: .r31
    }
  }

  var hint: String {
    switch self {
    case .notAPayment: "give what the signer wrote: sign ... --out signed.gif"
    case .unknownPayment: "sync the wallet, then collect again; or collect it where it was built"
    case .differentPayments: "collect them one payment at a time"
    case .finished("cancelled", _): "build it again with `pay`"
    case .finished("dead", _):
      "sync; if the payment stays dead, run `payments` to see what to do"
    case .finished: "run `payments` to see the state of each"
    case .anotherVersion(let number, _):
      "agree with the others on one version; to use this one, run `cancel \(number)` first"
    case .changedField, .changedTransaction:
      "do not send it: the file was changed on its way, or the signer cannot be trusted"
    case .sighash: "do not send it: others could change what it pays; sign it with another signer"
    case .nothingRight(let signature, _) where signature.nonceFault == .unanswered:
      "answer round 1 first: `payments --payment NUMBER --out FILE` writes it; for a signer that cannot, add --accept R28"
    case .nothingRight(let signature, _) where signature.nonceFault == .notKept:
      "do not send it, and do not trust that signer: sign with another program, and move the coins to a new seed"
    case .nothingRight(let signature, _) where signature.nonceFault == .malformedAnswer:
      "have the signer answer round 1 again"
    case .entropyIsGone:
      "the entropy is forgotten when a payment is sent, and is in no backup: cancel the payment, and build it again with `pay`"
    case .nothingRight:
      "ask the signer to sign the original payment again; if this happens again, do not trust that signer"
    case .reusedNonce, .nonceOfPayment, .weakNonce:
      "do not send it: move the coins with another signer at once, and never use this one again"
    case .otherNonce:
      "do not send it: one of the two signers adds randomness, or hides something in its signatures"
    case .unknownCoin: "sync, then collect again"
    case .noLadder:
      "sign and send nothing of it; collect a payment that you do want by itself, in a file of its own"
    case .partOfLadder(let number):
      "collect each payment in a file of its own; or, to keep them as a ladder, run `cancel \(number)`, then collect again"
    case .spentCoin: "sync, then run `payments` and `history`"
    case .foreignCoin:
      "collect it where it was built: this program takes it only if all its coins are of one wallet"
    case .outrun: "wait until that program is done, then collect again"
    case .tooMuchWork, .tooManySignatures:
      "ask the signer to sign the original payment again"
    }
  }
}
