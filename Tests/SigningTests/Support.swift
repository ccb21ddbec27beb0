import BitcoinPSBT
import Bytes
import ExtendedKeys
import Mnemonics
import Refusals
import ReviewFixtures
import SecretKeys
import SecureMemory
import Signing
import TransactionReview

/// The seed of eleven times "abandon" and "about" with an empty passphrase (BIP-39), 64 bytes.
private let seedHex =
  "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1"
  + "9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4"

/// The people of the fixtures' quorum, with their BIP-39 seeds.
enum Person: String, CaseIterable, Sendable {
  case ours, bob, carol

  fileprivate var seedHex: String {
    switch self {
    case .ours: SigningTests.seedHex
    case .bob:
      "878386efb78845b3355bd15ea4d39ef97d179cb712b77d5c12b6be415fffeffe"
        + "5f377ba02bf3f8544ab800b955e51fbff09828f682052a20faa6addbbddfb096"
    case .carol:
      "77d6be9708c8218738934f84bbbb78a2e048ca007746cb764f0673e4b1812d17"
        + "6bbb173e1a291f31cf633f1d0bad7d3cf071c30e98cd0688b5bcce65ecaceb36"
    }
  }
}

/// A ring with the master key of the fixtures' accounts.
func ring() throws -> KeyRing { try ring(.ours) }

/// A ring with the master key of one person.
func ring(_ person: Person) throws -> KeyRing {
  let ring = KeyRing()
  ring.add(try master(person))
  return ring
}

/// The master key of one person.
func master(_ person: Person) throws -> Xpriv {
  let bytes = try Hex.decode(person.seedHex)
  let seed = try Seed(SecretBytes(count: 64) { $0.copyBytes(from: bytes) })
  return try Xpriv(seed: seed, network: .mainnet)
}

/// A person who acknowledges some rules and answers the last question.
struct RecordingScreen: ReviewScreen {
  /// The rules that are acknowledged; nil for all of them.
  var acknowledged: Set<Rule>? = nil
  var consents = true
  /// What was shown and asked, in order.
  var events: [String] = []

  mutating func show(_ review: Review) { events.append("show") }

  mutating func acknowledges(_ warning: Finding) -> Bool {
    events.append(warning.rule.rawValue)
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
      + input.tapScriptSigs.map { $0.xOnlyKey.bytes + $0.leafHash.bytes + Array($0.signature) }
  }
}
