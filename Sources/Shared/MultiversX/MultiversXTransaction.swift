internal import Bytes
internal import Hashes

/// A transaction of MultiversX, whose compact JSON is what is signed.
///
/// The members stand in one order, without spaces; those that are empty or zero are left out (the protocol's own
/// serializer, as the SDKs follow it). What is read here is written again and compared, so that no two texts are one
/// transaction.
public struct MultiversXTransaction: Equatable, Sendable {
  /// The number of transactions that the sender had sent before.
  public var nonce: UInt64
  /// What is paid, in 10^-18 EGLD.
  public var value: UInt128
  /// Who is paid, or whose contract is called.
  public var receiver: MultiversXAddress
  /// Whose account pays.
  public var sender: MultiversXAddress
  /// Names of the accounts, as bytes; empty for none.
  public var senderUsername: [UInt8] = []
  public var receiverUsername: [UInt8] = []
  /// The price of a unit of gas, in 10^-18 EGLD.
  public var gasPrice: UInt64
  /// How many units of gas it may take.
  public var gasLimit: UInt64
  /// What the receiver is told: a note, a transfer of tokens or a call.
  public var data: [UInt8] = []
  /// The chain that it is for: `1`, `T` or `D` on those of the foundation.
  public var chainID: String
  /// The version of the format: 1 or 2.
  public var version: UInt32 = 2
  /// What differs from a plain transaction.
  public var options: Options = []
  /// Who has to sign beside the sender.
  public var guardian: MultiversXAddress?
  /// Who pays the fee in the sender's place.
  public var relayer: MultiversXAddress?
  /// The signatures over what is signed, 64 bytes each, empty for none; none of them is signed itself.
  public var signature: [UInt8] = []
  public var guardianSignature: [UInt8] = []
  public var relayerSignature: [UInt8] = []

  /// The bits of the member `options`.
  public struct Options: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The signature is over the hash of what is signed.
    public static let signedByHash = Options(rawValue: 1)
    /// The guardian signs, too.
    public static let guarded = Options(rawValue: 2)
    /// Those that are known; a transaction with another one is refused.
    static let known: Options = [.signedByHash, .guarded]
  }

  /// The largest JSON that is read, in bytes.
  public static let sizeLimit = 262_144
  /// The largest data, in bytes.
  public static let dataLimit = 100_000
  /// The longest name of an account, in bytes.
  public static let usernameLimit = 64
  /// The longest chain ID, in bytes.
  public static let chainIDLimit = 64

  /// A plain transaction; throws as ``check()`` does.
  public init(
    nonce: UInt64, value: UInt128, receiver: MultiversXAddress, sender: MultiversXAddress,
    gasPrice: UInt64, gasLimit: UInt64, data: [UInt8] = [], chainID: String
  ) throws(MultiversXError) {
    (self.nonce, self.value, self.receiver, self.sender) = (nonce, value, receiver, sender)
    (self.gasPrice, self.gasLimit, self.data) = (gasPrice, gasLimit, data)
    self.chainID = chainID
    try check()
  }

  /// Throws when members contradict one another or are beyond their bounds.
  public func check() throws(MultiversXError) {
    let names = [("senderUsername", senderUsername), ("receiverUsername", receiverUsername)]
    for (field, name) in names where name.count > Self.usernameLimit {
      throw .tooLarge(field: field, bytes: name.count, limit: Self.usernameLimit)
    }
    guard data.count <= Self.dataLimit else {
      throw .tooLarge(field: "data", bytes: data.count, limit: Self.dataLimit)
    }
    guard chainID.utf8.count <= Self.chainIDLimit else {
      throw .tooLarge(field: "chainID", bytes: chainID.utf8.count, limit: Self.chainIDLimit)
    }
    // Neither a quote nor a backslash: serializers differ in what they do to other characters.
    guard !chainID.isEmpty, chainID.utf8.allSatisfy({ (0x20...0x7e).contains($0) }),
      !chainID.utf8.contains(where: { "\"\\<>&".utf8.contains($0) })
    else { throw .invalid(field: "chainID", reason: "is not a plain text") }
    guard version == 1 || version == 2 else {
      throw .invalid(field: "version", reason: "is \(version), and only 1 and 2 are known")
    }
    guard options.isSubset(of: .known) else {
      throw .invalid(field: "options", reason: "has a bit that is not known: \(options.rawValue)")
    }
    guard options.isEmpty || version >= 2 else {
      throw .invalid(field: "options", reason: "wants version 2 or later")
    }
    guard options.contains(.guarded) == (guardian != nil) else {
      throw .invalid(
        field: "guardian",
        reason: guardian == nil ? "is missing, and options ask for it" : "stands without its option"
      )
    }
    guard receiver.prefix == sender.prefix else {
      throw .otherNetwork(prefix: receiver.prefix, expected: sender.prefix)
    }
    for (field, other) in [("guardian", guardian), ("relayer", relayer)] {
      guard let other else { continue }
      guard other.prefix == sender.prefix else {
        throw .otherNetwork(prefix: other.prefix, expected: sender.prefix)
      }
      guard other != sender else { throw .invalid(field: field, reason: "is the sender") }
    }
    if let guardian, guardian == relayer {
      throw .invalid(field: "relayer", reason: "is the guardian")
    }
    let signatures = [
      ("signature", signature), ("guardianSignature", guardianSignature),
      ("relayerSignature", relayerSignature),
    ]
    for (field, signature) in signatures
    where !signature.isEmpty && signature.count != Ed25519.signatureLength {
      throw .invalid(field: field, reason: "has \(signature.count) bytes in place of 64")
    }
    guard guardianSignature.isEmpty || guardian != nil else {
      throw .invalid(field: "guardianSignature", reason: "stands without a guardian")
    }
    guard relayerSignature.isEmpty || relayer != nil else {
      throw .invalid(field: "relayerSignature", reason: "stands without a relayer")
    }
  }

  // MARK: What is signed

  /// The compact JSON that every signature is about, in UTF-8.
  public var signedText: [UInt8] { Array(JSONWriter.encode(.object(signedMembers)).utf8) }

  /// What Ed25519 signs: the text, or its Keccak-256 where the options say so.
  public var signedBytes: [UInt8] {
    options.contains(.signedByHash) ? Keccak256.hash(signedText) : signedText
  }

  /// Whether `signature` is the sender's.
  public var isSignedBySender: Bool {
    Ed25519.isValid(signature: signature, of: signedBytes, by: sender.publicKey)
  }

  private var signedMembers: JSONObject {
    var members: JSONObject = [
      "nonce": .number(String(nonce)), "value": .string(String(value)),
      "receiver": .string(receiver.text), "sender": .string(sender.text),
    ]
    if !senderUsername.isEmpty {
      members["senderUsername"] = .string(Base64.encode(senderUsername))
    }
    if !receiverUsername.isEmpty {
      members["receiverUsername"] = .string(Base64.encode(receiverUsername))
    }
    members["gasPrice"] = .number(String(gasPrice))
    members["gasLimit"] = .number(String(gasLimit))
    if !data.isEmpty { members["data"] = .string(Base64.encode(data)) }
    members["chainID"] = .string(chainID)
    members["version"] = .number(String(version))
    if !options.isEmpty { members["options"] = .number(String(options.rawValue)) }
    if let guardian { members["guardian"] = .string(guardian.text) }
    if let relayer { members["relayer"] = .string(relayer.text) }
    return members
  }

  /// The JSON of the whole transaction, its signatures in hex behind what is signed.
  public var text: [UInt8] {
    var members = signedMembers
    let signatures = [
      ("signature", signature), ("guardianSignature", guardianSignature),
      ("relayerSignature", relayerSignature),
    ]
    for (field, signature) in signatures where !signature.isEmpty {
      members[field] = .string(Hex.encode(signature))
    }
    return Array(JSONWriter.encode(.object(members)).utf8)
  }
}
