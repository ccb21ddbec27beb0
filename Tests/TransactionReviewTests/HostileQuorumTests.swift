import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Refusals
import ReviewFixtures
import Secp256k1
import Testing
import TransactionReview

/// What a hostile coordinator and a hostile cosigner try together.
@Suite struct HostileQuorumTests {
  private func leafCoin(leaves count: Int, derivations: Int, form: Int) throws -> PacketDraft.Coin {
    let internalKey = try Accounts.derived(.wpkh, of: Accounts.foreign, 0, 0).keys[0].publicKey
      .xOnly
    var depth = 0
    while 1 << depth < count { depth += 1 }
    let leaves = (0..<count).map { number -> TaprootTree.Leaf in
      let n = [UInt8(number & 0xff), UInt8(number >> 8)]
      let hash = n + [UInt8](repeating: 7, count: 18)
      let script =
        form == 0
        ? Script.p2pkh(hash: hash) : Script([0x02] + n + [0x75, 0x51])
      return TaprootTree.Leaf(depth: depth, script: script)
    }
    let tree = try #require(TaprootTree(leaves: leaves))
    let tweak = Taproot.tweak(internalKey: internalKey.bytes, merkleRoot: tree.merkleRoot)
    let output = try internalKey.tweaked(by: tweak)
    var coin = HonestPayment.bareCoin(
      paying: .p2tr(outputKey: output.key.bytes), satoshis: 500_000, seed: 9)
    coin.set(.witnessUTXO, [], coin.output.encoded())
    coin.set(.nonWitnessUTXO, [], coin.previous.encoded())
    var leafFields: [PacketDraft.Field] = []
    for (leaf, path) in zip(leaves, tree.paths) {
      let block = try #require(
        ControlBlock(
          leafVersion: 0xc0, parityIsOdd: output.parityIsOdd, internalKey: internalKey.bytes,
          path: path))
      leafFields.append(
        .init(PSBTInputKey.tapLeafScript.rawValue, block.encoded(), leaf.script.bytes + [0xc0]))
    }
    coin.fields += leafFields
    for number in 0..<derivations {
      let key = [UInt8(number & 0xff), UInt8(number >> 8)] + [UInt8](repeating: 3, count: 30)
      coin.fields.append(
        .init(PSBTInputKey.tapBIP32Derivation.rawValue, key, [0, 1, 2, 3, 4]))
    }
    let hash = Taproot.leafHash(version: 0xc0, script: leaves[0].script)
    coin.fields.append(
      .init(
        PSBTInputKey.tapScriptSig.rawValue, internalKey.bytes.bytes + hash.bytes,
        [UInt8](repeating: 1, count: 64)))
    return coin
  }

  @Test(arguments: [0, 1])
  func `a foreign tree of many leaves beside many keys is judged all the same`(form: Int) throws {
    var scene = try HonestPayment.scene()
    scene.draft.coins[1] = try leafCoin(leaves: 256, derivations: 4_000, form: form)
    let review = try scene.review()
    #expect(review.refusals.contains { $0.rule == .r20 && $0.message.hasPrefix("input 1") })
  }

  private func script() throws -> MultisigScript {
    let redeem = try Quorum.descriptor(.sh).derived(branch: 0, index: 0).redeemScript
    return try MultisigScript(try #require(redeem))
  }

  @Test func `payloads with many unknown members are put together in their order`() throws {
    let count = 20_000
    let plain = try MultisigPayload(
      try Quorum.scene(.sh).draft.transaction, redeemScript: script()
    ).text
    func text(_ range: Range<Int>) -> String {
      let more = range.map { "\"a\($0)\":0" }.joined(separator: ",")
      return plain.dropLast() + "," + more + "}"
    }
    let first = try MultisigPayload(parsing: text(0..<count))
    let second = try MultisigPayload(parsing: text((count / 2)..<(2 * count)))
    #expect(try first.combined(with: second).text == text(0..<(2 * count)))
  }

  @Test func `inputs of one previous transaction share its bytes`() throws {
    let script = try script()
    let previous = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 1))],
      outputs: [TxOut](
        repeating: TxOut(rawValue: 1_000, scriptPubKey: script.scriptPubKey), count: 100))
    let transaction = Transaction(
      inputs: (0..<100).map {
        TxIn(previousOutput: OutPoint(txid: previous.txid, vout: UInt32($0)))
      }, outputs: [TxOut(rawValue: 90_000, scriptPubKey: script.scriptPubKey)])
    let psbt = try MultisigPayload(transaction, redeemScript: script)
      .psbt(previousTransactions: [previous])
    let copies = psbt.inputs.compactMap { input in
      input.nonWitnessUTXO?.bytes.withUnsafeBytes { $0.baseAddress.map(UInt.init(bitPattern:)) }
    }
    #expect(copies.count == 100 && Set(copies).count == 1)
  }

  @Test func `a transaction that no block holds is refused before it is hashed`() throws {
    let script = try script()
    func transaction(_ size: Int) -> Transaction {
      // 60 bytes around the script: version, counts, an input, an amount, lengths, lock time.
      Transaction(
        inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 0))],
        outputs: [
          TxOut(rawValue: 900, scriptPubKey: Script([UInt8](repeating: 0x51, count: size - 64)))
        ])
    }
    #expect(transaction(1_000_000).baseSize == 1_000_000)
    #expect(throws: Never.self) {
      try MultisigPayload(transaction(1_000_000), redeemScript: script)
    }
    #expect(throws: MultisigPayloadError.tooMany("bytes", count: 1_000_001, limit: 1_000_000)) {
      try MultisigPayload(transaction(1_000_001), redeemScript: script)
    }
    for (size, isTaken) in [(1_000_000, true), (1_000_001, false)] {
      var draft = try HonestPayment.scene().draft
      draft.coins = Array(draft.coins.prefix(1))
      draft.payments = [PacketDraft.Payment(transaction(size).outputs[0])]
      #expect(draft.transaction.baseSize == size)
      #expect(((try? draft.psbt()) != nil) == isTaken)
    }
  }

  @Test func `change that the wallet spent itself is change, whatever else is spent`() throws {
    var scene = try Quorum.scene(.wsh)
    scene.machine.wallets.append(try Accounts.wallet(.wpkh))
    scene.draft.coins[1] = try HonestPayment.coin(.wpkh, branch: 1, index: 1, satoshis: 500_000)
    scene.draft.payments[0].output.rawValue = 490_000
    for (back, rules) in [(1_000_000 as Int64, []), (1_000_001, [Rule.r06])] {
      scene.draft.payments[1].output.rawValue = back
      #expect(try scene.review().warnings.map(\.rule) == rules)
    }
    // Money of the quorum that goes to a wallet of ours alone is lost to the quorum only.
    scene.draft.payments[1] = try HonestPayment.change(
      .wpkh, branch: 1, index: 3, satoshis: 1_000_000)
    #expect(try scene.review().warnings.isEmpty)
  }

  @Test func `keys of others under no fingerprint or under ours`() throws {
    let keys = try Quorum.descriptor(.wsh).derived(branch: 0, index: 2).keys
    let zero = KeyOrigin(fingerprint: .zero, path: keys[1].origin.path)
    for (key, origin, rules) in [
      (keys[1], zero, []), (keys[1], keys[0].origin, [Rule.r12]),
      (keys[0], keys[1].origin, [Rule.r08]),
    ] {
      var scene = try Quorum.scene(.wsh)
      scene.draft.coins[0].set(
        .bip32Derivation, key.publicKey.compressed, origin.encoded())
      #expect(try scene.review().refusals.map(\.rule) == rules)
    }
  }
}
