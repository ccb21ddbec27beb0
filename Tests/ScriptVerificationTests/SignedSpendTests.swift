import BitcoinPrimitives
import Bytes
import ScriptVerification
import Testing

/// Signed transactions that stand in the standards, with the coins they spend.
struct SignedSpend: Sendable, CustomTestStringConvertible {
  let standard: String
  let transaction: String
  let coins: [(amount: Int64, scriptPubKey: String)]

  var testDescription: String { standard }

  static let all = [
    SignedSpend(
      standard: "BIP-143, P2PK and P2WPKH",
      transaction:
        "01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f000000004948"
        + "30450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3"
        + "f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3a"
        + "a89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df3"
        + "78db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f016"
        + "7faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a"
        + "0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368d"
        + "a1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000",
      coins: [
        (625_000_000, "2103c9f4836b9a4f77fc0d81f7bcb01b7f1b35916864b9476c241ce9fc198bd25432ac"),
        (600_000_000, "00141d0f172a0ecb48aee1be1f2687d2963ae33f71a1"),
      ]),
    SignedSpend(
      standard: "BIP-143, P2PK and P2WSH with a code separator and SINGLE without its output",
      transaction:
        "01000000000102fe3dc9208094f3ffd12645477b3dc56f60ec4fa8e6f5d67c565d1c6b9216b36e000000004847"
        + "304402200af4e47c9b9629dbecc21f73af989bdaa911f7e6f6c2e9394588a3aa68f81e9902204f3fcf6ade7e5a"
        + "bb1295b6774c8e0abd94ae62217367096bc02ee5e435b67da201ffffffff0815cf020f013ed6cf91d29f4202e8"
        + "a58726b1ac6c79da47c23d1bee0a6925f80000000000ffffffff0100f2052a010000001976a914a30741f8145e"
        + "5acadf23f751864167f32e0963f788ac000347304402200de66acf4527789bfda55fc5459e214fa6083f936b43"
        + "0a762c629656216805ac0220396f550692cd347171cbc1ef1f51e15282e837bb2b30860dc77c8f78bc8501e503"
        + "473044022027dc95ad6b740fe5129e7e62a75dd00f291a2aeb1200b84b09d9e3789406b6c002201a9ecd315dd6"
        + "a0e632ab20bbb98948bc0c6fb204f2c286963bb48517a7058e27034721026dccc749adc2a9d0d89497ac511f76"
        + "0f45c47dc5ed9cf352a58ac706453880aeadab210255a9626aebf5e29c0e6538428ba0d1dcf6ca98ffdf086aa8"
        + "ced5e0d0215ea465ac00000000",
      coins: [
        (156_250_000, "21036d5c20fa14fb2f635474c1dc4ef5909d4568e5569b79fc94d3448486e14685f8ac"),
        (
          4_900_000_000, "00205d1b56b63d714eebe542309525f484b7e9d6f686b3781b6f61ef925d66d6f6a0"
        ),
      ]),
    SignedSpend(
      standard: "BIP-143, P2SH-P2WSH with six hash types",
      transaction:
        "0100000000010136641869ca081e70f394c6948e8af409e18b619df2ed74aa106c1ca29787b96e010000002322"
        + "0020a16b5755f7f6f96dbd65f5f0d6ab9418b89af4b1f14a1bb8a09062c35f0dcb54ffffffff0200e9a4350000"
        + "00001976a914389ffce9cd9ae88dcc0631e88a821ffdbe9bfe2688acc0832f05000000001976a9147480a33f95"
        + "0689af511e6e84c138dbbd3c3ee41588ac080047304402206ac44d672dac41f9b00e28f4df20c52eeb087207e8"
        + "d758d76d92c6fab3b73e2b0220367750dbbe19290069cba53d096f44530e4f98acaa594810388cf7409a1870ce"
        + "01473044022068c7946a43232757cbdf9176f009a928e1cd9a1a8c212f15c1e11ac9f2925d9002205b75f937ff"
        + "2f9f3c1246e547e54f62e027f64eefa2695578cc6432cdabce271502473044022059ebf56d98010a932cf8ecfe"
        + "c54c48e6139ed6adb0728c09cbe1e4fa0915302e022007cd986c8fa870ff5d2b3a89139c9fe7e499259875357e"
        + "20fcbb15571c76795403483045022100fbefd94bd0a488d50b79102b5dad4ab6ced30c4069f1eaa69a4b5a7634"
        + "14067e02203156c6a5c9cf88f91265f5a942e96213afae16d83321c8b31bb342142a14d16381483045022100a5"
        + "263ea0553ba89221984bd7f0b13613db16e7a70c549a86de0cc0444141a407022005c360ef0ae5a5d4f9f2f87a"
        + "56c1546cc8268cab08c73501d6b3be2e1e1a8a08824730440220525406a1482936d5a21888260dc165497a90a1"
        + "5669636d8edca6b9fe490d309c022032af0c646a34a44d1f4576bf6a4a74b67940f8faa84c7df9abe12a01a11e"
        + "2b4783cf56210307b8ae49ac90a048e9b53357a2354b3334e9c8bee813ecb98e99a7e07e8c3ba32103b28f0c28"
        + "bfab54554ae8c658ac5c3e0ce6e79ad336331f78c428dd43eea8449b21034b8113d703413d57761b8b9781957b"
        + "8c0ac1dfe69f492580ca4195f50376ba4a21033400f6afecb833092a9a21cfdf1ed1376e58c5d1f47de7468312"
        + "3987e967a8f42103a6d48b1131e94ba04d9737d61acdaa1322008af9602b3b14862c07a1789aac162102d8b661"
        + "b0b3302ee2f162b09e07a55ad5dfbe673a9f01d9f0c19617681024306b56ae00000000",
      coins: [(987_654_321, "a9149993a429037b5d912407a71c252019287b8d27a587")]),
    SignedSpend(
      standard: "BIP-341, key path with every hash type",
      transaction:
        "020000000001097de20cbff686da83a54981d2b9bab3586f4ca7e48f57f5b55963115f3b334e9c010000000000"
        + "000000d7b7cab57b1393ace2d064f4d4a2cb8af6def61273e127517d44759b6dafdd990000000000fffffffff8"
        + "e1f583384333689228c5d28eac13366be082dc57441760d957275419a41842000000006b4830450221008f3b8f"
        + "8f0537c420654d2283673a761b7ee2ea3c130753103e08ce79201cf32a022079e7ab904a1980ef1c5890b648c8"
        + "783f4d10103dd62f740d13daa79e298d50c201210279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d9"
        + "59f2815b16f81798fffffffff0689180aa63b30cb162a73c6d2a38b7eeda2a83ece74310fda0843ad604853b01"
        + "00000000feffffffaa5202bdf6d8ccd2ee0f0202afbbb7461d9264a25e5bfd3c5a52ee1239e0ba6c0000000000"
        + "feffffff956149bdc66faa968eb2be2d2faa29718acbfe3941215893a2a3446d32acd050000000000000000000"
        + "e664b9773b88c09c32cb70a2a3e4da0ced63b7ba3b22f848531bbb1d5d5f4c94010000000000000000e9aa6b8e"
        + "6c9de67619e6a3924ae25696bb7b694bb677a632a74ef7eadfd4eabf0000000000ffffffffa778eb6a263dc090"
        + "464cd125c466b5a99667720b1c110468831d058aa1b82af10100000000ffffffff0200ca9a3b000000001976a9"
        + "1406afd46bcdfd22ef94ac122aa11f241244a37ecc88ac807840cb0000000020ac9a87f5594be208f8532db38c"
        + "ff670c450ed2fea8fcdefcc9a663f78bab962b0141ed7c1647cb97379e76892be0cacff57ec4a7102aa24296ca"
        + "39af7541246d8ff14d38958d4cc1e2e478e4d4a764bbfd835b16d4e314b72937b29833060b87276c030141052a"
        + "edffc554b41f52b521071793a6b88d6dbca9dba94cf34c83696de0c1ec35ca9c5ed4ab28059bd606a4f3a657ee"
        + "c0bb96661d42921b5f50a95ad33675b54f83000141ff45f742a876139946a149ab4d9185574b98dc919d2eb675"
        + "4f8abaa59d18b025637a3aa043b91817739554f4ed2026cf8022dbd83e351ce1fabc272841d2510a010140b401"
        + "0dd48a617db09926f729e79c33ae0b4e94b79f04a1ae93ede6315eb3669de185a17d2b0ac9ee09fd4c64b678a0"
        + "b61a0a86fa888a273c8511be83bfd6810f0247304402202b795e4de72646d76eab3f0ab27dfa30b810e856ff3a"
        + "46c9a702df53bb0d8cc302203ccc4d822edab5f35caddb10af1be93583526ccfbade4b4ead350781e2f8adcd01"
        + "2102f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f90141a3785919a2ce3c4ce2"
        + "6f298c3d51619bc474ae24014bcdd31328cd8cfbab2eff3395fa0a16fe5f486d12f22a9cedded5ae74feb4bbe5"
        + "351346508c5405bcfee0020141ea0c6ba90763c2d3a296ad82ba45881abb4f426b3f87af162dd24d5109edc1cd"
        + "d11915095ba47c3a9963dc1e6c432939872bc49212fe34c632cd3ab9fed429c4820141bbc9584a11074e83bc8c"
        + "6759ec55401f0ae7b03ef290c3139814f545b58a9f8127258000874f44bc46db7646322107d4d86aec8e73b871"
        + "9a61fff761d75b5dd9810065cd1d",
      coins: [
        (420_000_000, "512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343"),
        (462_000_000, "5120147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3"),
        (294_000_000, "76a914751e76e8199196d454941c45d1b3a323f1433bd688ac"),
        (504_000_000, "5120e4d810fd50586274face62b8a807eb9719cef49c04177cc6b76a9a4251d5450e"),
        (630_000_000, "512091b64d5324723a985170e4dc5a0f84c041804f2cd12660fa5dec09fc21783605"),
        (378_000_000, "00147dd65592d0ab2fe0d0257d571abf032cd9db93dc"),
        (672_000_000, "512075169f4001aa68f15bbed28b218df1d0a62cbbcf1188c6665110c293c907b831"),
        (546_000_000, "5120712447206d7a5238acc7ff53fbe94a3b64539ad291c7cdbc490b7577e4b17df5"),
        (588_000_000, "512077e30a5522dd9f894c3f8b8bd4c4b2cf82ca7da8a3ea6a239655c39c050ab220"),
      ]),
    // Made with Tests/CrossChecks; Bitcoin Core's consensus library agrees.
    SignedSpend(
      standard: "BIP-342, CHECKSIGADD, code separators, a branch and an annex",
      transaction:
        "02000000000101b45872247b39e84b6e978698c0c3500698d903cb6c1d0a508b560756653db36d0100000000fd"
        + "ffffff01905f010000000000160014ba2bb50c9253c332c4ca224ce2b6be661d03e0e50941801e79c676948a8a"
        + "e358381e14b0e3931627afca2e23936cd1eee540fb69aaa27b54d679bcb41099c18900218133ecf99ffe8c44d8"
        + "0bd203cf03a0b4f231bca7010041bfa7292995eadc93c3021b12f48c7ab5790d32d981f228e3491a892a588d4d"
        + "eaf1ba2de20a7e0b1b57bdc25bc1761e121027df5842ffa484d2e0a2d4e8468aba0141f7beea5b6817468a5139"
        + "7134c39ff1c84e6958b6cd81bdf0de65eba48d3636f77f5293b1d5ba50e47f8c7db896307f413fb8e1e9b849d7"
        + "b4eddfa504976158fc03010140d0ce4e3410f97af71508099f8b550a55da1a590da8461ea58826dc6066745bbe"
        + "8984827da2ae611e83ba4aa8d442aa2eede7def87ae3244ce67a57c95a1a9bb3b320774ae7f858a9411e5ef424"
        + "6b70c65aac5649980be5c17891bbec17895da008cbadab63ab20d01115d548e7561b15c38f004d734633687cf4"
        + "419620095bc5b0f47070afe85aad676a680020d01115d548e7561b15c38f004d734633687cf4419620095bc5b0"
        + "f47070afe85aba20f28773c2d975288bc7d1d205c3748651b075fbc6610e58cddeeddf8f19405aa8ba20499fdf"
        + "9e895e719cfd64e67f07d38e3226aa7b63678949e6e49b241a60e823e4ba529c41c0774ae7f858a9411e5ef424"
        + "6b70c65aac5649980be5c17891bbec17895da008cbc4e8109762eab651f5a448040fe3ad548d27bb92b9a881c7"
        + "9a718f0bb0bf8f9d0350010200000000",
      coins: [(100_000, "5120680e25f585ac64fcaf8a21980bfa19709b1bf07be3a98705ad471f796b961bc2")]),
  ]

  func spentOutputs() throws -> [TxOut] {
    try coins.map {
      TxOut(rawValue: $0.amount, scriptPubKey: try Script(hex: $0.scriptPubKey))
    }
  }
}

@Suite struct `Signed spends of the standards` {
  @Test(arguments: SignedSpend.all)
  func `are valid, and pay a fee`(spend: SignedSpend) throws {
    let transaction = try Transaction(decoding: try Hex.decode(spend.transaction))
    let fee = try TransactionVerifier.verify(
      transaction, spentOutputs: try spend.spentOutputs(), flags: .consensus)
    #expect(fee.satoshis > 0)
  }

  @Test(arguments: SignedSpend.all)
  func `are wrong with any amount changed that the signatures cover`(spend: SignedSpend) throws {
    let transaction = try Transaction(decoding: try Hex.decode(spend.transaction))
    for index in spend.coins.indices {
      var outputs = try spend.spentOutputs()
      // Signatures of P2PK and P2PKH do not cover amounts.
      guard outputs[index].scriptPubKey.witnessProgram != nil || outputs[index].scriptPubKey.isP2SH
      else { continue }
      outputs[index].rawValue += 1
      #expect(throws: TransactionVerificationError.self) {
        try TransactionVerifier.verify(transaction, spentOutputs: outputs, flags: .consensus)
      }
    }
  }

  @Test(arguments: SignedSpend.all)
  func `are wrong with any byte of a script or witness changed`(spend: SignedSpend) throws {
    let transaction = try Transaction(decoding: try Hex.decode(spend.transaction))
    let outputs = try spend.spentOutputs()
    func isRefused(_ changed: Transaction, _ input: Int) throws -> Bool {
      let cache = try SighashCache(changed, spentOutputs: outputs)
      do {
        try ScriptVerifier.verify(inputIndex: input, in: cache, flags: .consensus)
        return false
      } catch {
        return true
      }
    }
    for input in transaction.inputs.indices {
      for offset in 0..<transaction.inputs[input].scriptSig.count {
        var bytes = transaction.inputs[input].scriptSig.bytes
        bytes[offset] ^= 0x40
        var changed = transaction
        changed.inputs[input].scriptSig = Script(bytes)
        #expect(try isRefused(changed, input), "byte \(offset) of script \(input)")
      }
      for item in transaction.inputs[input].witness.indices {
        for offset in transaction.inputs[input].witness[item].indices {
          var changed = transaction
          changed.inputs[input].witness[item][offset] ^= 0x40
          #expect(
            try isRefused(changed, input), "byte \(offset) of witness item \(item) of \(input)")
        }
      }
    }
  }
}
