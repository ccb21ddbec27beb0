internal import BitcoinPrimitives
internal import TerminalUI

/// Why something that came back from a signer is not taken (R31); nothing of it is kept then.
enum CollectError: HintedError, Equatable {
  case notAPayment(kind: String)
  case unknownPayment(Txid)
  case differentPayments
  case finished(state: String, number: Int64)
  case changedField(map: String, field: String)
  case sighash(input: Int, type: UInt32)
  case malformedSignature(input: Int)
  case foreignKey(input: Int)
  case contradiction(input: Int)
  case wrongSignature(input: Int, reason: String)
  case reusedNonce(inputs: [Int])
  case weakNonce(input: Int)
  case unknownCoin(OutPoint)
  case changedTransaction
  case outrun

  var description: String {
    switch self {
    case .notAPayment(let kind): "this is \(kind), not a payment"
    case .unknownPayment(let txid): "no payment of this home was built as transaction \(txid)"
    case .differentPayments: "the inputs belong to different payments"
    case .finished(let state, let number): "payment \(number) is \(state)"
    case .changedField(let map, let field):
      "what came back says something else in \(map), \(field) (R31)"
    case .sighash(let input, let type):
      "the signature of input \(input) does not cover everything: sighash \(type) (R10)"
    case .malformedSignature(let input): "the signature of input \(input) is malformed (R31)"
    case .foreignKey(let input): "input \(input) is signed by a key that is not the wallet's (R31)"
    case .contradiction(let input): "there are two different signatures for input \(input) (R31)"
    case .wrongSignature(let input, let reason):
      "the signature of input \(input) is wrong: \(reason) (R31)"
    case .reusedNonce(let inputs):
      "the signatures of inputs \(inputs.map(String.init).joined(separator: ", ")) share a nonce: "
        + "they give the private key away (R31)"
    case .weakNonce(let input):
      "the signature of input \(input) uses a known nonce: it gives the private key away (R31)"
    case .unknownCoin(let outPoint): "the coin \(outPoint) is not known any more"
    case .changedTransaction: "the finished transaction is not the one that was built (R31)"
    case .outrun: "another program is collecting for the same payment"
    }
  }

  var hint: String {
    switch self {
    case .notAPayment: "give what the signer wrote: sign ... --out signed.gif"
    case .unknownPayment: "collect it where it was built; payments lists those of this home"
    case .differentPayments: "collect them one payment at a time"
    case .finished: "payments shows the state of each"
    case .changedField, .changedTransaction, .foreignKey, .contradiction:
      "do not send it: the file was changed on its way, or the signer is not what it should be"
    case .sighash: "do not send it: others could change what it pays; sign it with another signer"
    case .malformedSignature, .wrongSignature: "sign it again; if it stays, do not trust the signer"
    case .reusedNonce, .weakNonce:
      "do not send it: move the coins with another signer at once, and never use this one again"
    case .unknownCoin: "sync, then collect again"
    case .outrun: "collect again when it is done"
    }
  }
}
