internal import BitcoinPrimitives
package import Descriptors
package import ExtendedKeys
package import Mnemonics
package import Refusals
internal import TerminalUI

/// Why a Recovery QR cannot be taken, or made; the reasons are fixed texts and never quote it.
package enum RecoveryError: HintedError, Equatable {
  /// Not the JSON object that it has to be.
  case malformed(String)
  case missing(member: String)
  /// Entropy of another length than 16 to 32 bytes.
  case entropy(MnemonicError)
  /// A private key in the descriptor that is damaged.
  case privateKey
  /// The checksum belongs neither to the public descriptor nor to anything else.
  case checksum
  case descriptor(DescriptorError)
  /// The descriptor has no key that comes from the entropy.
  case notOfOneSeed(fingerprint: Fingerprint)
  /// The seed has something that this format has no place for.
  case noPlace(for: String)
  /// The wallet has no key of the seed at the place that it names.
  case foreignWallet

  package var description: String {
    switch self {
    case .malformed(let what): "this is not a Recovery QR: \(what)"
    case .missing(let member): "the Recovery QR lacks its \(member)"
    case .entropy(let error): "the Recovery QR's entropy: \(error)"
    case .privateKey: "the Recovery QR's private key is damaged"
    case .checksum:
      "the checksum of the Recovery QR's descriptor does not match its public form"
    case .descriptor(let error): "the Recovery QR's wallet: \(error)"
    case .notOfOneSeed(let fingerprint):
      "the Recovery QR's wallet has no key of its seed, whose fingerprint is \(fingerprint)"
    case .noPlace(let what): "a Recovery QR cannot hold \(what)"
    case .foreignWallet: "the wallet has no key of this seed"
    }
  }

  package var rule: Rule? {
    switch self {
    case .descriptor(let error): error.rule
    case .malformed, .missing, .entropy, .privateKey, .checksum, .notOfOneSeed, .foreignWallet:
      .r23
    case .noPlace: nil
    }
  }

  package var hint: String {
    switch self {
    case .malformed, .missing:
      "check the picture: a Recovery QR is a JSON object with entropy, descriptor, birthdate and blockheight"
    case .entropy, .privateKey, .checksum: "scan it again, or restore from the words"
    case .descriptor(.wrongNetwork), .descriptor(.mixedNetworks):
      "restore it in a home of its own network: `init --network ...`"
    case .descriptor(let error): error.hint
    case .notOfOneSeed: "do not use it: restore from the words and compare the first address"
    case .noPlace: "write the words down instead: `seed show NAME`"
    case .foreignWallet: "name a wallet of this seed with --wallet"
    }
  }
}
