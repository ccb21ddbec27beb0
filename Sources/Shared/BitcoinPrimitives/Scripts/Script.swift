public import Bytes
internal import Hashes

/// A script: bytes that lock or unlock a coin.
///
/// Any bytes are a script.
/// A script read from a transaction shares the storage of the bytes it was read from.
public struct Script: Hashable, Sendable {
  /// The bytes, without a copy.
  public let slice: ArraySlice<UInt8>

  /// No bytes.
  public init() {
    slice = []
  }

  /// Takes the bytes.
  public init(_ bytes: [UInt8]) {
    slice = bytes[...]
  }

  /// Takes the bytes, sharing their storage.
  public init(_ slice: ArraySlice<UInt8>) {
    self.slice = slice
  }

  /// Reads hexadecimal digits; throws when one is wrong or their number is odd.
  public init(hex: some StringProtocol) throws(BytesError) {
    slice = try Hex.decode(hex)[...]
  }

  /// The bytes, copied into an array.
  public var bytes: [UInt8] { [UInt8](slice) }

  /// The number of bytes.
  public var count: Int { slice.count }

  /// Whether there are no bytes.
  public var isEmpty: Bool { slice.isEmpty }

  /// Lower-case hexadecimal.
  public var hex: String { Hex.encode(slice) }

  /// The byte at `offset` from the first one, which must be below ``count``.
  subscript(offset: Int) -> UInt8 { slice[slice.startIndex + offset] }

  /// `count` bytes from `offset` on; both must lie inside.
  func part(_ offset: Int, _ count: Int) -> ArraySlice<UInt8> {
    let start = slice.startIndex + offset
    return slice[start..<(start + count)]
  }

  public static func == (left: Script, right: Script) -> Bool {
    guard left.slice.count == right.slice.count else { return false }
    return left.slice.elementsEqual(right.slice)
  }

  /// RIPEMD-160 of SHA-256, which P2SH commits to (BIP-16); 20 bytes.
  public var hash160: [UInt8] { Hash160.hash(slice) }

  /// SHA-256, which P2WSH commits to (BIP-141).
  public var sha256: Bytes32 { SHA256.hash(slice) }

  /// The longest script that can ever run (Bitcoin Core's `MAX_SCRIPT_SIZE`), in bytes.
  public static let maxSize = 10_000

  /// The most bytes that one push may have when a script before tapscript runs; a redeem script is
  /// such a push.
  public static let maxElementSize = 520

  /// Whether nothing can ever unlock this: it starts with OP_RETURN or is too long to run.
  public var isUnspendable: Bool {
    slice.first == Opcode.opReturn.rawValue || count > Self.maxSize
  }
}

extension Script: CustomStringConvertible {
  public var description: String { hex }
}
