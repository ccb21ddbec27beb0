internal import Bytes
internal import Hashes

/// A transaction of MultiversX, whose compact JSON is what is signed.
///
/// The members stand in one order, without spaces; those that are empty or zero are left out (the protocol's own
/// serializer, as the SDKs follow it). What is read here is written again and compared, so that no two texts are one
/// transaction.
public struct MultiversXTransaction: Equatable, Sendable {
  /// The number of transactions that the sender had sent before.
  public internal(set) var nonce: UInt64
  /// What is paid, in 10^-18 EGLD.
  public internal(set) var value: UInt128
  /// Who is paid, or whose contract is called.
  public internal(set) var receiver: MultiversXAddress
  /// Whose account pays.
  public internal(set) var sender: MultiversXAddress
  /// Names of the accounts, as bytes; empty for none.
  public internal(set) var senderUsername: [UInt8] = []
  public internal(set) var receiverUsername: [UInt8] = []
  /// The price of a unit of gas, in 10^-18 EGLD.
  public internal(set) var gasPrice: UInt64
  /// How many units of gas it may take.
  public internal(set) var gasLimit: UInt64
  /// What the receiver is told: a note, a transfer of tokens or a call.
  public internal(set) var data: [UInt8] = []
  /// The chain that it is for: `1`, `T` or `D` on those of the foundation.
  public internal(set) var chainID: String
  /// The version of the format: 1 or 2.
  public internal(set) var version: UInt32 = 2
  /// What differs from a plain transaction.
  public internal(set) var options: Options = []
  /// Who has to sign beside the sender.
  public internal(set) var guardian: MultiversXAddress?
  /// Who pays the fee in the sender's place.
  public internal(set) var relayer: MultiversXAddress?
  /// The signatures over what is signed, 64 bytes each, empty for none; none of them is signed itself.
  public internal(set) var signature: [UInt8] = []
  public internal(set) var guardianSignature: [UInt8] = []
  public internal(set) var relayerSignature: [UInt8] = []

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
  public static let usernameLimit = 32
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
    // No quote, backslash or sign of HTML: serializers differ in how they escape them, and Go escapes <, > and &.
    guard !chainID.isEmpty, chainID.utf8.allSatisfy({ (0x20...0x7e).contains($0) }),
      !chainID.utf8.contains(where: { "\"\\<>&".utf8.contains($0) })
    else { throw .invalid(field: "chainID", reason: "is not a plain text") }
    guard version == 1 || version == 2 else {
      throw .invalid(field: "version", reason: "is \(version), and only 1 and 2 are known")
    }
    guard options.isSubset(of: .known) else {
      throw .invalid(
        field: "options", reason: "has an option that is not known: \(options.rawValue)")
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

  /// Who may have to sign.
  public enum Signer: String, CaseIterable, Sendable { case sender, guardian, relayer }

  /// Whether the signature of one of them is there and holds.
  public func isSigned(by signer: Signer) -> Bool {
    let (account, signature) =
      switch signer {
      case .sender: (sender as MultiversXAddress?, signature)
      case .guardian: (guardian, guardianSignature)
      case .relayer: (relayer, relayerSignature)
      }
    guard let account else { return false }
    return Ed25519.isValid(signature: signature, of: signedBytes, by: account.publicKey)
  }

  /// Adds the signature of one of them; throws when it is not theirs for this transaction.
  public mutating func add(
    _ signature: [UInt8], of signer: Signer
  ) throws(MultiversXError) {
    var signed = self
    switch signer {
    case .sender: signed.signature = signature
    case .guardian: signed.guardianSignature = signature
    case .relayer: signed.relayerSignature = signature
    }
    guard signed.isSigned(by: signer) else {
      throw .invalid(
        field: signer == .sender ? "signature" : "\(signer)Signature",
        reason: "is not that of the \(signer) for this transaction")
    }
    self = signed
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
