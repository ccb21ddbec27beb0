import AirgapMessages
import AirgapTransfer
import BitcoinPrimitives
import Descriptors
import ExtendedKeys
import SecretKeys
import TerminalUI

/// A wallet as somebody else wrote it (R23).
enum WalletText {
  /// Reads a descriptor of a kind that this signer signs.
  ///
  /// A wrong checksum and private keys are refused, a missing checksum is a warning that must be
  /// acknowledged; so is any form but the standard ones of a single key.
  static func read(
    _ input: String, on network: Network, accepting accepted: [RuleArgument], _ console: Console
  ) throws(ProgramError) -> Descriptor {
    let text = try text(of: MessageInput(input).message(on: console), input)
    let descriptor = try hinted(during: ForeignText.shown(input)) { () throws(DescriptorError) in
      try Descriptor(parsing: text, on: network)
    }
    guard descriptor.script != nil, !descriptor.needsPrivateKey else {
      throw ProgramError(
        "this form of wallet is not signed here (R23): \(descriptor)",
        hint: "pkh, sh(wpkh), wpkh and tr of one key, with unhardened steps, are")
    }
    guard descriptor.branchCount <= 2 else {
      throw ProgramError(
        "the wallet has \(descriptor.branchCount) branches (R07)",
        hint: "one or two are known: receiving and change")
    }
    for key in descriptor.keys {
      guard let origin = key.origin else { continue }
      try requireCoinType(of: origin.path, on: network)
    }
    if !text.contains("#") {
      try acknowledgeMissingChecksum(accepted, console)
    }
    return descriptor
  }

  /// Refuses a path of another network (R11): its keys would sign real coins in a rehearsal.
  static func requireCoinType(
    of path: DerivationPath, on network: Network
  ) throws(ProgramError) {
    guard let coinType = path.coinType, coinType != network.coinType else { return }
    throw ProgramError(
      "the path \(path) has coin type \(coinType); \(network) has \(network.coinType) (R11)",
      hint: "use a wallet or a path of this network, or the signer's home of the other one")
  }

  private static func text(
    of message: AirgapMessage, _ input: String
  ) throws(ProgramError) -> String {
    switch message {
    case .descriptor(let text): return text
    case .account(let export):
      if export.accounts.count == 1, let account = export.accounts.first,
        let descriptor = Descriptor(account: account.key, script: account.script)
      {
        return descriptor.canonical
      }
    default: break
    }
    throw ProgramError(
      "\(ForeignText.shown(input)) holds \(message.kind), not one wallet",
      hint: "let the coordinator export the wallet as a descriptor")
  }

  private static func acknowledgeMissingChecksum(
    _ accepted: [RuleArgument], _ console: Console
  ) throws(ProgramError) {
    let what = "the descriptor has no checksum: a misread letter would not be noticed"
    if accepted.contains(where: { $0.name == "R23" }) {
      return console.talk("accepted R23 by --accept: \(what)")
    }
    let hint = "add the checksum, or acknowledge it: --accept R23"
    guard console.screen.canAsk else {
      throw ProgramError("not acknowledged: R23: \(what)", hint: hint)
    }
    guard try console.typed("R23", to: "WARNING R23: \(what)", orElse: hint) else {
      throw ProgramError("not acknowledged: R23: \(what)", hint: hint)
    }
  }
}

/// The proof that a wallet's key is ours: derived again from the seed and compared.
struct WalletProof: ~Copyable {
  private let master: Xpriv

  init(_ master: borrowing Xpriv) throws(ProgramError) {
    do {
      self.master = try master.duplicated()
    } catch {
      throw ProgramError(error)
    }
  }

  /// Refuses a wallet whose key does not come from this seed at the place it names.
  func require(_ descriptor: Descriptor) throws(ProgramError) {
    for key in descriptor.keys {
      guard let origin = key.origin, origin.fingerprint == master.fingerprint,
        case .extended(let xpub) = key.material
      else { continue }
      do {
        if try master.accountKey(at: origin.path).xpub == xpub { return }
      } catch {
        throw ProgramError(error)
      }
    }
    throw ProgramError(
      "the wallet has no key of this seed (R23): \(descriptor)",
      hint: "its origin must name this seed's fingerprint, and the key must derive from it")
  }
}
