internal import ExtendedKeys

/// What each field of the global map must look like in version 0.
enum GlobalRules {
  static func check(_ field: PSBTField) throws(PSBTFaultError) {
    guard let key = PSBTGlobalKey(rawValue: field.type) else { return }
    let rules = FieldRules(name: key.name, field: field)
    switch key {
    case .unsignedTx, .genericSignedMessage:
      try rules.emptyKey()
    case .xpub:
      try rules.key([78], "78")
      try rules.publicKey(field.keyData.suffix(33))
      do {
        _ = try SLIP132Key(decoding: field.keyData)
      } catch {
        // A master key with a parent or a number, the version of a private key, an unknown one.
        throw rules.refuse("\(error)")
      }
      try rules.keyOrigin(length: field.value.count)
      let depth = Int(field.keyData[field.keyData.startIndex + 4])
      try rules.value(4 + 4 * depth)
    case .version:
      try rules.emptyKey()
      try rules.value(4)
    case .proprietary:
      try rules.proprietary()
    case .txVersion, .fallbackLocktime, .inputCount, .outputCount, .txModifiable, .spECDHShare,
      .spDLEQ:
      try rules.versionTwoOnly()
    }
  }
}
