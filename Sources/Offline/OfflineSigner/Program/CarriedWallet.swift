import AirgapMessages
import AirgapTransfer
import BitcoinPrimitives
import Descriptors
import TerminalUI
import TransactionReview
import WalletFiles

/// A wallet as somebody else wrote it (R23).
struct CarriedWallet: Sendable {
  let descriptor: Descriptor
  /// What it came as, in words: kept with the wallet.
  let source: String
  /// What must be acknowledged before it is taken, each by R23.
  let warnings: [String]

  /// Reads a wallet of a kind that this signer signs.
  ///
  /// A wrong checksum and private keys are refused, the latter unseen; nothing is asked yet.
  static func read(
    _ input: String, on network: Network, _ console: Console
  ) throws(ProgramError) -> CarriedWallet {
    let wallet = try taken(MessageInput(input).message(on: console), from: input, on: network)
    try WalletRules.require(wallet.descriptor, on: network)
    return wallet
  }

  private static func taken(
    _ message: AirgapMessage, from input: String, on network: Network
  ) throws(ProgramError) -> CarriedWallet {
    let shown = ForeignText.shown(input)
    switch message {
    case .descriptor(let text):
      let descriptor = try hinted(during: shown) { () throws(DescriptorError) in
        try Descriptor(parsing: text, on: network)
      }
      let isChecked = text.contains("#")
      return CarriedWallet(
        descriptor: descriptor, source: "descriptor",
        warnings: isChecked
          ? [] : ["the descriptor has no checksum: a misread letter would not be noticed"])
    case .wallet(let file):
      let file = try hinted(during: shown) { () throws(WalletFileError) in
        try file.required(on: network)
      }
      return CarriedWallet(
        descriptor: file.descriptor, source: file.format.rawValue, warnings: file.warnings)
    case .account(let export):
      if export.accounts.count == 1, let account = export.accounts.first,
        let descriptor = Descriptor(account: account.key, script: account.script)
      {
        return CarriedWallet(descriptor: descriptor, source: "account", warnings: [])
      }
    default: break
    }
    throw ProgramError(
      "\(shown) holds \(message.kind), not one wallet",
      hint: "let the coordinator export the wallet: `wallet export NAME --as descriptor`")
  }

  /// Asks for each warning on its own; in scripts `--accept R23` answers them all.
  func acknowledge(
    accepting accepted: [RuleArgument], on console: Console
  ) throws(ProgramError) {
    for warning in warnings {
      if accepted.contains(where: { $0.name == "R23" }) {
        console.talk("accepted R23 by --accept: \(warning)")
        continue
      }
      let hint = "let it be exported again with one, or acknowledge it: --accept R23"
      guard console.screen.canAsk else {
        throw ProgramError("not acknowledged: R23: \(warning)", hint: hint)
      }
      guard try console.typed("R23", to: "WARNING R23: \(warning)", orElse: hint) else {
        throw ProgramError("not acknowledged: R23: \(warning)", hint: hint)
      }
    }
  }
}
