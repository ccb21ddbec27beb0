import ArgumentParser
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import ExtendedKeys
import PacketSigning
import RecordingScreens
import ReviewFixtures
import SecondReading
import SeedForms
import SignerHome
import Signing
import TerminalUI
import Testing
import TransactionReview

@testable import KeyKeeper

/// What holds the seeds refuses by itself what a reviewer would refuse, as far as money is at stake.
@Suite struct `Hostile packets, past the reviewer` {
  @Test func `honest payments are taken`() throws {
    for honest in HonestScene.all {
      let scene = try honest.scene()
      let review = try scene.review()
      guard review.refusals.isEmpty, !scene.machine.isFromPayload else { continue }
      do {
        _ = try scene.kept(review)
      } catch {
        Issue.record("\(honest.name): \(error)")
      }
    }
  }

  @Test func `refused ones are refused`() throws {
    var taken: [String] = []
    for flaw in Flaw.all {
      let scene = try flaw.scene()
      guard let review = try? scene.review(), !review.refusals.isEmpty else { continue }
      if (try? scene.kept(review)) != nil { taken.append(flaw.name) }
    }
    // The others say wrong things about keys, scripts and signatures, of which nothing is used: change is derived
    // anew, what is not found counts as leaving, and whoever made a wrong signature harms themselves.
    // Proofs that coins are confirmed, and notes, are not read at all (docs/decisions/0037).
    let unused = [
      "r02-confirmed", "r06", "r08", "r10-on-a-foreign-input", "r11", "r12", "r13", "r14", "r20",
      "r27-note",
    ]
    let others = taken.filter { name in !unused.contains { name.hasPrefix($0) } }
    #expect(others == [], "\(others)")
  }

  @Test func `malformed ones are refused, whatever an honest review says`() throws {
    let scene = try HonestPayment.scene()
    let review = try scene.review()
    for packet in try BadPacket.all() where packet.name.hasPrefix("malformed: ") {
      #expect(throws: ProgramError.self, "\(packet.name)") {
        _ = try scene.kept(review) { $0.packet = packet.bytes }
      }
    }
  }

  /// A reviewer that says of a changed packet what was true of the honest one.
  @Test(arguments: [StandardAccount.pkh, .wpkh, .tr])
  func `with a changed byte it refuses, or signs the honest payment`(script: StandardAccount) throws
  {
    let scene = try HonestPayment.scene(script)
    let review = try scene.review()
    let honest = try scene.kept(review)
    let bytes = scene.draft.encoded()
    var (refused, same) = (0, 0)
    for index in bytes.indices {
      var mutant = bytes
      mutant[index] ^= UInt8(truncatingIfNeeded: index &* 37 | 1)
      guard let kept = try? scene.kept(review, change: { $0.packet = mutant }) else {
        refused += 1
        continue
      }
      same += 1
      #expect(kept.signer.unsignedTxid == honest.signer.unsignedTxid, "byte \(index)")
      #expect(kept.reading.fee == honest.reading.fee, "byte \(index)")
      #expect(kept.leaving.amount == honest.leaving.amount, "byte \(index)")
      #expect(
        kept.reading.inputs.map(\.home) == honest.reading.inputs.map(\.home), "byte \(index)")
    }
    #expect(refused > 0 && same > 0, "\(refused) refused, \(same) read alike")
  }

  @Test func `a coin that was ours in an earlier signing is not somebody else's now`() throws {
    let flaw = try #require(Flaw.all.first { $0.name == "r12-foreign-input" })
    let scene = try flaw.scene()
    let review = try scene.review()
    let number = try #require(
      review.facts.inputs.indices.first { review.facts.inputs[$0].place == nil })
    let point = review.facts.inputs[number].outPoint
    for isOwn in [false, true] {
      var contents = scene.contents
      contents.appendToLog(
        SigningRecord(
          time: 0, wallet: "", txid: .zero, sent: 0, fee: 0, lockTime: 0, accepted: [],
          unsignedTxid: .zero,
          spent: [
            CoinKey(txid: point.txid.bytes, vout: point.vout), CoinKey(txid: .zero, vout: 9),
          ], own: [isOwn, true]))
      if isOwn {
        #expect(throws: ProgramError(KeyKeeperError.wasOurs(input: number))) {
          try scene.kept(review, contents)
        }
      } else {
        _ = try scene.kept(review, contents)
      }
    }
  }

  @Test func `an input that is final is not signed again`() throws {
    var scene = try HonestPayment.scene()
    scene.draft.coins[1].set(.finalScriptWitness, [], [1, 1, 1])
    let review = try scene.review()
    #expect(throws: ProgramError.self) { try scene.kept(review) }
  }

  @Test func `nothing is signed of a payment whose inputs are all left out`() throws {
    let scene = try HonestPayment.scene()
    let review = try scene.review()
    let whole = try scene.kept(review)
    var request = whole.request
    request.inputs = []
    let options = KeeperOptions(
      consent: try SignerConsentOptions.parse([]),
      seedPassphrase: try SeedPassphraseOptions.parse([]), seed: nil, freshRandomness: false,
      comparesOnly: false)
    let session = try SignerSession(
      try SignerCommonOptions.parse([]),
      in: SignerEnvironment(home: nil, screen: RecordingScreen()))
    #expect(throws: ProgramError(KeyKeeperError.nothingToSign)) {
      try KeptSigning(request, scene.contents, options, session)
    }
  }

  @Test func `the log names a payment as the chain will`() throws {
    // With a script in front of a witness the name changes, and from before segwit with each signature.
    for honest in HonestScene.all {
      let scene = try honest.scene()
      let review = try scene.review()
      guard review.refusals.isEmpty, scene.machine.network == .mainnet,
        !scene.machine.isFromPayload, let txid = review.facts.txid
      else { continue }
      let kept = try scene.kept(review)
      #expect(
        kept.signer.txid(with: [], in: kept.agreement) == txid.bytes, "\(honest.name)")
    }
  }
}
