public import Bytes
public import Foundation

/// The published test vectors, which lie beside the project in `../shared/vectors`.
///
/// They are not part of the project: a test that needs them says that it was skipped.
public enum Vectors {
  /// The folder of the project.
  public static let packageRoot: URL = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the vectors.
  public static let root: URL = packageRoot.deletingLastPathComponent()
    .appending(path: "shared/vectors")

  /// Whether the vectors are there.
  public static let arePresent: Bool = FileManager.default.fileExists(
    atPath: root.appending(path: "README.md").path)

  /// The bytes of a file, named relative to the folder of the vectors.
  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: path)))
  }

  /// The text of a file, which must be UTF-8.
  public static func text(_ path: String) throws -> String {
    guard let text = String(validating: try bytes(path), as: UTF8.self) else {
      throw VectorError(path: path, reason: "is not UTF-8")
    }
    return text
  }

  /// The value of a JSON file.
  public static func json(_ path: String) throws -> JSONValue {
    try JSONReader.parse(try bytes(path))
  }

  /// The cases of a file of the form `{"source","cases":[{"name","input","expect"}]}`.
  public static func cases(_ path: String) throws -> [VectorCase] {
    guard let cases = try json(path)["cases"]?.arrayValue else {
      throw VectorError(path: path, reason: "has no cases")
    }
    return cases.map {
      VectorCase(
        name: $0["name"]?.stringValue ?? "", input: $0["input"] ?? .null,
        expect: $0["expect"] ?? .null)
    }
  }
}

/// One case of a vector file.
public struct VectorCase: Sendable, CustomStringConvertible {
  public let name: String
  public let input: JSONValue
  public let expect: JSONValue

  public var description: String { name }
}

/// A vector file that is not what a test expects.
public struct VectorError: Error, CustomStringConvertible {
  public let path: String
  public let reason: String

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  public var description: String { "\(path) \(reason)" }
}
