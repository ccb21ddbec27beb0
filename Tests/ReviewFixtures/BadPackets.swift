import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Secp256k1
import TransactionReview

/// What a hostile coordinator sends: each of them must end without a signature.
public struct BadPacket: Sendable, CustomStringConvertible {
  public let name: String
  /// The bytes as they cross the gap.
  public let bytes: [UInt8]
  public let machine: ContextDraft

  public var description: String { name }

  /// Everything that is refused for any of the four kinds of single-key account, the flaws that
  /// concern one of them alone, and PSBTs that are malformed.
  public static func all() throws -> [BadPacket] {
    var packets: [BadPacket] = []
    for script: StandardAccount in [.pkh, .shWpkh, .wpkh, .tr] {
      for flaw in GeneralFlaw.all {
        var scene = try HonestPayment.scene(script)
        guard try flaw.spoil(&scene, script) else { continue }
        packets.append(
          BadPacket(
            name: "\(script): \(flaw.name)", bytes: scene.draft.encoded(), machine: scene.machine))
      }
    }
    for flaw in Flaw.all where flaw.severity == .refuse {
      let scene = try flaw.scene()
      packets.append(
        BadPacket(name: flaw.name, bytes: scene.draft.encoded(), machine: scene.machine))
    }
    let scene = try HonestPayment.scene()
    for (name, bytes) in try MalformedPackets.all(from: scene.draft) {
      packets.append(BadPacket(name: "malformed: \(name)", bytes: bytes, machine: scene.machine))
    }
    return packets
  }
}

/// Flaws that can be put into a payment of any single-key account.
struct GeneralFlaw: Sendable {
  let name: String
  /// Puts the flaw in; false where it is none for this kind of account.
  let spoil: @Sendable (inout Scene, StandardAccount) throws -> Bool

  init(
    _ name: String, spoil: @escaping @Sendable (inout Scene, StandardAccount) throws -> Bool
  ) {
    self.name = name
    self.spoil = spoil
  }

  static let all: [GeneralFlaw] = [
    outputAmounts, coinAmounts, amounts, previous, missingOutputs, replacedChange, claimedSteps,
    claimedPaths, farChange, ownership, sighashes, signed,
  ].flatMap { $0 }

  private static let attackers: [(String, Script)] = [
    ("p2pkh", .p2pkh(hash: [UInt8](repeating: 0x66, count: 20))),
    ("p2sh", .p2sh(hash: [UInt8](repeating: 0x66, count: 20))),
    ("p2wpkh", .p2wpkh(hash: [UInt8](repeating: 0x66, count: 20))),
    ("p2wsh", .p2wsh(Script([0x51]))),
    ("p2tr", .p2tr(outputKey: Script([0x51]).sha256)),
    ("anyone can spend", Script([0x51])),
    ("data", .opReturn([1])),
    ("nothing at all", Script()),
  ]

  private static let outputAmounts: [GeneralFlaw] =
    [Int64.min, -1, Amount.maxSatoshis + 1, Int64.max].map { value in
      GeneralFlaw(
        "output of \(value) sat"
      ) { scene, _ in
        scene.draft.payments[0].output.rawValue = value
        return true
      }
    }

  private static let coinAmounts: [GeneralFlaw] =
    [Int64.min, -1, Amount.maxSatoshis + 1, Int64.max].map { value in
      GeneralFlaw(
        "coin of \(value) sat"
      ) { scene, _ in
        scene.draft.coins[0].changePrevious { $0.outputs[1].rawValue = value }
        return true
      }
    }

  private static let amounts: [GeneralFlaw] = [
    GeneralFlaw(
      "outputs that add up beyond 64 bits"
    ) { scene, _ in
      let output = scene.draft.payments[0]
      scene.draft.payments += [PacketDraft.Payment](repeating: output, count: 4)
      for index in scene.draft.payments.indices {
        scene.draft.payments[index].output.rawValue = .max / 2
      }
      return true
    },
    GeneralFlaw(
      "one satoshi more out than in"
    ) { scene, _ in
      scene.draft.payments[0].output.rawValue = 610_001
      return true
    },
    GeneralFlaw(
      "a fee of more than a quarter"
    ) { scene, _ in
      scene.draft.payments[1].output.rawValue = 524_999
      return true
    },
    GeneralFlaw(
      "everything as fee"
    ) { scene, _ in
      scene.draft.payments.removeLast()
      scene.draft.payments[0].output.rawValue = 1_000
      return true
    },
    GeneralFlaw(
      "the first coin twice"
    ) { scene, _ in
      scene.draft.coins.append(scene.draft.coins[0])
      return true
    },
    GeneralFlaw(
      "the last coin twice with another sequence"
    ) { scene, _ in
      scene.draft.coins.append(scene.draft.coins[1])
      scene.draft.coins[2].input.sequence = 0xffff_fffe
      return true
    },
  ]

  private static let previous: [GeneralFlaw] = [
    GeneralFlaw(
      "no previous transaction"
    ) { scene, script in
      scene.draft.coins[1].remove(.nonWitnessUTXO)
      return script != .tr
    },
    GeneralFlaw(
      "no coin data at all"
    ) { scene, _ in
      scene.draft.coins[1].remove(.nonWitnessUTXO)
      scene.draft.coins[1].remove(.witnessUTXO)
      return true
    },
    GeneralFlaw(
      "previous transaction with another amount"
    ) { scene, _ in
      var other = scene.draft.coins[0].previous
      other.outputs[1].rawValue += 1
      scene.draft.coins[0].set(.nonWitnessUTXO, [], other.encoded())
      return true
    },
    GeneralFlaw(
      "previous transactions swapped"
    ) { scene, _ in
      let first = scene.draft.coins[0].previous.encoded()
      scene.draft.coins[0].set(
        .nonWitnessUTXO, [], scene.draft.coins[1].previous.encoded())
      scene.draft.coins[1].set(.nonWitnessUTXO, [], first)
      return true
    },
    GeneralFlaw(
      "the decoy beside our coin"
    ) { scene, _ in
      let point = scene.draft.coins[0].input.previousOutput
      scene.draft.coins[0].input.previousOutput = OutPoint(txid: point.txid, vout: 0)
      scene.draft.coins[0].set(
        .nonWitnessUTXO, [], scene.draft.coins[0].previous.encoded())
      scene.draft.coins[0].remove(.witnessUTXO)
      return true
    },
    GeneralFlaw(
      "claimed coin differs from the proved one"
    ) { scene, _ in
      let coin = scene.draft.coins[0]
      scene.draft.coins[0].set(.nonWitnessUTXO, [], coin.previous.encoded())
      var output = coin.output
      output.rawValue -= 1
      scene.draft.coins[0].set(.witnessUTXO, [], output.encoded())
      return true
    },
    GeneralFlaw(
      "claimed coin differs from what was proved before"
    ) { scene, _ in
      let coin = scene.draft.coins[0]
      var proved = coin.output
      proved.rawValue += 1
      scene.machine.proved[coin.input.previousOutput] = proved
      return true
    },
  ]

  private static let missingOutputs: [GeneralFlaw] =
    [2 as UInt32, 1_000, .max].map { vout in
      GeneralFlaw(
        "output number \(vout) of a transaction of two"
      ) { scene, _ in
        let coin = scene.draft.coins[0]
        scene.draft.coins[0].input.previousOutput = OutPoint(
          txid: coin.input.previousOutput.txid, vout: vout)
        scene.draft.coins[0].set(.nonWitnessUTXO, [], coin.previous.encoded())
        return true
      }
    }

  private static let replacedChange: [GeneralFlaw] =
    attackers.map { name, attacker in
      GeneralFlaw(
        "change replaced by \(name)"
      ) { scene, _ in
        scene.draft.payments[1].output.scriptPubKey = attacker
        return true
      }
    }

  private static let claimedSteps: [GeneralFlaw] =
    [
      "1/4", "0/3", "2/3", "1/3h", "1h/3", "1/3/0", "1", "1/2147483647", "1/1000000",
    ].map { steps in
      GeneralFlaw(
        "change that claims \(steps)"
      ) { scene, script in
        try scene.draft.payments[1].claim(steps, of: script)
        return true
      }
    }

  private static let claimedPaths: [GeneralFlaw] =
    ["m", "m/84h", "m/84h/0h/7h/1/3", "m/48h/0h/0h/2h/1/3", "m/0/0"].map { path in
      GeneralFlaw(
        "change that claims \(path)"
      ) { scene, script in
        try scene.draft.payments[1].claim(path: path, of: script)
        return true
      }
    }

  private static let farChange: [GeneralFlaw] =
    [1_000_000 as UInt32, 0x7fff_ffff].map { index in
      GeneralFlaw(
        "true change at index \(index)"
      ) { scene, script in
        scene.draft.payments[1] = try HonestPayment.change(
          script, branch: 1, index: index, satoshis: 890_000)
        return true
      }
    }

  private static let ownership: [GeneralFlaw] = [
    GeneralFlaw(
      "no wallet is registered"
    ) { scene, _ in
      scene.machine.wallets = []
      return true
    },
    GeneralFlaw(
      "the wallet is another network's"
    ) { scene, _ in
      scene.machine.network = .regtest
      return true
    },
    GeneralFlaw(
      "nothing is ours"
    ) { scene, _ in
      scene.draft.coins = [try HonestPayment.foreignCoin(satoshis: 1_500_000)]
      scene.draft.payments.removeLast()
      return true
    },
    GeneralFlaw(
      "a stranger's coin claims our path"
    ) { scene, script in
      var coin = try HonestPayment.foreignCoin(satoshis: 500_000)
      coin.remove(.bip32Derivation)
      try coin.claim("0/2", of: script)
      scene.draft.coins[1] = coin
      return true
    },
    GeneralFlaw(
      "our coin claims another index"
    ) { scene, script in
      try scene.draft.coins[0].claim("0/3", of: script)
      return true
    },
    GeneralFlaw(
      "our coin claims an unregistered account"
    ) { scene, script in
      try scene.draft.coins[0].claim(path: "m/84h/0h/9h/0/2", of: script)
      return true
    },
    GeneralFlaw(
      "our coin under our fingerprint and no path"
    ) { scene, script in
      try scene.draft.coins[0].claim(path: "m", of: script)
      return true
    },
    GeneralFlaw(
      "a redeem script that does not fit"
    ) { scene, _ in
      scene.draft.coins[0].set(.redeemScript, [], [0x51])
      return true
    },
    GeneralFlaw(
      "a witness script that does not fit"
    ) { scene, _ in
      scene.draft.coins[1].set(.witnessScript, [], [0x51])
      return true
    },
    GeneralFlaw(
      "a merkle root"
    ) { scene, _ in
      scene.draft.coins[0].set(.tapMerkleRoot, [], [UInt8](repeating: 3, count: 32))
      return true
    },
    GeneralFlaw(
      "a script tree in change"
    ) { scene, _ in
      scene.draft.payments[1].set(.tapTree, [], [0, 0xc0, 1, 0x51])
      return true
    },
  ]

  private static let sighashes: [GeneralFlaw] =
    [2 as UInt32, 3, 4, 0x80, 0x81, 0x82, 0x83, 0xff, 0x101, 0x100_0001].flatMap { type in
      [0, 1].map { index in
        GeneralFlaw(
          "sighash 0x\(String(type, radix: 16)) at input \(index)"
        ) { scene, _ in
          var writer = ByteWriter()
          writer.writeUInt32LE(type)
          scene.draft.coins[index].set(.sighashType, [], writer.bytes)
          return true
        }
      }
    }

  private static let signed: [GeneralFlaw] = [
    GeneralFlaw(
      "sighash DEFAULT before taproot"
    ) { scene, script in
      scene.draft.coins[0].set(.sighashType, [], [0, 0, 0, 0])
      return script != .tr
    },
    GeneralFlaw(
      "a signature that signs something else"
    ) { scene, script in
      let key = try Accounts.derived(script, 0, 2).keys[0].publicKey.compressed
      let der: [UInt8] = [0x30, 6, 2, 1, 1, 2, 1, 1]
      scene.draft.coins[0].set(.partialSig, key, der + [1])
      return true
    },
    GeneralFlaw(
      "a taproot signature that signs something else"
    ) { scene, _ in
      scene.draft.coins[1].set(.tapKeySig, [], [UInt8](repeating: 1, count: 64))
      return true
    },
    GeneralFlaw(
      "a final witness that does not verify"
    ) { scene, _ in
      scene.draft.coins[0].set(.finalScriptWitness, [], [1, 1, 0x51])
      return true
    },
    GeneralFlaw(
      "a final script that does not verify"
    ) { scene, _ in
      scene.draft.coins[1].set(.finalScriptSig, [], [0x51])
      return true
    },
  ]
}

extension PacketDraft.Coin {
  /// Makes our true key at 0/2 claim to come from elsewhere in the account.
  mutating func claim(_ steps: String, of script: StandardAccount) throws {
    try claim(path: accountPath(script) + "/" + steps, of: script)
  }

  mutating func claim(path: String, of script: StandardAccount) throws {
    remove(.bip32Derivation)
    remove(.tapBIP32Derivation)
    let field = try claimed(path, key: try Accounts.derived(script, 0, 2), script, 0x06, 0x16)
    fields.append(field)
  }
}

extension PacketDraft.Payment {
  /// Makes our true change key at 1/3 claim to come from elsewhere in the account.
  mutating func claim(_ steps: String, of script: StandardAccount) throws {
    try claim(path: accountPath(script) + "/" + steps, of: script)
  }

  mutating func claim(path: String, of script: StandardAccount) throws {
    fields.removeAll { $0.type == 0x02 || $0.type == 0x07 }
    fields.append(try claimed(path, key: try Accounts.derived(script, 1, 3), script, 0x02, 0x07))
  }
}

private func accountPath(_ script: StandardAccount) -> String {
  "m/\(script.purpose)h/0h/0h"
}

private func claimed(
  _ path: String, key: DerivedScript, _ script: StandardAccount, _ ecdsa: UInt64, _ taproot: UInt64
) throws -> PacketDraft.Field {
  let origin = KeyOrigin(
    fingerprint: Accounts.fingerprint, path: try DerivationPath(parsing: path)
  ).encoded()
  let publicKey = key.keys[0].publicKey
  return script == .tr
    ? .init(taproot, publicKey.xOnly.bytes.bytes, [0] + origin)
    : .init(ecdsa, publicKey.compressed, origin)
}
