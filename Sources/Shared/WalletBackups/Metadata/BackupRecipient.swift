public import Bytes

/// A name of the address book.
public struct BackupRecipient: Equatable, Sendable {
  /// What a person calls the recipient.
  public var name: String
  /// The whole address.
  public var address: String
  /// The members that this version does not know.
  public var others: JSONObject

  /// Takes the name and the address.
  public init(name: String, address: String) {
    self.name = name
    self.address = address
    others = JSONObject()
  }

  init(_ value: JSONValue, _ number: Int) throws(BackupError) {
    var members = try Members(value, at: "$.drawbridge.recipients[\(number)]")
    name = try members.requiredText("name", limit: 64)
    address = try members.requiredText("address", limit: 200)
    others = members.others
  }

  var object: JSONObject {
    JSONObject(known: [("name", .string(name)), ("address", .string(address))], others: others)
  }
}
