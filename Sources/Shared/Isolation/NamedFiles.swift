internal import Glibc

/// The files that a command line names, for the fence of a run.
///
/// What is named is allowed whatever the option is called: a person who names a file means it. Only what is named as a
/// place for results is opened for writing.
public enum NamedFiles {
  /// The most files of a folder of pictures, as its reader has it.
  private static let pictureLimit = 10_000

  /// What may be the name of a file, and whether an option of `outputs` calls it a place for results.
  public static func names(
    in arguments: [String], outputs: Set<String>
  ) -> [(name: String, isOutput: Bool)] {
    var names: [(name: String, isOutput: Bool)] = []
    var isOutput = false
    for argument in arguments {
      // A name of more bytes is a message itself; the kernel has no such path.
      guard argument.utf8.count < 4_096 else { continue }
      if outputs.contains(argument) {
        isOutput = true
      } else if argument.hasPrefix("--") {
        // The same word may be an option with a value in one command and a flag in another.
        isOutput = false
        guard let equals = argument.firstIndex(of: "=") else { continue }
        let value = String(argument[argument.index(after: equals)...])
        names.append((value, outputs.contains(String(argument[..<equals]))))
      } else {
        names.append((argument, isOutput))
        // `alice=key.png` says whose file it is.
        if !isOutput, !isURI(argument), let equals = argument.firstIndex(of: "=") {
          names.append((String(argument[argument.index(after: equals)...]), false))
        }
        isOutput = false
      }
    }
    return names
  }

  /// Whether an argument is a `bitcoin:` URI: somebody else wrote it, and nothing in it names a file.
  static func isURI(_ argument: String) -> Bool {
    argument.drop { $0.isWhitespace }.prefix(8).lowercased() == "bitcoin:"
  }

  /// The path itself where it is there, else the nearest folder above it that is.
  public static func nearest(to path: String) -> String {
    var nearest = trimmed(path)
    while access(nearest, F_OK) != 0, nearest != folder(of: nearest) {
      nearest = folder(of: nearest)
    }
    return nearest
  }

  /// The folder that a path lies in.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : trimmed(String(path[..<slash]))
  }

  /// The path without slashes at its end.
  public static func trimmed(_ path: String) -> String {
    var text = Substring(path)
    while text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
    return String(text)
  }

  /// The regular files that lie in a folder themselves, but hidden ones; none where there are more than a folder of
  /// pictures may hold, which is then refused, and none of `/` and `/dev`.
  fileprivate static func files(inFolder name: String) -> [String] {
    guard FileFence.mayBeWritten(name), let stream = opendir(name) else { return [] }
    defer { closedir(stream) }
    var files: [String] = []
    var count = 0
    while let entry = readdir(stream) {
      let found = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard found != ".", found != ".." else { continue }
      count += 1
      guard count <= pictureLimit else { return [] }
      guard !found.hasPrefix(".") else { continue }
      let path = trimmed(name) + "/" + found
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { files.append(path) }
    }
    return files
  }
}

extension FileFence {
  /// Allows a folder for the program's own records; one that is still to be made needs the folder that it will lie in.
  public mutating func allow(home: String) {
    allow(NamedFiles.nearest(to: home), .write)
    allow(NamedFiles.folder(of: NamedFiles.trimmed(home)), .list)
  }

  /// Allows a file, a folder or `camera:DEVICE`, and listing the folder it lies in, whether it is there or not.
  public mutating func allow(input: String, as permission: Access = .read) {
    var name = input
    if !NamedFiles.isURI(input), let colon = input.firstIndex(of: ":"), access(input, F_OK) != 0 {
      name = String(input[input.index(after: colon)...])
    }
    guard !name.isEmpty, !name.hasPrefix("-") else { return }
    allow(NamedFiles.trimmed(name), permission)
    allow(NamedFiles.folder(of: NamedFiles.trimmed(name)), .list)
  }

  /// Allows the folder that a result lies in: it is written beside its place and renamed.
  ///
  /// A device is written itself.
  public mutating func allow(output: String, as permission: Access = .write) {
    guard output != "-", output != "terminal", !output.isEmpty else { return }
    let name = NamedFiles.trimmed(output)
    var status = stat()
    let isThere = stat(name, &status) == 0
    let kind = status.st_mode & S_IFMT
    if isThere, kind == S_IFCHR || kind == S_IFBLK { return allow(name, .device) }
    allow(NamedFiles.folder(of: name), permission)
  }

  /// Allows what a command line names and no more: of a folder of pictures the files in it alone, and of the folder of
  /// a result no file to be read.
  public mutating func allowNarrowly(
    _ names: [(name: String, isOutput: Bool)]
  ) {
    for (name, isOutput) in names {
      guard !isOutput else {
        allow(output: name, as: .result)
        continue
      }
      allow(input: name, as: .input)
      for file in NamedFiles.files(inFolder: name) { allow(file, .input) }
    }
  }
}
