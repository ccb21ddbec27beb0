internal import BitcoinPrimitives
internal import ExtendedKeys
internal import Refusals
internal import TerminalUI

/// Why `signer-bridge` has no answer for Bitcoin Core.
enum BridgeError: HintedError, Equatable {
  case unknownCommand(String)
  case unknownChain(String)
  case lacks(option: String, command: String)
  case unknownSigner(Fingerprint, chain: String)
  case noSigner(Fingerprint?, chain: String)
  case noAccount(number: UInt32, of: Fingerprint, chain: String)
  case noFolder(String)
  case folderGone(String)
  case notAnAddress(String)
  case foreignAddress(Fingerprint)
  case noPayment
  case unknownAmount(input: Int)
  case foreignInput(Int, Fingerprint)
  case otherScript(input: Int)
  case heldCoin(OutPoint, by: Int64, state: String)
  case unfinishable(String)
  case cancelled(String)
  case noAnswer(seconds: Int, last: String?)
  case otherPayment(source: String, differences: [String])
  case unsigned(source: String)
  case incomplete(source: String)
  case otherAddress(source: String, found: String, expected: String)
  case notRenamed(source: String, asked: String)

  var description: String {
    switch self {
    case .unknownCommand(let name): "\(name) is not a command of Bitcoin Core's signers"
    case .unknownChain(let name): "\(name) is not a chain of Bitcoin Core"
    case .lacks(let option, let command): "\(command) lacks \(option)"
    case .unknownSigner(let fingerprint, let chain):
      "no wallet of the signer \(fingerprint) on the chain \(chain) is known here"
    case .noSigner(let fingerprint, let chain):
      "no signer is listed: no wallet of account 0\(fingerprint.map { " of the signer \($0)" } ?? "") on the chain "
        + "\(chain) is known here"
    case .noAccount(let number, let fingerprint, let chain):
      "account \(number) of the signer \(fingerprint) on the chain \(chain) is not known here"
    case .noFolder(let path): "there is no folder \(path)"
    case .folderGone(let path): "the folder \(path) is gone"
    case .notAnAddress(let why): "the descriptor has no address: \(why)"
    case .foreignAddress(let fingerprint):
      "this address is in no account of the signer \(fingerprint) that is known here"
    case .noPayment: "Bitcoin Core sent no PSBT"
    case .unknownAmount(let input): "the PSBT does not say which coin input \(input) spends"
    case .foreignInput(let input, let fingerprint):
      "input \(input) is in no account of the signer \(fingerprint) that is known here"
    case .otherScript(let input):
      "input \(input) spends another script than its account has at that path"
    case .heldCoin(let coin, let number, let state):
      "the coin \(coin) is held by payment \(number), which \(state)"
    case .unfinishable(let why): "the payment cannot be finished: \(why)"
    case .cancelled(let name): "cancelled: \(name)"
    case .noAnswer(let seconds, let last):
      "no answer of the signer came within \(seconds) s"
        + (last.map { "; the last file: \($0)" } ?? "")
    case .otherPayment(let source, let differences):
      "\(source) is another payment than Bitcoin Core asks for: \(differences.joined(separator: "; "))"
    case .unsigned(let source): "\(source) has no signature"
    case .incomplete(let source): "\(source) lacks the signatures of some inputs"
    case .otherAddress(let source, let found, let expected):
      "\(source) has the address \(found), but Bitcoin Core shows \(expected)"
    case .notRenamed(let source, _):
      "\(source) has the address, but does not say that anybody compared it"
    }
  }

  var rule: Rule? {
    switch self {
    case .unknownAmount: .r01
    case .foreignInput: .r12
    case .foreignAddress, .otherAddress: .r30
    case .otherScript, .otherPayment, .unsigned, .incomplete: .r31
    default: nil
    }
  }

  var hint: String {
    switch self {
    case .unknownCommand: "run `signer-bridge --help`; Bitcoin Core adds the commands itself"
    case .unknownChain: "use main, test, testnet4, signet or regtest"
    case .lacks:
      "let Bitcoin Core add it: name only `online-coordinator signer-bridge` as its -signer"
    case .unknownSigner, .noAccount:
      "export the account on the signer (`account export SEED --script wpkh --out account.png`), then run "
        + "`wallet create NAME account.png`"
    case .noSigner:
      "run `wallet create NAME account.png` with what the signer's `account export` wrote; for another chain, add "
        + "--chain to the -signer of Bitcoin Core, as in --chain regtest"
    case .noFolder: "make the folder, or put the stick in, then try again"
    case .folderGone: "put the stick in again, then try again"
    case .notAnAddress: "use a wallet that Bitcoin Core made with this signer"
    case .foreignAddress, .foreignInput:
      "do not use it; make a new wallet in Bitcoin Core with this signer"
    case .noPayment: "use Bitcoin Core 22 or later"
    case .unknownAmount: "sync Bitcoin Core, then send again"
    case .otherScript: "do not send it: the PSBT was changed, or this wallet is not of this signer"
    case .heldCoin(_, let number, _):
      "to spend it from Bitcoin Core, run `cancel \(number)` first; or choose other coins"
    case .unfinishable: "make the payment again in Bitcoin Core"
    case .cancelled: "ask again in Bitcoin Core when you are ready"
    case .noAnswer: "ask again in Bitcoin Core; to wait longer, add --wait"
    case .otherPayment: "sign the newest file, then ask again in Bitcoin Core"
    case .incomplete:
      "sign with the seed of all accounts; on the signer, `account export` makes it know them"
    case .unsigned: "copy what the signer wrote, then ask again in Bitcoin Core"
    case .notRenamed(_, let asked):
      "compare it with the signer's; if it is the same, rename \(asked)"
    case .otherAddress: "do not give the address to anybody: this machine or the file was changed"
    }
  }
}
