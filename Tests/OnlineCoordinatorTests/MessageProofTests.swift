import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import ChainTypes
import Descriptors
import Foundation
import NodeClients
import SignedMessages
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import OnlineCoordinator

/// Proofs of funds whose coins lie in several wallets with keys of several people, as BIP-322 allows.
@Suite struct MessageProofTests {
  private static let people = [11, 12, 13].map { Person(number: $0) }

  /// The wallets, with `@n` for the key of person n.
  ///
  /// The first one's address signs the text.
  private static let wallets = [
    "wpkh(@0)", "pkh(@1)", "sh(wpkh(@2))", "wsh(sortedmulti(2,@0,@2))",
    "tr(50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0,multi_a(2,@1,@2))",
    "wpkh(@1)",
  ]

  private static func script(_ form: String) throws -> DerivedScript {
    var text = form
    for (number, person) in people.enumerated() {
      text = text.replacingOccurrences(of: "@\(number)", with: try person.hex())
    }
    return try Descriptor(parsing: text).derived(branch: 0, index: 0)
  }

  /// A coin of each wallet but the first, all made by one transaction.
  private static func coins() throws -> [MessageDraft.Coin] {
    let scripts = try wallets.dropFirst().map(script)
    let made = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 5))],
      outputs: scripts.enumerated().map {
        TxOut(rawValue: 10_000 * Int64($0.offset + 1), scriptPubKey: $0.element.scriptPubKey)
      })
    let previous = try PreviousTransaction(scanning: made.encoded()[...])
    return zip(scripts, made.outputs).enumerated().map { number, coin in
      MessageDraft.Coin(
        outPoint: OutPoint(txid: made.txid, vout: UInt32(number)), output: coin.1,
        script: coin.0, previous: previous)
    }
  }

  private static func draft() throws -> MessageDraft {
    try MessageDraft(
      Array(ProofSample.text.utf8), signedBy: script(wallets[0]), showing: coins())
  }

  private func check(_ signature: String, _ said: [UnspentOutput?]) async throws -> Desk.Run {
    let desk = try await Desk.practising()
    let chain = DyingChain(folder: desk.path("home/rehearsal-practice"))
    chain.isOnMainnet.withLock { $0 = true }
    chain.saysUnspent.withLock { $0 = said }
    desk.source = { _ in chain }
    return await desk.run(
      "message", "check", "--address", ProofSample.address, "--signature", signature, "--text",
      ProofSample.text, "--json")
  }

  @Test func `is whole when everybody has signed what is theirs, and checked coin by coin`()
    async throws
  {
    var draft = try Self.draft()
    // Each signs alone, knowing nothing of the others' signatures.
    for (number, person) in Self.people.enumerated() {
      #expect(try draft.signature(as: .bip322) == nil, "\(number) people are not enough")
      try draft.addSignatures(of: person.sign(Self.draft().psbt))
    }
    let signature = try #require(try draft.signature(as: .bip322)).text
    // The signer's tests verify the same bytes: signatures are deterministic.
    #expect(signature == ProofSample.signature)
    let unspent = try Self.coins().map {
      UnspentOutput(output: $0.output, height: 7, isCoinbase: false)
    }
    let run = try await check(signature, unspent)
    #expect(run.code == .done, "\(run.err)")
    #expect(run.json["form"]?.stringValue == "proof-of-funds")
    let coins = run.json["coins"]?.arrayValue ?? []
    #expect(coins.map { $0["amount"]?.intValue } == [10_000, 20_000, 30_000, 40_000, 50_000])
    #expect(coins.allSatisfy { $0["unspent"]?.boolValue == true })
    // One of the five is spent: the others do not speak for it.
    let four = try await check(
      signature, unspent.enumerated().map { $0.offset == 3 ? nil : $0.element })
    #expect(four.code == .failed && four.err.contains("1 of the 5 coins"), "\(four.err)")
  }

  @Test func `is no proof while a key of one of the wallets is missing, or another one signed`()
    throws
  {
    var draft = try Self.draft()
    for person in Self.people.dropLast() {
      try draft.addSignatures(of: person.sign(Self.draft().psbt))
    }
    #expect(try draft.signature(as: .bip322) == nil)
    // Somebody signs another wallet's coin with their own key.
    let stranger = try Self.people[2].sign(Self.draft().psbt)
    let own = try #require(stranger.inputs[2].partialSigs.first)
    var wrong = try Self.draft().psbt
    wrong.updateInput(5) { $0.setPartialSig(Array(own.signature), publicKey: own.publicKey) }
    #expect(throws: MessageError.self) { try draft.addSignatures(of: wrong) }
    // A signature for one coin is none for another one of the same key.
    let second = try #require(
      try Self.people[1].sign(Self.draft().psbt).inputs[1].partialSigs.first)
    var moved = try Self.draft().psbt
    moved.updateInput(5) { $0.setPartialSig(Array(second.signature), publicKey: second.publicKey) }
    #expect(throws: MessageError.self) { try draft.addSignatures(of: moved) }
    // Nor of a proof with another coin in it.
    let fewer = try MessageDraft(
      Array(ProofSample.text.utf8), signedBy: Self.script(Self.wallets[0]),
      showing: Self.coins().dropLast())
    #expect(throws: MessageError.otherMessage) {
      try draft.addSignatures(of: Self.people[2].sign(fewer.psbt))
    }
  }

  @Test func `is refused where a coin of another wallet is put in the place of one that signed`()
    async throws
  {
    guard case .proofOfFunds(let psbt) = try MessageSignature(parsing: ProofSample.signature) else {
      return #expect(Bool(false))
    }
    let address = try Address(parsing: ProofSample.address, on: .mainnet)
    for input in 1..<psbt.inputs.count {
      var other = psbt
      // What the input was finished with belongs to its neighbour.
      let next = input + 1 < psbt.inputs.count ? input + 1 : 1
      other.updateInput(input) {
        $0.setFinalScriptSig(psbt.inputs[next].finalScriptSig ?? Script())
        $0.setFinalScriptWitness(psbt.inputs[next].finalScriptWitness ?? [])
      }
      #expect(throws: MessageError.self, "input \(input)") {
        _ = try MessageSignature.proofOfFunds(other).verdict(
          on: Array(ProofSample.text.utf8), by: address)
      }
    }
    // Another wallet's address did not sign the text, though its key signed a coin.
    for form in Self.wallets.dropFirst() {
      let other = try #require(Address(script: Self.script(form).scriptPubKey, network: .mainnet))
      #expect(throws: MessageError.otherMessage, "\(form)") {
        _ = try MessageSignature(parsing: ProofSample.signature).verdict(
          on: Array(ProofSample.text.utf8), by: other)
      }
    }
  }
}
