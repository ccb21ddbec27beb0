internal import Foundation

/// Databases that H2 2.1.214 made by the statements of Sparrow's migrations, each deflated.
///
/// `Tests/SparrowDatabases/README.md` says what is in each.
public enum SparrowDatabases {
  /// The raw deflate stream of a database.
  public static func deflated(_ name: String) throws -> [UInt8] {
    let folder = Vectors.packageRoot.appending(path: "Tests/SparrowDatabases")
    return [UInt8](try Data(contentsOf: folder.appending(path: "\(name).mv.db.deflate")))
  }
}
