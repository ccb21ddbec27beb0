package import Refusals

/// Why what holds the seeds does not answer as it was asked to.
package enum KeyKeeperError: HintedError, Equatable, Sendable {
  /// The bytes are no message, or not the answer to what was asked.
  case message
  /// Something was asked for before the vault was opened, or twice.
  case outOfTurn
  /// More signatures than one answer holds.
  case tooManySignatures(Int)
  /// There is no input to sign.
  case nothingToSign
  /// An amount that a signature would not protect is not proved.
  case unproven(input: Int)
  /// An amount or a script contradicts what was claimed, and accepted, before.
  case contradicts(input: Int)
  /// A coin that was ours in an earlier signing is somebody else's now.
  case wasOurs(input: Int)
  /// The fee is above its ceiling, in percent of what comes in.
  case fee(percent: Int64)
  /// Money goes to an index of our own wallet where nobody looks for it.
  case outOfReach(output: Int, index: UInt32)
  /// A payment with the replay lock, on a chain that has none.
  case otherChain
  /// A packet of a fee ladder is not the same payment at another fee; `step` counts from 1.
  case ladder(step: Int, String)
  /// What the reviewer shows of a wallet is not what is read here, or not what was typed.
  case walletsDiffer(String, shown: String, here: String)
  /// What the reviewer shows of a text to sign is not what is read here, or not what was typed.
  case textsDiffer(String, shown: String, here: String)
}

extension KeyKeeperError {
  package var description: String {
    switch self {
    case .message:
      "key-keeper and offline-signer do not understand each other: they are of different versions, or damaged"
    case .outOfTurn:
      "offline-signer asked key-keeper twice or in the wrong order; nothing more was signed"
    case .tooManySignatures(let count):
      "this payment takes \(count) signatures of this signer; the limit is \(KeeperReader.mostElements)"
    case .nothingToSign: "there is no input of ours to sign"
    case .unproven(let input):
      "input \(input): nothing proves its amount, and the signature would not commit to it"
    case .contradicts(let input):
      "input \(input): its amount or script is not the one that was accepted for this coin before"
    case .wasOurs(let input):
      "input \(input): this signer signed for this coin as ours before, and this payment does not show that it is ours"
    case .fee(let percent): "the fee is more than \(percent) % of the inputs"
    case .outOfReach(let output, let index):
      "output \(output): it pays our own wallet at index \(index), where no wallet looks for coins"
    case .otherChain: "the payment has the replay lock of a fork: it was made for another chain"
    case .ladder(let step, let why):
      "payment \(step) of this fee ladder is not the same payment at another fee: \(why)"
    case .walletsDiffer(let what, let shown, let here):
      "nothing was saved: two readings of the wallet differ. \(what): offline-signer shows \(shown), "
        + "key-keeper reads \(here)"
    case .textsDiffer(let what, let shown, let here):
      "nothing was signed: two readings of the text differ. \(what): offline-signer shows \(shown), "
        + "key-keeper reads \(here)"
    }
  }

  /// The rule that refuses it; nil where none does.
  package var rule: Rule? {
    switch self {
    case .message, .outOfTurn, .nothingToSign, .tooManySignatures: nil
    case .unproven: .r01
    case .contradicts: .r02
    case .wasOurs: .r12
    case .fee: .r04
    case .outOfReach: .r07
    case .otherChain: .r34
    case .ladder, .walletsDiffer, .textsDiffer: .r29
    }
  }

  /// What the person can do about it.
  package var hint: String {
    switch self {
    case .message: "install both programs again, from the same version"
    case .outOfTurn: "run the command again; if it happens again, do not trust this installation"
    case .tooManySignatures: "have the payment built with fewer inputs"
    case .nothingToSign: "have the payment built from coins of a wallet that is registered here"
    case .walletsDiffer:
      "do not use this wallet on this machine; keep its file, report the problem, and compare the wallet "
        + "on another machine"
    case .textsDiffer:
      "do not sign this text on this machine; keep the request, report the problem, and sign it on another one"
    case .ladder:
      "have each payment written by itself (`payments --payment NUMBER --out FILE`), and sign only what you mean to sign"
    case .contradicts, .wasOurs:
      "do not sign this payment; have it built again by another coordinator, and compare"
    case .fee: "have the payment built with a lower fee"
    case .outOfReach: "have the payment built with change at the next unused index"
    case .otherChain:
      "sign it in the home of that chain, or have it built for the network of this home"
    case .unproven: "ask for a PSBT that carries the previous transaction of every input"
    }
  }
}
