import AirgapMessages
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import Foundation
import SignedMessages
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

/// Proofs of funds with keys of several people, and with coins of several wallets.
@Suite struct `A proof of funds` {
  private static let forms = [
    "wsh(sortedmulti(2,@))", "sh(multi(2,@))",
    "tr(50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0,multi_a(2,@))",
  ]

  @Test(arguments: forms)
  func `of several people is signed one after the other, coin by coin with other keys`(
    form: String
  ) throws {
    let family = try Family()
    let descriptor = try family.descriptor(form)
    try family.register(descriptor)
    let (first, second) = (family.desks[0], family.desks[2])
    // Each address has its own keys of both.
    let coins = try [3, 8].map {
      try MessageProofCoin(descriptor, index: $0, amount: 1_000_000 * Int64($0))
    }
    let request = try first.request(
      descriptor, coins: coins.map(\.coin), previous: coins.map(\.previous))
    _ = try second.request(descriptor, coins: coins.map(\.coin), previous: coins.map(\.previous))
    let half = first.run(
      "message", "sign", request, "--wallet", "family", "--out", first.path("half.psbt"), "--yes",
      "--json")
    #expect(half.code == .done && half.json["complete"]?.boolValue == false, "\(half.err)")
    try first.hand("half.psbt", to: second)
    let arguments = [
      "message", "sign", second.path("request.dat"), second.path("half.psbt"), "--wallet",
      "family", "--out", second.path("whole.txt"), "--yes",
    ]
    // A half of a proof whose second coin the first one did not sign is taken, and is not enough.
    var missing = try first.psbt("half.psbt")
    missing.updateInput(2) { input in
      input.removeAll {
        $0.type == PSBTInputKey.partialSig.rawValue || $0.type == PSBTInputKey.tapScriptSig.rawValue
      }
    }
    try Data(missing.encoded()).write(to: second.folder.appending(path: "less.psbt"))
    let less = second.run(
      "message", "sign", second.path("request.dat"), second.path("less.psbt"), "--wallet",
      "family", "--out", second.path("less-whole.psbt"), "--yes", "--json")
    #expect(less.code == .done && less.json["complete"]?.boolValue == false, "\(less.err)")
    let whole = second.run(arguments)
    #expect(whole.code == .done, "\(whole.err)")
    let verified = second.verified("whole.txt").json
    #expect(verified["form"]?.stringValue == "proof-of-funds", "\(verified)")
    let amounts = (verified["coins"]?.arrayValue ?? []).map { $0["amount"]?.intValue }
    #expect(amounts == [3_000_000, 8_000_000])
  }

  @Test func `shows no coin that lies in another wallet, and each wallet has its own proof`() throws
  {
    let desk = try Desk.withSeed()
    let (segwit, taproot) = (try desk.account("wpkh"), try desk.account("tr"))
    let own = try MessageProofCoin(segwit, index: 3, amount: 3_000_000)
    let other = try MessageProofCoin(taproot, index: 4, amount: 4_000_000)
    let mixed = try desk.request(
      segwit, coins: [own.coin, other.coin], previous: [own.previous, other.previous])
    let refused = desk.run(
      "message", "sign", mixed, "--wallet", "first-wpkh-0", "--out", desk.path("a.txt"), "--yes")
    #expect(refused.code == .failed, "\(refused.out)")
    #expect(refused.err.unwrapped.contains("input 2"), "\(refused.err)")
    #expect(desk.run("log", "--json").json == .array([]))
    // A claim without the transaction is signed as the wallet's own script: no node knows such a coin.
    let bare = try desk.request(segwit, coins: [own.coin, other.coin], to: "bare.dat")
    let signed = desk.run(
      "message", "sign", bare, "--wallet", "first-wpkh-0", "--out", desk.path("a.txt"), "--yes")
    #expect(signed.code == .done, "\(signed.err)")
    let file = try SignedMessageFile(parsing: try desk.read("a.txt"))
    let verdict = try MessageSignature(parsing: file.signature).verdict(
      on: Array(Desk.text.utf8), by: Address(parsing: file.address, on: .regtest))
    #expect(verdict.coins[1].output.scriptPubKey != other.previous.output(at: 0)?.scriptPubKey)
    for (descriptor, wallet, coin) in [
      (segwit, "first-wpkh-0", own), (taproot, "first-tr-0", other),
    ] {
      let request = try desk.request(
        descriptor, coins: [coin.coin], previous: [coin.previous], to: "\(wallet).dat")
      let ran = desk.run(
        "message", "sign", request, "--wallet", wallet, "--out", desk.path("\(wallet).txt"), "--yes"
      )
      #expect(ran.code == .done, "\(ran.err)")
      #expect(desk.verified("\(wallet).txt").json["coins"]?.arrayValue?.count == 1)
    }
  }

  @Test func `of several wallets that another program made is verified, coin by coin`() throws {
    let desk = try Desk()
    let parts = ["message", "verify", "--address", ProofSample.address, "--signature"]
    let end = ["--text", ProofSample.text, "--json"]
    let valid = desk.run(parts + [ProofSample.signature] + end)
    #expect(valid.code == .done && valid.json["valid"]?.boolValue == true, "\(valid.err)")
    let amounts = (valid.json["coins"]?.arrayValue ?? []).map { $0["amount"]?.intValue }
    #expect(amounts == [10_000, 20_000, 30_000, 40_000, 50_000])
    // One byte of the last coin's signature.
    guard case .proofOfFunds(var psbt) = try MessageSignature(parsing: ProofSample.signature) else {
      return #expect(Bool(false))
    }
    var witness = psbt.inputs[5].finalScriptWitness ?? []
    witness[0][12] ^= 1
    psbt.updateInput(5) { $0.setFinalScriptWitness(witness) }
    let wrong = desk.run(parts + [MessageSignature.proofOfFunds(psbt).text] + end)
    #expect(wrong.code == .failed && wrong.json["error"]?.stringValue?.contains("input 5") == true)
  }
}

/// A coin of a wallet, and the transaction that made it.
struct MessageProofCoin {
  let coin: MessageRequest.Coin
  let previous: PreviousTransaction

  init(_ descriptor: Descriptor, index: UInt32, amount: Int64) throws {
    let script = try descriptor.derived(branch: 0, index: index).scriptPubKey
    let made = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: index))],
      outputs: [TxOut(rawValue: amount, scriptPubKey: script)])
    coin = MessageRequest.Coin(
      outPoint: OutPoint(txid: made.txid, vout: 0), amount: amount,
      place: MessageRequest.Place(branch: 0, index: index))
    previous = try PreviousTransaction(scanning: made.encoded()[...])
  }
}
