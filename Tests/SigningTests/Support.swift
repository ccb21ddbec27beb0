import BitcoinPSBT
import Bytes
import ExtendedKeys
import ReviewFixtures
import SecretKeys
import SecureMemory
import Signing
import TransactionReview

/// The seed of eleven times "abandon" and "about" with an empty passphrase (BIP-39), 64 bytes.
private let seedHex =
  "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1"
  + "9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4"

/// A ring with the master key of the fixtures' accounts.
func ring() throws -> KeyRing {
  let bytes = try Hex.decode(seedHex)
  let seed = try Seed(SecretBytes(count: 64) { $0.copyBytes(from: bytes) })
  let ring = KeyRing()
  ring.add(try Xpriv(seed: seed, network: .mainnet))
  return ring
}

/// A person who acknowledges some rules and answers the last question.
struct RecordingScreen: ReviewScreen {
  /// The rules that are acknowledged; nil for all of them.
  var acknowledged: Set<String>? = nil
  var consents = true
  /// What was shown and asked, in order.
  var events: [String] = []

  mutating func show(_ review: Review) { events.append("show") }

  mutating func acknowledges(_ warning: Finding) -> Bool {
    events.append(warning.rule)
    return acknowledged?.contains(warning.rule) ?? true
  }

  mutating func consents(to review: Review) -> Bool {
    events.append("consent")
    return consents
  }
}

/// Reviews and signs for a person who says yes to everything.
func signed(_ review: Review, keys: KeyRing) throws -> Signer.Outcome {
  var screen = RecordingScreen()
  let approval = try review.approval(on: &screen)
  return try Signer(keys: keys).signed(consuming: approval)
}

/// The signatures under our keys, input by input.
func signatures(_ psbt: PSBT) -> [[[UInt8]]] {
  psbt.inputs.map { input in
    input.partialSigs.map { Array($0.publicKey) + Array($0.signature) }
      + (input.tapKeySig.map { [Array($0)] } ?? [])
  }
}
