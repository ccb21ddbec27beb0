/// A path split into the folder that is opened and the one name inside it.
struct FilePath: Equatable {
  let path: String
  let folder: String
  let name: String

  init(_ path: String) throws(FileError) {
    guard !path.isEmpty else { throw .emptyPath }
    guard !path.utf8.contains(0) else { throw .unusablePath(path: path) }
    let slash = UInt8(ascii: "/")
    let bytes = path.utf8
    if let last = bytes.lastIndex(of: slash) {
      folder = last == bytes.startIndex ? "/" : String(path[..<last])
      name = String(path[bytes.index(after: last)...])
    } else {
      folder = "."
      name = path
    }
    guard !name.isEmpty, name != ".", name != ".." else { throw .unusablePath(path: path) }
    self.path = path
  }
}
