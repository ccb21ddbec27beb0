import BitcoinPSBT

/// R19: fields that no standard here knows pass through, but not in bulk unnoticed.
enum R19DataRidingAlong {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    let psbt = facts.psbt
    let fields =
      psbt.global.unknown + psbt.inputs.flatMap(\.unknown) + psbt.outputs.flatMap(\.unknown)
    let proprietary =
      psbt.global.proprietary + psbt.inputs.flatMap(\.proprietary)
      + psbt.outputs.flatMap(\.proprietary)
    let bytes =
      fields.reduce(0) { $0 + $1.key.count + $1.value.count }
      + proprietary.reduce(0) { $0 + $1.identifier.count + $1.keyData.count + $1.value.count }
    let count = fields.count + proprietary.count
    let limits = facts.context.limits
    guard count > limits.unknownFields || bytes > limits.unknownBytes else { return [] }
    return [
      Finding(
        rule: "R19", severity: .warn,
        message: "\(count) fields with \(bytes) bytes that no standard here knows ride along",
        mend: "ask what they are for; they are passed on unchanged")
    ]
  }
}
