internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import ExtendedKeys
internal import WalletStorage
internal import WalletTypes

/// Holds the fields of a PSBT that came back against those of the payment and against this home's
/// records (R31).
///
/// A cosigner who contradicts an amount or a script has signed something else, or lies: nothing of
/// the PSBT is taken. What no signature commits to (paths of keys, account keys, unknown fields)
/// decides nothing: it is named and left out, and the signatures are still looked at.
struct FieldComparison {
  let ours: PSBT
  let inputs: [KnownInput]
  let cosigners: Cosigners
  /// As the command was given the PSBT.
  let source: String
  private(set) var leftOut: [LeftOutField] = []
  /// Whether proofs that coins are confirmed came back, and hold.
  ///
  /// A signer that passes them on says nothing by it, and they are not kept here. Others are named: anything could ride
  /// along in their form.
  private var passesProofsOn = false

  init(with ours: PSBT, inputs: [KnownInput], cosigners: Cosigners, source: String) {
    self.ours = ours
    self.inputs = inputs
    self.cosigners = cosigners
    self.source = source
  }

  /// Looks at every field of a PSBT for the same transaction; signatures and the sighash types are
  /// somebody else's.
  ///
  /// - Throws: `CollectError.changedField` for an amount or a script that differs.
  mutating func compare(_ theirs: PSBT) throws(CollectError) {
    let floor: WorkFloor = cosigners.areOfTestNetwork ? .none : .mainnet
    passesProofsOn = ConfirmationCheck(of: theirs, floor: floor)?.holds == true
    compareGlobal(theirs)
    for index in ours.outputs.indices {
      try compare(ours.outputs[index].map, theirs.outputs[index].map, .output(index))
    }
    for index in ours.inputs.indices {
      try compare(ours.inputs[index].map, theirs.inputs[index].map, .input(index))
    }
  }

  // MARK: The global map

  private mutating func compareGlobal(_ theirs: PSBT) {
    let known = cosigners.keys + Self.accountKeys(ours)
    let origins = Set(known.compactMap(\.origin))
    for field in theirs.global.map.fields {
      let own = ours.global.map.value(key: field.key)
      if own == field.value { continue }
      if passesProofsOn, ConfirmationProofs.isHeaders(field) { continue }
      guard let key = PSBTGlobalKey(rawValue: field.type) else {
        leaveOut(field, .global, own)
        continue
      }
      switch key {
      // The transaction itself, and the other version's way to write it; it was compared as a whole.
      case .unsignedTx, .txVersion, .fallbackLocktime, .inputCount, .outputCount, .txModifiable,
        .version:
        continue
      case .xpub:
        // The key is part of the field's name, so that another one is another field.
        let isOther = own != nil || Self.contradicts(field, known, origins, theirs)
        leaveOut(field, .global, isOther ? field.value : nil)
      default: leaveOut(field, .global, own)
      }
    }
  }

  /// Whether an account key stands under the origin of one of the wallet's and is not that one.
  private static func contradicts(
    _ field: PSBTField, _ known: [KeyExpression], _ origins: Set<KeyOrigin>, _ theirs: PSBT
  ) -> Bool {
    let named = theirs.global.xpubs.first { field.keyData.elementsEqual($0.encodedXpub) }
    guard let named else { return true }
    guard let xpub = try? Xpub(decoding: named.encodedXpub),
      let key = try? KeyExpression(origin: named.origin, material: .extended(xpub))
    else { return origins.contains(named.origin) }
    return OriginConflict(of: [key], against: known) != nil
  }

  /// The account keys that a PSBT names; one that cannot be read names none.
  private static func accountKeys(_ packet: PSBT) -> [KeyExpression] {
    packet.global.xpubs.compactMap { named in
      guard let xpub = try? Xpub(decoding: named.encodedXpub) else { return nil }
      return try? KeyExpression(origin: named.origin, material: .extended(xpub))
    }
  }

  // MARK: Inputs and outputs

  private mutating func compare(
    _ ours: PSBTMap, _ theirs: PSBTMap, _ name: PSBTMapName
  ) throws(CollectError) {
    if ours == theirs { return }
    for field in theirs.fields {
      let own = ours.value(key: field.key)
      if own == field.value { continue }
      let weight =
        switch name {
        case .input(let index): inputWeight(of: field, own, index)
        case .output, .global: Self.outputWeight(of: field)
        }
      switch weight {
      case .judgedElsewhere: continue
      case .binding where own != nil: throw .changedField(map: name, field: Self.name(field, name))
      case .binding, .free: leaveOut(field, name, own)
      case .wrong: throw .changedField(map: name, field: Self.name(field, name))
      }
    }
  }

  private static func name(_ field: PSBTField, _ map: PSBTMapName) -> String {
    LeftOutField.name(of: field, in: map)
  }

  private mutating func leaveOut(
    _ field: PSBTField, _ map: PSBTMapName, _ own: ArraySlice<UInt8>?
  ) {
    leftOut.append(
      LeftOutField(field, in: map, own == nil ? .added : .contradicts, from: source))
  }

  private enum Weight {
    /// A signature, a sighash type, or a part of the transaction; or the same said in another way.
    case judgedElsewhere
    /// An amount or a script: where both have it, it must be the same.
    case binding
    /// Known here, and something else.
    case wrong
    /// No signature commits to it.
    case free
  }

  private func inputWeight(
    of field: PSBTField, _ own: ArraySlice<UInt8>?, _ index: Int
  ) -> Weight {
    guard let key = PSBTInputKey(rawValue: field.type) else { return .free }
    let known = inputs[index]
    switch key {
    case .partialSig, .tapKeySig, .tapScriptSig, .finalScriptSig, .finalScriptWitness, .sighashType,
      .previousTxid, .outputIndex, .sequence, .requiredTimeLocktime, .requiredHeightLocktime:
      return .judgedElsewhere
    case .nonWitnessUTXO:
      // With and without its witness it is the same transaction.
      guard let previous = try? PreviousTransaction(scanning: field.value),
        previous.txid == known.coin.outPoint.txid
      else { return .wrong }
      return .judgedElsewhere
    case .witnessUTXO:
      return field.value.elementsEqual(known.output.encoded()) ? .judgedElsewhere : .wrong
    case .redeemScript:
      return Self.isSame(known.derived.redeemScript, field) ? .judgedElsewhere : .wrong
    case .witnessScript:
      return Self.isSame(known.derived.witnessScript, field) ? .judgedElsewhere : .wrong
    case .tapLeafScript, .tapInternalKey, .tapMerkleRoot: return .binding
    case .bip32Derivation, .tapBIP32Derivation, .porCommitment, .ripemd160, .sha256, .hash160,
      .hash256, .musig2ParticipantPubkeys, .musig2PubNonce, .musig2PartialSig, .spECDHShare,
      .spDLEQ:
      return .free
    case .proprietary where passesProofsOn && ConfirmationProofs.isPlace(field):
      return .judgedElsewhere
    case .proprietary:
      guard let (part, key) = NonceFields.part(of: field),
        ours.inputs[index].nonceFields.agreements[key]?.commitment != nil
      else { return .free }
      // What was said once about a nonce binds whoever said it; an answer to round 1 is new.
      if own != nil { return .wrong }
      return part == .opening ? .judgedElsewhere : .free
    }
  }

  private static func isSame(_ script: Script?, _ field: PSBTField) -> Bool {
    script?.bytes.elementsEqual(field.value) == true
  }

  private static func outputWeight(of field: PSBTField) -> Weight {
    guard let key = PSBTOutputKey(rawValue: field.type) else { return .free }
    switch key {
    case .amount, .script: return .judgedElsewhere
    case .redeemScript, .witnessScript, .tapInternalKey, .tapTree: return .binding
    case .bip32Derivation, .tapBIP32Derivation, .musig2ParticipantPubkeys, .spV0Info, .spV0Label,
      .dnssecProof, .proprietary:
      return .free
    }
  }
}
