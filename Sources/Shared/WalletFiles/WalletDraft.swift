internal import BitcoinPrimitives
internal import Descriptors
internal import ExtendedKeys

/// What a reader found, before it is checked.
struct WalletDraft: Sendable {
  var format: WalletFileFormat
  var descriptor: Descriptor
  var name: String?
  /// The network, where the file names one.
  var network: StatedNetwork?
  var birthHeight: UInt32?
  var gapLimit: UInt32?
  var firstAddress: String?
  var warnings: [String] = []

  init(_ format: WalletFileFormat, _ descriptor: Descriptor) {
    self.format = format
    self.descriptor = descriptor
  }

  /// The wallet, once it has passed every check that needs no network.
  func checked() throws(WalletFileError) -> WalletFile {
    var draft = self
    draft.descriptor = descriptor.withLoneChanceKeys
    let found = try WalletChecks.check(draft)
    let descriptor = draft.descriptor
    let annotations = descriptor.annotations
    return WalletFile(
      name: name, descriptor: descriptor, network: found.network,
      birthHeight: birthHeight ?? annotations.birthHeight,
      gapLimit: gapLimit ?? annotations.gapLimit, firstAddress: firstAddress, format: format,
      warnings: warnings + found.warnings)
  }
}

extension Descriptor {
  /// A wallet of Chance's with the keys alone, where it was written with their extended keys.
  ///
  /// Nothing is derived from a key at `m/44h/0h/Nh` in a plain `sh(multi(...))`: the script is the
  /// same, and so is the wallet that its redeem script says (R11).
  var withLoneChanceKeys: Descriptor {
    guard let multisig, multisig.wrapping == .sh, !multisig.isSorted else { return self }
    var lone: [KeyExpression] = []
    for key in keys {
      guard let origin = key.origin, ChancePath.isOne(origin.path), key.steps.isEmpty, !key.isRange
      else { return self }
      guard case .extended(let xpub) = key.material else {
        lone.append(key)
        continue
      }
      guard let alone = try? KeyExpression(origin: origin, material: .single(xpub.publicKey)) else {
        return self
      }
      lone.append(alone)
    }
    return (try? Descriptor(form.replacing(keys: lone[...]), annotations: annotations)) ?? self
  }
}

/// The network that a file names, as far as its words tell.
enum StatedNetwork: Hashable, Sendable {
  case exactly(Network)
  /// `testnet`: the third or the fourth.
  case testnet
}
