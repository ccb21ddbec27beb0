internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors

/// The redeem script of a legacy multisig in hexadecimal: `sh(multi(...))` of plain keys.
///
/// All that Chance passes on of a wallet: no origins, no range, one address for everything.
enum RedeemScriptText {
  static func read(_ text: String) throws(WalletFileError) -> WalletDraft? {
    // At most 520 bytes: the limit of a push; 37 for the shortest, one compressed key.
    guard text.utf8.count >= 74, text.utf8.count <= 1_040, text.hasPrefix("5"),
      let bytes = try? Hex.decode(text), bytes.last == 0xae
    else { return nil }
    return try read(script: Script(bytes))
  }

  /// Reads the bytes of a script; nil when it is not a multisig.
  static func read(script: Script) throws(WalletFileError) -> WalletDraft? {
    guard case .multisig(let threshold, let keys) = script.type else { return nil }
    let list = keys.map { Hex.encode($0) }.joined(separator: ",")
    do {
      return WalletDraft(
        .redeemScript, try Descriptor(parsing: "sh(multi(\(threshold),\(list)))"))
    } catch {
      throw .descriptor(error)
    }
  }

  /// Writes the script; throws unless it is a legacy multisig with one address.
  static func text(_ file: WalletFile) throws(WalletFileError) -> String {
    guard let policy = file.descriptor.multisig, policy.wrapping == .sh else {
      throw .cannotHold(.redeemScript, reason: "it is not a legacy multisig, sh(multi(...))")
    }
    guard !file.descriptor.isRange, file.descriptor.branchCount == 1 else {
      throw .cannotHold(
        .redeemScript, reason: "it has many addresses, each with a redeem script of its own")
    }
    do {
      guard let script = try file.descriptor.derived(branch: 0, index: 0).redeemScript else {
        throw WalletFileError.cannotHold(.redeemScript, reason: "it has none")
      }
      return script.hex
    } catch let error as WalletFileError {
      throw error
    } catch {
      throw .cannotHold(.redeemScript, reason: "\(error)")
    }
  }
}
