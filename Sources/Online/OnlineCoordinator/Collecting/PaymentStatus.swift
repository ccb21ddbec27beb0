internal import BitcoinPSBT
internal import Bytes
internal import Descriptors
internal import Secp256k1
internal import WalletStorage

/// Who has signed a payment, and who is still missing, by key and by input.
///
/// Counts what is in the PSBT: the collector keeps verified signatures only.
struct PaymentStatus: Sendable {
  let cosigners: Cosigners
  /// By input: who has signed, and what is missing.
  let inputs: [SigningStatus]
  /// Whether the finished transaction is there.
  let isComplete: Bool

  init(
    of packet: PSBT, inputs: [KnownInput], cosigners: Cosigners, isComplete: Bool
  ) {
    self.cosigners = cosigners
    self.isComplete = isComplete
    let keys = cosigners.all.map(\.position)
    self.inputs = zip(packet.inputs, inputs).enumerated().map { number, input in
      let (map, known) = input
      let signers = ClaimedSignature.fields(of: map, at: number)
        .compactMap { known.derived.position(of: $0) }
      guard let threshold = cosigners.threshold else {
        return SigningStatus(ways: [], others: Set(signers))
      }
      return SigningStatus(
        ways: [.init(threshold: threshold, keys: keys, signed: Set(signers))])
    }
  }

  /// By input: the places of the keys that have signed, ascending.
  var signed: [[Int]] { inputs.map(\.signed) }

  /// How many signatures an input still lacks; nil when its rule is not a count of keys.
  func missing(_ input: Int) -> Int? { isComplete ? 0 : inputs[input].missing }

  /// How many signatures the input with the fewest still lacks, 1 where that cannot be counted.
  var mostMissing: Int {
    if isComplete { return 0 }
    return inputs.map { $0.missing ?? 1 }.max() ?? 0
  }

  /// Whether somebody has signed an input.
  var hasSignatures: Bool { inputs.contains { !$0.signed.isEmpty } }

  /// Whether some of several people have signed, and others have yet to.
  var isPartial: Bool { !isComplete && hasSignatures && cosigners.all.count > 1 }

  /// `1/2` for the list: signatures there and needed, of the input that has the fewest.
  var fraction: String {
    guard let threshold = cosigners.threshold else { return isComplete ? "all" : "" }
    let fewest = inputs.map(\.signed.count).min() ?? 0
    return "\(isComplete ? threshold : min(fewest, threshold))/\(threshold)"
  }

  /// Inputs that the same keys have signed, in the order of the first of each.
  var groups: [(inputs: [Int], signed: [Int])] {
    var groups: [(inputs: [Int], signed: [Int])] = []
    var places: [[Int]: Int] = [:]
    for (input, signers) in inputs.map(\.signed).enumerated() {
      if let place = places[signers] {
        groups[place].inputs.append(input)
      } else {
        places[signers] = groups.count
        groups.append(([input], signers))
      }
    }
    return groups
  }

  // MARK: Words

  /// Sentences that can be sent to the others as they are.
  var words: String {
    let groups = groups
    guard groups.count > 1 else {
      return [need, sentence(groups.first?.signed ?? [])].filter { !$0.isEmpty }
        .joined(separator: " ")
    }
    var lines = [need.isEmpty ? "Not every coin has the same signatures." : need]
    for group in groups {
      lines.append("\(Self.inputs(group.inputs)): \(sentence(group.signed))")
    }
    return lines.joined(separator: "\n")
  }

  private var need: String {
    guard let threshold = cosigners.threshold else { return "" }
    guard cosigners.all.count > 1 else { return "" }
    return "\(threshold) of \(cosigners.all.count) needed."
  }

  /// Who has signed and who is missing, for inputs that have the same signatures.
  private func sentence(_ signers: [Int]) -> String {
    // Of a key alone it is clear whose signature is missing.
    if signers.isEmpty, !isComplete, cosigners.all.count == 1 { return "Not signed yet." }
    let names = signers.map(cosigners.name)
    let done =
      names.isEmpty ? "Nobody has signed yet." : "Signed: \(names.joined(separator: ", "))."
    guard !isComplete else { return done + " Nothing is missing." }
    let others = cosigners.all.filter { !signers.contains($0.position) }.map(\.name)
    guard let threshold = cosigners.threshold else {
      return done + (others.isEmpty ? "" : " Not signed: \(others.joined(separator: ", ")).")
    }
    let missing = threshold - signers.count
    guard missing > 0 else { return done + " Nothing is missing." }
    let list = others.joined(separator: ", ")
    let count = others.count == missing ? "" : "\(Self.number(missing)) of "
    return "\(done) Still missing: \(count)\(list)."
  }

  private static func number(_ number: Int) -> String {
    let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    return words.indices.contains(number - 1) ? words[number - 1] : "\(number)"
  }

  /// `Input 3`, `Inputs 0, 2, 5`, cut where the list gets long.
  private static func inputs(_ inputs: [Int]) -> String {
    guard inputs.count > 1 else { return "Input \(inputs.first ?? 0)" }
    let shown = inputs.prefix(12).map(String.init).joined(separator: ", ")
    return "Inputs \(shown)" + (inputs.count > 12 ? " and \(inputs.count - 12) more" : "")
  }

  // MARK: JSON

  /// The members that `collect` and `payments` have in common.
  ///
  /// `missing` is the number of signatures that the input with the fewest still lacks.
  func write(to object: inout JSONObject) {
    object["complete"] = .bool(isComplete)
    object["missing"] = .integer(mostMissing)
    object["threshold"] = cosigners.threshold.map { .integer($0) } ?? .null
    let signed = signed
    object["signers"] = .array(
      cosigners.all.map { cosigner in
        let count = signed.count { $0.contains(cosigner.position) }
        return [
          "key": .integer(cosigner.position + 1),
          "label": cosigner.label.map { .string($0) } ?? .null,
          "fingerprint": .string("\(cosigner.fingerprint)"), "name": .string(cosigner.name),
          "signed": .bool(count == signed.count && count > 0), "signatures": .integer(count),
        ]
      })
    object["inputs"] = .array(
      signed.indices.map { input in
        [
          "input": .integer(input),
          "signed": .array(signed[input].map { .string(cosigners.name($0)) }),
          "missing": missing(input).map { .integer($0) } ?? .null,
        ]
      })
    object["status"] = .string(words)
  }
}
