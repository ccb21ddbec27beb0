import ArgumentParser
import BitcoinPrimitives
import Descriptors
import EncryptedVault
import PacketSigning
import RecordingScreens
import ReviewFixtures
import SecureMemory
import SeedForms
import SignerHome
import Signing
import TerminalUI
import TransactionReview

@testable import KeyKeeper

extension Scene {
  /// What a vault holds that knows the wallets, coins and earlier payments of this scene.
  var contents: VaultContents {
    var contents = VaultContents(network: machine.network)
    for name in ["ours", "paper", "child"] {
      contents.seeds.append(
        StoredSeed(
          name: name, kind: name == "paper" ? .wif : .seed,
          secret: StoredSecret(SecretBytes(count: 16)), fingerprint: [1, 2, 3, 4], origin: "",
          created: 0, parent: name == "child" ? "ours" : nil))
    }
    for wallet in machine.wallets {
      let other = wallet.trust == .sweep ? "paper" : "child"
      contents.wallets.append(
        StoredWallet(
          name: wallet.name, descriptor: wallet.descriptor.canonical,
          keys: wallet.ownKeys.sorted().map {
            OwnKey(position: $0, seed: wallet.secretKeys.contains($0) ? "ours" : other)
          },
          source: "", registered: 0, highestReceive: wallet.highestKnown.first ?? nil,
          highestChange: wallet.highestKnown.dropFirst().first ?? nil))
    }
    for (coins, isProved) in [(machine.proved, true), (machine.claimed, false)] {
      for (point, output) in coins {
        contents.coins[CoinKey(txid: point.txid.bytes, vout: point.vout)] = CoinRecord(
          amount: output.rawValue, script: output.scriptPubKey.bytes, isProved: isProved)
      }
    }
    if machine.limits.acceptsUnprovenSegwitV0 { contents.settings["unproven-amounts"] = 1 }
    for payment in machine.history {
      let forgotten = [UInt8](repeating: 0, count: SigningRecord.payeeLength)
      contents.appendToLog(
        SigningRecord(
          time: payment.time, wallet: "", txid: payment.txid.bytes, sent: 0,
          fee: payment.fee ?? -1, lockTime: 0, accepted: [],
          unsignedTxid: payment.unsignedTxid.bytes,
          spent: payment.coins.map { CoinKey(txid: $0.txid.bytes, vout: $0.vout) },
          own: payment.own.isEmpty ? [] : payment.coins.map(payment.own.contains),
          payees: payment.remembersPayees ? payment.payees.flatMap(\.bytes) : forgotten))
    }
    return contents
  }

  /// Reads the packet as `key-keeper` does, with all that a review says about it.
  ///
  /// `change` is what a reviewer that was taken over does to it.
  func kept(
    _ review: Review, _ contents: VaultContents? = nil,
    change: (inout SignRequest) -> Void = { _ in }
  ) throws -> KeptSigning {
    let options = KeeperOptions(
      consent: try SignerConsentOptions.parse([]),
      seedPassphrase: try SeedPassphraseOptions.parse([]), isForOneRun: !machine.remembers,
      seed: nil, freshRandomness: false, comparesOnly: false)
    let environment = SignerEnvironment(home: nil, screen: RecordingScreen())
    let session = try SignerSession(try SignerCommonOptions.parse([]), in: environment)
    let inputs = review.facts.inputs.indices.filter { review.facts.inputs[$0].place != nil }
    var request = SignRequest(
      packet: draft.encoded(), isPutTogether: false, claims: ReviewClaims(review),
      inputs: Array(inputs), round: review.agreedRound,
      accepted: review.acknowledgements.map { LoggedAcceptance($0, .notKept) })
    change(&request)
    return try KeptSigning(request, contents ?? self.contents, options, session)
  }
}
