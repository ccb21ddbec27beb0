internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors

/// The database in which Sparrow keeps a wallet (`.mv.db`), without a password.
///
/// Its main account is the schema `wallet_master`; each further account is a schema of its own. Read are the tables
/// `wallet`, `policy` and `keystore`. Of `seed` and `masterPrivateExtendedKey` only whether anything is in them: then
/// the file is refused.
enum SparrowDatabase {
  private static let prefix = "wallet_"
  private static let main = "wallet_master"
  private static let policyTypes = ["SINGLE", "MULTI"]
  private static let scripts = [
    "P2PK", "P2PKH", "MULTISIG", "P2SH", "P2SH_P2WPKH", "P2SH_P2WSH", "P2WPKH", "P2WSH", "P2TR",
  ]

  /// The most rows that are read of the tables `wallet`, `policy` and `keystore`: one, one, and one for each key.
  static let walletLimit = 100
  static let policyLimit = 100
  static let keystoreLimit = 1_000

  static func read(_ bytes: [UInt8]) throws(WalletFileError) -> WalletDraft {
    var database = try H2Database(bytes)
    let schemas = Set(database.tables.map(\.schema)).filter { $0.hasPrefix(prefix) }.sorted()
    guard schemas.contains(main) else {
      throw H2Reader.unread("holds no wallet of Sparrow")
    }
    for schema in schemas { try requireWatching(&database, schema) }
    let wallets = try database.rows(
      "wallet", in: main,
      wanted: [
        "id", "name", "network", "policytype", "scripttype", "defaultpolicy", "birthheight",
        "gaplimit",
      ], limit: walletLimit)
    guard wallets.count == 1, let wallet = wallets.first else {
      throw H2Reader.unread("holds \(wallets.count) wallets in its main account")
    }
    // A name is kept and shown.
    if case .text(let name)? = wallet["name"], let kind = SecretDetector.kind(of: name) {
      throw .secret(kind: kind)
    }
    let json = try json(of: wallet, &database)
    guard var draft = try SparrowJSON.read(json) else {
      throw H2Reader.malformed("it holds no wallet")
    }
    draft.network = try network(wallet)
    let others = schemas.filter { $0 != main }.map { $0.dropFirst(prefix.count) }
    if !others.isEmpty {
      let names = others.prefix(5).map { FileText.plainName(String($0), limit: 40) }
      let more = others.count > 5 ? " and \(others.count - 5) more" : ""
      draft.warnings.append(
        "only the main account was read: export from Sparrow what else the file holds ("
          + names.joined(separator: ", ") + more + ")")
    }
    return draft
  }

  /// Refuses an account with anything that spends, encrypted or not, or that was left behind.
  private static func requireWatching(
    _ database: inout H2Database, _ schema: String
  ) throws(WalletFileError) {
    let secret = WalletFileError.secret(kind: "a Sparrow wallet with a seed")
    for table in ["seed", "masterprivateextendedkey"] {
      guard try database.isEmpty(table, in: schema) else { throw secret }
    }
    let columns: Set = ["seed", "masterprivateextendedkey"]
    let keys = try database.rows("keystore", in: schema, wanted: columns, limit: keystoreLimit)
    for key in keys {
      for column in columns where key[column] != .null { throw secret }
    }
  }

  /// The same wallet as Sparrow's JSON says it, which is read and judged in one place.
  private static func json(
    of wallet: H2Database.Row, _ database: inout H2Database
  ) throws(WalletFileError) -> JSONValue {
    let id = try integer(wallet, "id")
    let policyType = try integer(wallet, "policytype")
    guard policyTypes.indices.contains(policyType) else {
      throw H2Reader.unread(
        "holds a wallet other than of one key or of several (policyType \(policyType))")
    }
    let scriptType = try integer(wallet, "scripttype")
    guard scripts.indices.contains(scriptType) else {
      throw H2Reader.unread(
        "holds a wallet of a script that is not known (scriptType \(scriptType))")
    }
    let policyNumber = wallet["defaultpolicy"]
    let policies = try database.rows(
      "policy", in: main, wanted: ["id", "script"], limit: policyLimit)
    let policy = policies.filter { $0["id"] == policyNumber }
    guard policy.count == 1, case .text(let script)? = policy[0]["script"] else {
      throw H2Reader.malformed("the policy of its wallet is missing")
    }
    var stores: [(index: Int, json: JSONValue)] = []
    let keys = try database.rows(
      "keystore", in: main,
      wanted: ["wallet", "index", "extendedpublickey", "derivationpath", "masterfingerprint"],
      limit: keystoreLimit)
    for row in keys {
      guard try integer(row, "wallet") == id else { continue }
      stores.append((try integer(row, "index"), try keystore(row)))
    }
    stores.sort { $0.index < $1.index }
    guard stores.map(\.index) == Array(stores.indices) else {
      throw H2Reader.malformed("the keys of its wallet are not numbered one after the other")
    }
    return [
      "policyType": .string(policyTypes[policyType]), "scriptType": .string(scripts[scriptType]),
      "defaultPolicy": ["miniscript": ["script": .string(script)]],
      "keystores": .array(stores.map(\.json)), "name": try text(wallet, "name"),
      "birthHeight": try optional(wallet, "birthheight"),
      "gapLimit": try optional(wallet, "gaplimit"),
    ]
  }

  private static func keystore(_ row: H2Database.Row) throws(WalletFileError) -> JSONValue {
    guard row["extendedpublickey"] != .null else {
      throw H2Reader.unread("holds a key without its extended public key, such as a payment code")
    }
    return [
      "extendedPublicKey": try text(row, "extendedpublickey"),
      "keyDerivation": [
        "derivationPath": try text(row, "derivationpath"),
        "masterFingerprint": try text(row, "masterfingerprint"),
      ],
    ]
  }

  private static func network(_ wallet: H2Database.Row) throws(WalletFileError) -> StatedNetwork {
    switch try integer(wallet, "network") {
    case 0: .exactly(.mainnet)
    case 1: .exactly(.testnet3)
    case 2: .exactly(.regtest)
    case 3: .exactly(.signet)
    case 4: .exactly(.testnet4)
    case let other: throw H2Reader.unread("is of a network that is not known (network \(other))")
    }
  }

  // MARK: Columns

  private static func integer(
    _ row: H2Database.Row, _ column: String
  ) throws(WalletFileError) -> Int {
    guard case .integer(let value)? = row[column] else {
      throw H2Reader.malformed("the column \(column) is missing or is not a number")
    }
    return Int(value)
  }

  /// Null as well where older versions of Sparrow have no such column.
  private static func optional(
    _ row: H2Database.Row, _ column: String
  ) throws(WalletFileError) -> JSONValue {
    guard let value = row[column], value != .null else { return .null }
    return .integer(Int64(try integer(row, column)))
  }

  private static func text(
    _ row: H2Database.Row, _ column: String
  ) throws(WalletFileError) -> JSONValue {
    switch row[column] {
    case .text(let text)?: .string(text)
    case .null?: .null
    default: throw H2Reader.malformed("the column \(column) is missing or is not a text")
    }
  }
}
