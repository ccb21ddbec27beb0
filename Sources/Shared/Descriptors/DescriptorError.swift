public import BitcoinPrimitives
public import Refusals

/// Why a text is not a descriptor, or why nothing can be derived from it.
///
/// Offsets count characters from the start of the text. The text itself is never quoted: somebody
/// may have pasted a private key.
public enum DescriptorError: HintedError, Equatable, Sendable {
  /// The text is longer than any descriptor may be.
  case tooLong(length: Int, limit: Int)
  /// A character outside of the alphabet of BIP-380.
  case invalidCharacter(offset: Int)
  /// The `#` and eight characters at the end are missing where they are required.
  case checksumMissing
  /// There are not exactly eight characters after the `#`.
  case checksumLength(Int)
  /// The checksum does not match: a character was mistyped.
  case checksumMismatch
  /// Something else should stand here.
  case expected(String, offset: Int)
  /// No form of that name is known.
  case unknownForm(offset: Int)
  /// A form of the BIP-380 family that this version does not read.
  case notSupportedYet(String, offset: Int)
  /// A form at a place where it may not stand.
  case misplaced(String, place: DescriptorPlace, offset: Int)
  /// A private key; nothing of it is kept.
  case privateKey(offset: Int)
  /// A public key that is damaged or not allowed at its place; the reason is a fixed text.
  case key(String, offset: Int)
  /// A key origin `[fingerprint/path]` that is malformed; the reason is a fixed text.
  case origin(String, offset: Int)
  /// A derivation path that is malformed; the reason is a fixed text.
  case path(String, offset: Int)
  /// A multipath step `<0;1>` that is malformed; the reason is a fixed text.
  case multipath(String, offset: Int)
  /// A threshold or a number of keys that no script can have; the reason is a fixed text.
  case multisig(String, offset: Int)
  /// Two keys of one multisig belong to the same holder.
  case duplicateKey(DuplicateKey)
  /// A key that must sign, and whose secret nobody can know; its position, counted from 0.
  case nobodysKey(Int)
  /// An impossible tree of scripts; the reason is a fixed text.
  case tree(String, offset: Int)
  /// An annotation that BIP-393 does not allow; the reason is a fixed text.
  case annotation(String, offset: Int)
  /// `combo` has several scripts: they are derived from ``Descriptor/alternatives``.
  case severalScripts
  /// Keys of the main network together with ones of test networks: the first of each.
  case mixedNetworks(main: KeyName, test: KeyName)
  /// Keys of the main network where a test network is expected, or the other way round: the first
  /// that is; nil for an address.
  case wrongNetwork(expected: Network, key: KeyName?)
  /// The address of `addr()` is refused.
  case address(AddressError)
  /// The script of `raw()` is not hexadecimal.
  case scriptNotHex(offset: Int)
  /// A hardened step below an extended public key, counted from 0: only the private key can take
  /// it.
  case hardenedStep(key: Int)
  /// There is no such branch of a multipath descriptor.
  case noSuchBranch(Int, count: Int)
  /// An index of 2^31 or more, or another index than 0 for a descriptor without a range.
  case indexOutOfRange(UInt32)
  /// The curve refuses this index (one in 2^127).
  case underivable(UInt32)
}

extension DescriptorError {
  public var description: String {
    switch self {
    case .tooLong(let length, let limit):
      "descriptor has \(length) characters, above the limit of \(limit)"
    case .invalidCharacter(let offset):
      "descriptor has a character at position \(offset + 1) that BIP-380 does not know"
    case .checksumMissing:
      "descriptor has no checksum: BIP-380 puts # and eight characters at the end"
    case .checksumLength(let length):
      "descriptor has a checksum of \(length) characters after its #; BIP-380 has 8"
    case .checksumMismatch:
      "descriptor checksum (BIP-380), the eight characters after its #, does not match"
    case .expected(let what, let offset): "descriptor needs \(what) at position \(offset + 1)"
    case .unknownForm(let offset): "descriptor has an unknown form at position \(offset + 1)"
    case .notSupportedYet(let name, let offset):
      "descriptor has \(name) at position \(offset + 1), which is not supported yet"
    case .misplaced(let name, let place, let offset):
      "descriptor form \(name) is not allowed \(place), at position \(offset + 1)"
    case .privateKey(let offset):
      "descriptor holds a private key at position \(offset + 1)"
    case .key(let reason, let offset): "descriptor key at position \(offset + 1) \(reason)"
    case .origin(let reason, let offset): "key origin at position \(offset + 1) \(reason)"
    case .path(let reason, let offset): "derivation path at position \(offset + 1) \(reason)"
    case .multipath(let reason, let offset): "multipath step at position \(offset + 1) \(reason)"
    case .multisig(let reason, let offset): "multisig at position \(offset + 1) \(reason)"
    case .duplicateKey(let keys): "\(keys) of the multisig are the same"
    case .nobodysKey(let position):
      "key \(position + 1) is one whose secret nobody can have (BIP-341): it never signs"
    case .tree(let reason, let offset): "tree of scripts at position \(offset + 1) \(reason)"
    case .annotation(let reason, let offset):
      "descriptor annotation at position \(offset + 1) \(reason)"
    case .severalScripts: "combo() has several scripts for each key"
    case .mixedNetworks(let main, let test):
      "descriptor mixes networks: \(main) belongs to mainnet, \(test) to a test network"
    case .wrongNetwork(let expected, let key):
      "\(key.map { "\($0) of the descriptor" } ?? "descriptor's address") does not belong to \(expected)"
    case .address(let error): "descriptor address is refused: \(error)"
    case .scriptNotHex(let offset):
      "descriptor script at position \(offset + 1) is not hexadecimal"
    case .hardenedStep(let key):
      "key \(key + 1) of the descriptor has a hardened step after it, which only its private key "
        + "can take (BIP-32)"
    case .noSuchBranch(let branch, let count):
      "descriptor has no branch \(branch), only \(count) counted from 0"
    case .indexOutOfRange(let index): "descriptor has no script at index \(index)"
    case .underivable(let index): "descriptor gives no key at index \(index)"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .tooLong: .r18
    case .mixedNetworks, .wrongNetwork: .r11
    case .noSuchBranch, .indexOutOfRange: .r07
    case .address(let error): error.rule ?? .r23
    case .severalScripts, .underivable: nil
    default: .r23
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .privateKey:
      "use the public descriptor; treat the private key as seen by whoever handled this text"
    case .checksumMissing, .checksumLength, .checksumMismatch, .invalidCharacter, .tooLong:
      "copy the descriptor again, whole and with its checksum"
    case .notSupportedYet:
      "use pk, pkh, wpkh, combo, multi or sortedmulti in sh and wsh, tr with pk, pkh, multi_a or "
        + "sortedmulti_a in its leaves, addr or raw"
    case .multisig: "use fewer keys, or another threshold or script type"
    case .duplicateKey, .nobodysKey: "ask each cosigner for a key of their own"
    case .annotation: "copy the descriptor again, or leave out what follows its question mark"
    case .severalScripts: "choose one of pk, pkh, wpkh and sh(wpkh)"
    case .mixedNetworks:
      "ask the cosigner whose key is on the wrong network for one of this wallet's network"
    case .wrongNetwork: "use the descriptor of the same network as the wallet"
    case .hardenedStep: "export the account's extended public key below its last hardened step"
    case .noSuchBranch, .indexOutOfRange: "use a branch and an index that the descriptor has"
    case .underivable: "skip this index"
    case .address(let error): error.hint
    default: "compare the descriptor with the one that the wallet exported"
    }
  }
}
