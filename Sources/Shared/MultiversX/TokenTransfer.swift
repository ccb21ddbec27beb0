internal import Bytes

/// An amount of a token in its smallest unit, of any size that the network takes.
///
/// How many decimals a token has stands in no transaction, so nobody who reads one can say more than this.
public struct TokenQuantity: Hashable, Sendable, CustomStringConvertible {
  /// Big-endian, as short as it can be; zero has none.
  public let bytes: [UInt8]
  /// The most bytes that the network takes.
  public static let limit = 100

  /// Nil for more bytes than the network takes, and for leading zeros.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.limit, bytes.first != 0 else { return nil }
    self.bytes = bytes
  }

  /// The amount in decimal digits.
  public var description: String {
    var rest = bytes
    var groups: [String] = []
    while !rest.isEmpty {
      var remainder: UInt64 = 0
      for index in rest.indices {
        let part = remainder << 8 | UInt64(rest[index])
        (rest[index], remainder) = (UInt8(part / 1_000_000_000), part % 1_000_000_000)
      }
      rest = Array(rest.drop { $0 == 0 })
      let digits = String(remainder)
      groups.append(
        rest.isEmpty ? digits : String(repeating: "0", count: 9 - digits.count) + digits)
    }
    return groups.isEmpty ? "0" : groups.reversed().joined()
  }
}

/// Tokens that a transaction moves beside its value.
public struct TokenTransfer: Hashable, Sendable {
  /// The identifier of the token, such as `FOO-123456`; nil for EGLD, which can be moved among tokens.
  public let token: String?
  /// Which of the tokens of one identifier; zero for those that are all alike.
  public let nonce: UInt64
  /// How much, in the token's smallest unit.
  public let quantity: TokenQuantity
}

/// What the data of a transaction asks for.
public enum TransactionDeed: Equatable, Sendable {
  /// There is no data.
  case nothing
  /// A text for another person's account, which runs nothing.
  case note([UInt8])
  /// Tokens move to an account, which may be a contract that is called with them.
  case transfers([TokenTransfer], to: MultiversXAddress, call: ContractCall?)
  /// A function of the receiver, a contract, is called.
  case call(ContractCall)
  /// A function of the network itself: it destroys tokens, or changes guardians, owners or names.
  case network(ContractCall)
}

/// A function that a contract, or the network itself, runs.
public struct ContractCall: Hashable, Sendable {
  /// Its name, as bytes that somebody chose.
  public let function: [UInt8]
  /// What it is given.
  public let arguments: [[UInt8]]
}

extension MultiversXTransaction {
  /// The most transfers in one transaction.
  public static let transferLimit = 100

  /// What the network runs itself, whoever is told, beside the transfers below (vm-common's built-in functions).
  private static let networkFunctions: Set<String> = [
    "ChangeOwnerAddress", "ClaimDeveloperRewards", "DeleteUserName", "ESDTBurn", "ESDTFreeze",
    "ESDTLocalBurn", "ESDTLocalMint", "ESDTMetaDataRecreate", "ESDTMetaDataUpdate",
    "ESDTModifyCreator", "ESDTModifyRoyalties", "ESDTNFTAddQuantity", "ESDTNFTAddURI",
    "ESDTNFTBurn", "ESDTNFTCreate", "ESDTNFTCreateRoleTransfer", "ESDTNFTUpdateAttributes",
    "ESDTPause", "ESDTSetBurnRoleForAll", "ESDTSetLimitedTransfer", "ESDTSetNewURIs",
    "ESDTSetRole", "ESDTSetTokenType", "ESDTTransferRoleAddAddress",
    "ESDTTransferRoleDeleteAddress", "ESDTUnFreeze", "ESDTUnPause", "ESDTUnSetBurnRoleForAll",
    "ESDTUnSetLimitedTransfer", "ESDTUnSetRole", "ESDTWipe", "GuardAccount", "MigrateDataTrie",
    "SaveKeyValue", "SetGuardian", "SetUserName", "UnGuardAccount",
  ]

  /// What the data asks for.
  ///
  /// Throws when nobody could show what the network would make of it: what begins as a transfer of tokens and is none,
  /// transactions inside of this one, the making of a contract.
  public func deed() throws(MultiversXError) -> TransactionDeed {
    guard !receiver.isNobody else {
      throw .invalid(
        field: "receiver", reason: "is the empty address: this would create a contract")
    }
    guard !data.isEmpty else { return .nothing }
    let parts = data.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    let function = Array(parts[0])
    let name = String(decoding: function, as: UTF8.self)
    switch name {
    case "ESDTTransfer", "ESDTNFTTransfer", "MultiESDTNFTTransfer":
      return try transfers(name, try arguments(parts))
    case _ where name.hasPrefix("relayedTx"):
      throw .invalid(
        field: "data", reason: "holds another transaction, whose effect cannot be shown")
    case _ where Self.networkFunctions.contains(name) || (receiver == sender && isName(function)):
      // To oneself nothing is a note: what the network will run there one day is not known today.
      try require(
        value == 0 || !Self.networkFunctions.contains(name),
        "runs a function of the network, which takes no EGLD")
      return .network(ContractCall(function: function, arguments: try arguments(parts)))
    case _ where receiver.isContract:
      try require(isName(function), "calls a function whose name cannot be one")
      return .call(ContractCall(function: function, arguments: try arguments(parts)))
    default: return .note(data)
    }
  }

  /// All EGLD that leaves the sender beside the fee: the value and what is moved among tokens, in 10^-18 EGLD.
  public func egld() throws(MultiversXError) -> UInt128 {
    guard case .transfers(let transfers, _, _) = try deed() else { return value }
    var sum = value
    for transfer in transfers where transfer.token == nil {
      let bytes = transfer.quantity.bytes
      guard bytes.count <= 16 else { throw .amountOverflow }
      let (next, isOver) = sum.addingReportingOverflow(
        bytes.reduce(0) { $0 << 8 | UInt128($1) })
      guard !isOver else { throw .amountOverflow }
      sum = next
    }
    return sum
  }

  private func isName(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
          || $0 == UInt8(ascii: "_")
      }
  }

  private func transfers(
    _ name: String, _ arguments: [[UInt8]]
  ) throws(MultiversXError) -> TransactionDeed {
    try require(value == 0, "moves tokens, and EGLD beside them, which the network refuses")
    var transfers: [TokenTransfer] = []
    let to: MultiversXAddress
    let rest: ArraySlice<[UInt8]>
    switch name {
    case "ESDTTransfer":
      try require(arguments.count >= 2, "has no amount of a token")
      transfers = [try transfer(token: arguments[0], nonce: [], quantity: arguments[1])]
      (to, rest) = (receiver, arguments.dropFirst(2))
    case "ESDTNFTTransfer":
      try require(arguments.count >= 4, "has not the four parts of a transfer")
      transfers = [
        try transfer(token: arguments[0], nonce: arguments[1], quantity: arguments[2])
      ]
      try require(transfers[0].nonce != 0, "moves one of several tokens and does not say which")
      (to, rest) = (try account(arguments[3]), arguments.dropFirst(4))
    default:
      try require(arguments.count >= 2, "has no receiver and number of transfers")
      to = try account(arguments[0])
      let count = try number(arguments[1], "the number of transfers")
      guard (1...UInt64(Self.transferLimit)).contains(count) else {
        throw .invalid(
          field: "data", reason: "has \(count) transfers, and 1 to \(Self.transferLimit) may be")
      }
      let end = 2 + 3 * Int(count)
      try require(arguments.count >= end, "says that \(count) transfers follow and has fewer")
      for start in stride(from: 2, to: end, by: 3) {
        transfers.append(
          try transfer(
            token: arguments[start], nonce: arguments[start + 1], quantity: arguments[start + 2]))
      }
      rest = arguments.dropFirst(end)
    }
    let isSeveral = name == "MultiESDTNFTTransfer"
    try require(
      isSeveral || transfers[0].token != nil,
      "moves EGLD as a token, which only several transfers can")
    try require(
      name == "ESDTTransfer" || receiver == sender,
      "moves the sender's own tokens, so it must be sent to the sender")
    try require(to != sender, "moves tokens to the sender")
    try require(!to.isNobody, "moves tokens to nobody")
    let call = try call(rest)
    try require(call == nil || to.isContract, "calls a function of an account that has none")
    return .transfers(transfers, to: to, call: call)
  }

  private func require(_ holds: Bool, _ reason: String) throws(MultiversXError) {
    guard holds else { throw .invalid(field: "data", reason: reason) }
  }

  private func arguments(_ parts: [ArraySlice<UInt8>]) throws(MultiversXError) -> [[UInt8]] {
    var arguments: [[UInt8]] = []
    for (index, part) in parts.enumerated().dropFirst() {
      do {
        arguments.append(try Hex.decode(utf8: Array(part)))
      } catch {
        throw .invalid(field: "data", reason: "has a part \(index) that is not hex: \(error)")
      }
    }
    return arguments
  }

  private func call(_ rest: ArraySlice<[UInt8]>) throws(MultiversXError) -> ContractCall? {
    guard let function = rest.first else { return nil }
    try require(!function.isEmpty, "calls a function without a name")
    return ContractCall(function: function, arguments: Array(rest.dropFirst()))
  }

  private func account(_ bytes: [UInt8]) throws(MultiversXError) -> MultiversXAddress {
    guard let key = Bytes32(bytes) else {
      throw .invalid(
        field: "data", reason: "names a receiver of \(bytes.count) bytes in place of 32")
    }
    return try MultiversXAddress(publicKey: key, prefix: sender.prefix)
  }

  private func number(_ bytes: [UInt8], _ what: String) throws(MultiversXError) -> UInt64 {
    let digits = bytes.drop { $0 == 0 }
    try require(digits.count <= 8, "gives \(what) in more than 64 bits")
    return digits.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func transfer(
    token: [UInt8], nonce: [UInt8], quantity: [UInt8]
  ) throws(MultiversXError) -> TokenTransfer {
    guard let name = Self.identifier(token) else {
      throw .invalid(field: "data", reason: "names a token whose identifier cannot exist")
    }
    guard let amount = TokenQuantity(quantity), !amount.bytes.isEmpty else {
      throw .invalid(
        field: "data",
        reason: "moves an amount of \(name) that is zero, too long or has leading zeros")
    }
    let number = try number(nonce, "the nonce of a token")
    let isNative = name == "EGLD-000000"
    try require(!isNative || number == 0, "moves EGLD with the nonce of a token")
    return TokenTransfer(token: isNative ? nil : name, nonce: number, quantity: amount)
  }

  /// The identifier of a token: three to ten capitals and digits, a hyphen, six digits of hex; before that perhaps
  /// the prefix of another chain, one to four small letters and digits and a hyphen.
  private static func identifier(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let form = /(?:[a-z0-9]{1,4}-)?[A-Z0-9]{3,10}-[0-9a-f]{6}/
    return text.wholeMatch(of: form) == nil ? nil : text
  }
}
