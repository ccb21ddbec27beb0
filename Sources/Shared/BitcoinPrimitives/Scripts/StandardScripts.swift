public import Bytes

/// The standard locking scripts.
extension Script {
  /// Pays the holder of `key` (33 or 65 bytes): the key and OP_CHECKSIG.
  public static func p2pk(_ key: [UInt8]) -> Script {
    var builder = ScriptBuilder()
    builder.append(verbatim: key)
    builder.append(.checkSig)
    return builder.script
  }

  /// Pays a public key hash of 20 bytes.
  public static func p2pkh(hash: [UInt8]) -> Script {
    Script([0x76, 0xa9, UInt8(truncatingIfNeeded: hash.count)] + hash + [0x88, 0xac])
  }

  /// Pays a script hash of 20 bytes (BIP-16).
  public static func p2sh(hash: [UInt8]) -> Script {
    Script([0xa9, UInt8(truncatingIfNeeded: hash.count)] + hash + [0x87])
  }

  /// Pays the hash of `redeemScript` (BIP-16).
  public static func p2sh(_ redeemScript: Script) -> Script {
    p2sh(hash: redeemScript.hash160)
  }

  /// Pays a public key hash of 20 bytes, in a witness of version 0 (BIP-141).
  public static func p2wpkh(hash: [UInt8]) -> Script {
    Script([0, UInt8(truncatingIfNeeded: hash.count)] + hash)
  }

  /// Pays the SHA-256 of a witness script (BIP-141).
  public static func p2wsh(hash: Bytes32) -> Script {
    Script([0, 32] + hash.bytes)
  }

  /// Pays `witnessScript` in a witness of version 0 (BIP-141).
  public static func p2wsh(_ witnessScript: Script) -> Script {
    p2wsh(hash: witnessScript.sha256)
  }

  /// Pays an output key that is already tweaked (BIP-341).
  public static func p2tr(outputKey: Bytes32) -> Script {
    Script([0x51, 32] + outputKey.bytes)
  }

  /// Anyone may spend it (pay to anchor).
  public static let p2a = Script([0x51, 2, 0x4e, 0x73])

  /// Carries `data` and can never be spent.
  public static func opReturn(_ data: some Collection<UInt8>) -> Script {
    var builder = ScriptBuilder()
    builder.append(.opReturn)
    builder.append(push: data)
    return builder.script
  }
}
