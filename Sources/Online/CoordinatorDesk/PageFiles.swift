internal import CDeskPages

/// The files of the page, as they lie in `Sources/C/CDeskPages/page`: they are part of the program.
enum PageFiles {
  /// A file by its path; `/` is the page itself.
  static func response(_ path: String) -> HTTPResponse? {
    let name = path == "/" ? "index.html" : String(path.dropFirst())
    guard let dot = name.lastIndex(of: "."),
      let type = types[String(name[name.index(after: dot)...])]
    else { return nil }
    var size = 0
    guard let start = desk_page(name, &size) else { return nil }
    return HTTPResponse(
      type: type, body: Array(UnsafeBufferPointer(start: start, count: size)))
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
  ]
}
