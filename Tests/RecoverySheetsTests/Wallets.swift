import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import Hashes
import SecureMemory
import SheetPages
import Testing

@testable import RecoverySheets

/// Wallets and seeds that sheets are made of; the keys are public test seeds.
enum Wallets {
  static let keys = [
    "[73c5da0a/48h/1h/0h/2h]tpubDFH9dgzveyD8zTbPUFuLrGmCydNvxehyNdUXKJAQN8x4aZ4j6UZqGfnqFrD4NqyaTVGKbvEW54tsvPTK2UoSbCC1PJY8iCNiwTL3RWZEheQ",
    "[253110e5/84h/1h/0h]tpubDDqZmg1Mv2vVmVHyELsXn6MKmXFaRjEySaQC75W3wAv7LioFnBSBXneEdwC47NTWRrHEkbKewqQWUQixCJjuAJY23mctwHftAENGyNGNRbL",
    "[0a0b0c0d/48h/1h/0h/2h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M",
    "[0e0f0001/48h/1h/0h/2h]tpubDEToKMGFhyuP6kfwvjtYaf56khzS1cUcwc47C6aMH6bQ8sNVLMcCK6jr21YDCkU2QhTK5CAnddhfgZ8dD4EL1wGCaAKZaGFeVVdXHaJMTMn",
  ]

  static let single = "wpkh(\(keys[1])/<0;1>/*)"
  static let multisigBare =
    "wsh(sortedmulti(2,\(keys.map { "\($0)/<0;1>/*" }.joined(separator: ","))))"

  static var multisigText: String {
    (try? Descriptor(parsing: multisigBare).canonical) ?? ""
  }

  static func multisig() throws -> SheetWallet {
    try SheetWallet(
      name: "family", Descriptor(parsing: multisigBare), on: .signet,
      ownKeys: [OwnKey(position: 0, seed: "savings")])
  }

  static func one() throws -> SheetWallet {
    try SheetWallet(
      name: "savings-wpkh-0", Descriptor(parsing: single), on: .signet,
      ownKeys: [OwnKey(position: 0, seed: "savings")])
  }

  static let facts = SheetSeed.Facts(
    name: "savings", fingerprint: "73c5da0a", origin: "system+dice(50)",
    created: "2026-11-21 05:47",
    birthHeight: 850_000, isEnglishWords: true)

  static func frame(_ paper: Paper = .a4, on network: Network = .signet) -> SheetFrame {
    SheetFrame(
      paper: paper, program: "offline-signer 0.2", network: network, printed: "2026-11-21",
      nextDrill: "2027-11-21")
  }
}

enum SHA256Check {
  static func of(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(bytes).bytes.prefix(4)) }
}
