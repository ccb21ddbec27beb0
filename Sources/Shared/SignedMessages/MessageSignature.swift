public import BitcoinPSBT
public import BitcoinPrimitives
internal import Bytes

/// A signature of a message, in each form that is passed around.
public enum MessageSignature: Hashable, Sendable {
  /// 65 bytes: a header that numbers the key, then r and s (BIP-137 and Bitcoin Core's `signmessage`).
  case recoverable([UInt8])
  /// The witness that spends the challenge (BIP-322, `smp`).
  case simple(witness: [[UInt8]])
  /// The whole transaction `to_sign` (BIP-322, `ful`).
  case full(Transaction)
  /// The finalized PSBT of `to_sign`, whose other inputs are the coins that are shown (BIP-322, `pof`).
  case proofOfFunds(PSBT)

  /// Base64 of more characters than this is not read: 16 MB of PSBT.
  static let textLimit = 22_000_000

  /// Reads a signature as text: Base64 behind `smp`, `ful` or `pof`, or without any of them.
  ///
  /// Without one, 65 bytes are a recoverable signature; anything else is a simple one, as programs
  /// wrote it before BIP-322 was final. Blanks and line breaks within are left out.
  ///
  /// - Throws: ``MessageError/form(_:what:)`` when it is not of the form that it says.
  public init(parsing text: some StringProtocol) throws(MessageError) {
    let text = String(text.filter { !$0.isWhitespace })
    guard text.utf8.count <= Self.textLimit else {
      throw .form("signature", what: "it has more than 22,000,000 characters")
    }
    guard !text.isEmpty else { throw .form("signature", what: "it is empty") }
    switch text.prefix(3) {
    case "smp": self = .simple(witness: try Self.witness(Self.bytes(text.dropFirst(3))))
    case "ful":
      let bytes = try Self.bytes(text.dropFirst(3))
      guard let transaction = try? Transaction(decoding: bytes) else {
        throw .form("full signature", what: "it is not one whole transaction")
      }
      self = .full(transaction)
    case "pof":
      let bytes = try Self.bytes(text.dropFirst(3))
      do throws(PSBTError) {
        self = .proofOfFunds(try PSBT(decoding: bytes, limits: .qr))
      } catch {
        throw .form("proof of funds", what: "\(error)")
      }
    default:
      let bytes = try Self.bytes(text[...])
      self = bytes.count == 65 ? .recoverable(bytes) : .simple(witness: try Self.witness(bytes))
    }
  }

  /// The signature as text, the prefix before it; a recoverable one has none.
  public var text: String {
    switch self {
    case .recoverable(let bytes): Base64.encode(bytes)
    case .simple(let witness): "smp" + Base64.encode(Self.encoded(witness))
    case .full(let transaction): "ful" + Base64.encode(transaction.encoded())
    case .proofOfFunds(let psbt): "pof" + Base64.encode(psbt.encoded())
    }
  }

  /// What it is called where a person reads it.
  public var form: String {
    switch self {
    case .recoverable: "a signature with a recoverable key (BIP-137)"
    case .simple: "a simple signature (BIP-322)"
    case .full: "a full signature (BIP-322)"
    case .proofOfFunds: "a proof of funds (BIP-322)"
    }
  }

  /// Its name in JSON: `bip137`, `simple`, `full` or `proof-of-funds`.
  public var name: String {
    switch self {
    case .recoverable: "bip137"
    case .simple: "simple"
    case .full: "full"
    case .proofOfFunds: "proof-of-funds"
    }
  }

  private static func bytes(_ text: Substring) throws(MessageError) -> [UInt8] {
    do throws(BytesError) {
      return try Base64.decode(text)
    } catch {
      throw .form("signature", what: "it is not Base64, and does not begin with smp, ful or pof")
    }
  }

  /// The items of a witness: their number, then each with its length, and nothing behind them.
  private static func witness(_ bytes: [UInt8]) throws(MessageError) -> [[UInt8]] {
    do throws(BytesError) {
      var reader = ByteReader(bytes)
      let count = try reader.readCount(minimumElementSize: 1, limit: bytes.count)
      var items: [[UInt8]] = []
      for _ in 0..<count { items.append([UInt8](try reader.readVarBytes())) }
      try reader.requireEnd()
      return items
    } catch {
      throw .form("simple signature", what: "it is not a witness: \(error)")
    }
  }

  private static func encoded(_ witness: [[UInt8]]) -> [UInt8] {
    var writer = ByteWriter()
    writer.writeCompactSize(witness.count)
    for item in witness { writer.writeVarBytes(item) }
    return writer.bytes
  }
}
