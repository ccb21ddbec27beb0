public import Bytes

/// What kind of locking script it is, by its exact bytes (Bitcoin Core's `Solver`).
public enum ScriptType: Hashable, Sendable {
  /// A public key of 33 or 65 bytes and OP_CHECKSIG.
  case p2pk(key: [UInt8])
  /// The hash of a public key.
  case p2pkh(hash: [UInt8])
  /// The hash of a redeem script (BIP-16).
  case p2sh(hash: [UInt8])
  /// Witness version 0, the hash of a public key (BIP-141).
  case p2wpkh(hash: [UInt8])
  /// Witness version 0, the hash of a witness script (BIP-141).
  case p2wsh(hash: Bytes32)
  /// Witness version 1, an output key (BIP-341).
  case p2tr(outputKey: Bytes32)
  /// Anyone may spend it, meant for fee bumping (pay to anchor).
  case p2a
  /// Bare multisig: `threshold` of `keys`.
  case multisig(threshold: Int, keys: [[UInt8]])
  /// OP_RETURN and pushes: carries data, can never be spent.
  case opReturn
  /// A witness version without meaning yet: today anyone may spend it.
  case witnessUnknown(version: UInt8, program: [UInt8])
  /// Anything else.
  case nonstandard
}

extension ScriptType: CustomStringConvertible {
  /// A short name: `p2wpkh`.
  public var description: String {
    switch self {
    case .p2pk: "p2pk"
    case .p2pkh: "p2pkh"
    case .p2sh: "p2sh"
    case .p2wpkh: "p2wpkh"
    case .p2wsh: "p2wsh"
    case .p2tr: "p2tr"
    case .p2a: "p2a"
    case .multisig(let threshold, let keys): "multisig \(threshold) of \(keys.count)"
    case .opReturn: "op_return"
    case .witnessUnknown(let version, _): "witness v\(version)"
    case .nonstandard: "nonstandard"
    }
  }
}

extension Script {
  /// The version (0 to 16) and program (2 to 40 bytes) of a witness output (BIP-141); nil for
  /// other scripts.
  public var witnessProgram: (version: UInt8, program: ArraySlice<UInt8>)? {
    guard (4...42).contains(count), Int(self[1]) == count - 2 else { return nil }
    switch self[0] {
    case 0: return (0, part(2, count - 2))
    case 0x51...0x60: return (self[0] - 0x50, part(2, count - 2))
    default: return nil
    }
  }

  /// Whether this is the hash of a script (BIP-16), exactly.
  public var isP2SH: Bool {
    count == 23 && self[0] == Opcode.hash160.rawValue && self[1] == 20
      && self[22] == Opcode.equal.rawValue
  }

  /// Whether this is a taproot output (BIP-341).
  public var isP2TR: Bool { count == 34 && self[0] == 0x51 && self[1] == 32 }

  /// Whether this is a version 0 witness output that pays a public key hash (BIP-141).
  public var isP2WPKH: Bool { count == 22 && self[0] == 0 && self[1] == 20 }

  /// Whether this pays a public key hash.
  public var isP2PKH: Bool {
    count == 25 && self[0] == Opcode.dup.rawValue && self[1] == Opcode.hash160.rawValue
      && self[2] == 20 && self[23] == Opcode.equalVerify.rawValue
      && self[24] == Opcode.checkSig.rawValue
  }

  /// The kind of locking script, by its exact bytes.
  public var type: ScriptType {
    if let (version, program) = witnessProgram {
      switch (version, program.count) {
      case (0, 20): return .p2wpkh(hash: [UInt8](program))
      case (0, 32): return .p2wsh(hash: Bytes32(program) ?? .zero)
      case (0, _): return .nonstandard
      case (1, 32): return .p2tr(outputKey: Bytes32(program) ?? .zero)
      case (1, 2) where program.elementsEqual([0x4e, 0x73]): return .p2a
      default: return .witnessUnknown(version: version, program: [UInt8](program))
      }
    }
    if isP2SH { return .p2sh(hash: [UInt8](part(2, 20))) }
    if isP2PKH { return .p2pkh(hash: [UInt8](part(3, 20))) }
    if slice.first == Opcode.opReturn.rawValue {
      return isPushOnly(from: 1) ? .opReturn : .nonstandard
    }
    if count == 35 || count == 67, Int(self[0]) == count - 2,
      self[count - 1] == Opcode.checkSig.rawValue
    {
      let key = part(1, count - 2)
      if Self.looksLikePublicKey(key) { return .p2pk(key: [UInt8](key)) }
    }
    return multisig ?? .nonstandard
  }

  private static func looksLikePublicKey(_ key: ArraySlice<UInt8>) -> Bool {
    switch key.first {
    case 2, 3: key.count == 33
    case 4, 6, 7: key.count == 65
    default: false
    }
  }

  private var multisig: ScriptType? {
    guard slice.last == Opcode.checkMultiSig.rawValue else { return nil }
    var reader = ScriptReader(self)
    var keys: [[UInt8]] = []
    do {
      guard let first = try reader.next(), let threshold = Self.keyCount(first) else { return nil }
      while let instruction = try reader.next() {
        if let data = instruction.data, Self.looksLikePublicKey(data), instruction.isMinimal {
          guard keys.count < 20 else { return nil }
          keys.append([UInt8](data))
          continue
        }
        guard let total = Self.keyCount(instruction), total == keys.count, threshold <= total,
          let last = try reader.next(), last.opcode == .checkMultiSig, reader.isAtEnd
        else { return nil }
        return .multisig(threshold: threshold, keys: keys)
      }
      return nil
    } catch {
      return nil
    }
  }

  /// A number of keys, 1 to 20, pushed in the shortest way.
  private static func keyCount(_ instruction: ScriptInstruction) -> Int? {
    if let number = instruction.opcode.smallInteger { return number >= 1 ? number : nil }
    // A byte of zero is pushed in the shortest way too, and is no number of keys: none could be asked for.
    guard let data = instruction.data, data.count == 1, instruction.isMinimal,
      let byte = data.first, (1...20).contains(byte)
    else { return nil }
    return Int(byte)
  }
}
