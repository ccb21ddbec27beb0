internal import Bytes

/// What each field of an output map must look like in version 0.
enum OutputRules {
  static func check(_ field: PSBTField) throws(PSBTFaultError) {
    guard let key = PSBTOutputKey(rawValue: field.type) else { return }
    let rules = FieldRules(name: key.name, field: field)
    switch key {
    case .redeemScript, .witnessScript:
      try rules.emptyKey()
    case .bip32Derivation:
      try rules.publicKeyInKey()
      try rules.keyOrigin(length: field.value.count)
    case .tapInternalKey:
      try rules.emptyKey()
      try rules.value(32)
    case .tapTree:
      try rules.emptyKey()
      try tapTree(rules)
    case .tapBIP32Derivation:
      try rules.tapDerivation()
    case .musig2ParticipantPubkeys:
      try rules.musig2Participants()
    case .dnssecProof:
      try rules.emptyKey()
      try dnssecProof(rules)
    case .proprietary:
      try rules.proprietary()
    case .amount, .script, .spV0Info, .spV0Label:
      try rules.versionTwoOnly()
    }
  }

  /// Leaves in depth-first order that make one complete tree (BIP-371): depth, leaf version,
  /// script.
  private static func tapTree(_ rules: FieldRules) throws(PSBTFaultError) {
    var reader = ByteReader(rules.field.value)
    var open: [UInt8] = []  // depths of finished subtrees that still wait for their right sibling
    while !reader.isAtEnd {
      let (depth, version) = try rules.reading { () throws(BytesError) in
        let depth = try reader.readByte()
        let version = try reader.readByte()
        _ = try reader.readVarBytes(max: reader.remaining)
        return (depth, version)
      }
      guard depth <= 128 else { throw rules.refuse("a leaf at depth \(depth)") }
      guard version & 1 == 0 else { throw rules.refuse("leaf version \(version) is odd") }
      // A leaf above a subtree that waits for its sibling can never be joined to it.
      if let last = open.last, depth < last || last == 0 {
        throw rules.refuse("the leaves are not those of one tree")
      }
      open.append(depth)
      while open.count >= 2, open[open.count - 1] == open[open.count - 2] {
        open.removeLast()
        open[open.count - 1] -= 1
      }
    }
    guard open == [0] else { throw rules.refuse("the tree is not complete") }
  }

  /// A name with one byte of length, then the proof (BIP-353).
  private static func dnssecProof(_ rules: FieldRules) throws(PSBTFaultError) {
    var reader = ByteReader(rules.field.value)
    try rules.reading { () throws(BytesError) in
      let length = try reader.readByte()
      _ = try reader.read(Int(length))
    }
  }
}
