internal import Bytes

/// Two PSBTs that say different things under one key.
public struct PSBTConflict: Equatable, Sendable, CustomStringConvertible {
  /// The map in which they differ.
  public let map: PSBTMapName
  /// The type of the key under which they differ.
  public let keyType: UInt64
  /// The number of the later PSBT, counted from 0.
  public let packet: Int

  public var description: String {
    "\(map), key type 0x\(String(keyType, radix: 16)): PSBT \(packet + 1) says something else"
  }
}

/// Why PSBTs cannot be combined.
public enum CombinerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The list of PSBTs is empty.
  case nothingToCombine
  /// A PSBT for another transaction than the first; counted from 0.
  case differentTransaction(packet: Int)
  /// Every key under which two PSBTs differ.
  case conflicts([PSBTConflict])

  public var description: String {
    switch self {
    case .nothingToCombine: "there is no PSBT to combine"
    case .differentTransaction(let packet):
      "PSBT \(packet + 1) signs another transaction than the first"
    case .conflicts(let conflicts):
      "the PSBTs contradict each other: "
        + conflicts.map(\.description).joined(separator: "; ")
    }
  }
}

/// Merges what several signers added to the same transaction (BIP-174, Combiner).
///
/// The result is determined by the PSBTs and their order: the first one's fields keep their
/// places, and each later field comes behind the last one whose type is not greater.
public struct Combiner: Sendable {
  /// What is done when two PSBTs disagree under one key.
  public enum Disagreement: Sendable {
    /// All conflicts are named and nothing is combined.
    case refuse
    /// The earlier PSBT wins. BIP-174 allows it: either value came from somebody who was asked.
    case keepFirst
  }

  /// The PSBTs, in the order in which they are merged.
  public let packets: [PSBT]

  /// Takes the PSBTs; that they fit together is checked when they are combined.
  public init(_ packets: [PSBT]) {
    self.packets = packets
  }

  /// The union of the PSBTs.
  ///
  /// - Throws: `CombinerError` when they are for different transactions or, under `refuse`, when
  ///   they contradict each other; every conflict is named.
  public func combined(onDisagreement: Disagreement = .refuse) throws(CombinerError) -> PSBT {
    guard let first = packets.first else { throw .nothingToCombine }
    var result = first
    var conflicts: [PSBTConflict] = []
    for (number, packet) in packets.enumerated().dropFirst() {
      guard packet.unsignedTransaction == first.unsignedTransaction else {
        throw .differentTransaction(packet: number)
      }
      let note = { (map: PSBTMapName) in
        { (type: UInt64) in
          conflicts.append(PSBTConflict(map: map, keyType: type, packet: number))
        }
      }
      result.global.map.merge(packet.global.map, sameValue: ==, conflict: note(.global))
      for index in packet.inputs.indices {
        result.updateInput(index) {
          $0.map.merge(
            packet.inputs[index].map, sameValue: Self.sameInputValue,
            conflict: note(.input(index)))
        }
      }
      for index in packet.outputs.indices {
        result.updateOutput(index) {
          $0.map.merge(
            packet.outputs[index].map, sameValue: ==, conflict: note(.output(index)))
        }
      }
    }
    if onDisagreement == .refuse, !conflicts.isEmpty { throw .conflicts(conflicts) }
    return result
  }

  /// One transaction with and without its witness is the same previous transaction.
  private static func sameInputValue(_ left: PSBTField, _ right: PSBTField) -> Bool {
    if left == right { return true }
    guard left.type == PSBTInputKey.nonWitnessUTXO.rawValue,
      let mine = try? PreviousTransaction(scanning: left.value),
      let other = try? PreviousTransaction(scanning: right.value)
    else { return false }
    return mine.txid == other.txid
  }
}

extension PSBT {
  /// This PSBT with what another one for the same transaction adds.
  ///
  /// - Throws: `CombinerError` for another transaction or a contradiction.
  public func combined(with other: PSBT) throws(CombinerError) -> PSBT {
    try Combiner([self, other]).combined()
  }
}
