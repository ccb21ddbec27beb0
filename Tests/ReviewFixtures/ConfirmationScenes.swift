import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import ExtendedKeys
import Hashes
import TransactionReview

/// Proofs that coins are in blocks, written by a codec of their own.
public enum ConfirmationScenes {
  /// Identifier and part behind it.
  static func key(_ part: UInt8) -> [UInt8] { [10] + Array("drawbridge".utf8) + [part] }

  /// Blocks on top of each coin, its own counted.
  public static let depth = 144

  /// Proves coins of the honest payment, each in a block of its own with another transaction before it.
  ///
  /// The second coin lies 6 blocks above the first. The blocks are as easy as on regtest, so the floor is lifted
  /// unless it is kept.
  public static func prove(
    _ scene: inout Scene, coins: [Int]? = nil, keepingFloor: Bool = false
  ) throws {
    if !keepingFloor { scene.machine.limits.mainnetFloor = .none }
    let numbers = coins ?? Array(scene.draft.coins.indices)
    let other = Bytes32([UInt8](repeating: 0x77, count: 32)) ?? .zero
    var roots = [Bytes32](repeating: .zero, count: depth + 6 * (numbers.count - 1))
    for (place, number) in numbers.enumerated() {
      let txid = scene.draft.coins[number].previous.txid.bytes
      roots[6 * place] = SHA256.doubleHash(other.bytes + txid.bytes)
      scene.draft.coins[number].set(
        .nonWitnessUTXO, [], scene.draft.coins[number].previous.encoded())
      scene.draft.coins[number].set(
        .proprietary, key(1), [UInt8(6 * place), 1] + other.bytes)
    }
    scene.draft.global.append(.init(0xfc, key(0), run(headers(roots))))
  }

  /// One run of headers, of fewer than 253.
  static func run(_ headers: [[UInt8]]) -> [UInt8] {
    [1, UInt8(headers.count)] + (headers.first ?? [])
      + headers.dropFirst().flatMap { $0[..<4] + $0[36...] }
  }

  /// Headers with these roots, one built on the other.
  static func headers(_ roots: [Bytes32]) -> [[UInt8]] {
    var previous = Bytes32.zero
    return roots.map { root in
      var bytes = [UInt8](repeating: 0, count: 80)
      bytes.replaceSubrange(4..<36, with: previous.bytes)
      bytes.replaceSubrange(36..<68, with: root.bytes)
      bytes.replaceSubrange(72..<76, with: [0xff, 0xff, 0x7f, 0x20])
      while BlockHeader(bytes[...])?.hasWork != true { bytes[76] &+= 1 }
      previous = SHA256.doubleHash(bytes)
      return bytes
    }
  }
}

extension Flaw {
  /// R02: proofs that a coin is confirmed, which prove nothing.
  static let confirmations: [Flaw] = [
    Flaw("r02-confirmed-in-another-block", .refuse) {
      try ConfirmationScenes.prove(&$0)
      $0.draft.coins[1].bend { $0[0] = 7 }
    },
    Flaw("r02-confirmed-at-another-place", .refuse) {
      try ConfirmationScenes.prove(&$0)
      $0.draft.coins[0].bend { $0[1] = 0 }
    },
    Flaw("r02-confirmed-by-easy-blocks", .refuse) {
      try ConfirmationScenes.prove(&$0, keepingFloor: true)
    },
    Flaw("r02-confirmed-by-blocks-that-are-missing", .refuse) {
      try ConfirmationScenes.prove(&$0)
      $0.draft.global.removeAll { $0.type == 0xfc }
    },
    Flaw("r02-confirmed-by-more-blocks-than-needed", .refuse) {
      try ConfirmationScenes.prove(&$0, coins: [1])
      let roots = [Bytes32](repeating: .zero, count: 3)
      let more = ConfirmationScenes.run(ConfirmationScenes.headers(roots))
      $0.draft.global[0].value[0] = 2
      $0.draft.global[0].value += more.dropFirst()
    },
    Flaw("r02-confirmed-by-what-is-damaged", .refuse) {
      try ConfirmationScenes.prove(&$0)
      $0.draft.coins[0].bend { $0.removeLast() }
      $0.draft.coins[1].bend { $0.removeLast() }
    },
    Flaw("r02-confirmed-without-its-transaction", .refuse, .tr) {
      try ConfirmationScenes.prove(&$0)
      $0.draft.coins[0].remove(.nonWitnessUTXO)
    },
  ]
}

extension PacketDraft.Coin {
  /// Changes the bytes that say where it is.
  fileprivate mutating func bend(_ body: (inout [UInt8]) -> Void) {
    for index in fields.indices where fields[index].type == 0xfc { body(&fields[index].value) }
  }
}
