internal import Glibc
internal import Refusals

/// The kernel's own files, `/proc` and `/sys`, below a root that tests replace.
///
/// Only files are read: the filter allows no socket, so nothing can be asked of netlink.
struct KernelFiles: Sendable {
  /// The longest file, in bytes: a routing table of some ten thousand addresses.
  static let limit = 1_048_576
  /// The most names in a folder.
  static let nameLimit = 4_096

  /// Empty for the machine itself.
  let root: String

  /// The names in a folder, sorted; nil when there is no such folder.
  ///
  /// - Throws: ``KernelFileError``, also for more names than ``nameLimit``.
  func names(_ folder: String) throws(KernelFileError) -> [String]? {
    guard let stream = opendir(root + folder) else {
      if errno == ENOENT { return nil }
      throw .unreadable(path: folder, code: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw .unreadable(path: folder, code: errno) }
        return names.sorted()
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      guard names.count < Self.nameLimit else {
        throw .odd(path: folder, what: "more than \(Self.nameLimit) names")
      }
      names.append(name)
    }
  }

  /// A whole file as text; nil when it is not there.
  ///
  /// - Throws: ``KernelFileError``, also for more than ``limit`` bytes and for what is not UTF-8.
  func text(_ path: String) throws(KernelFileError) -> String? {
    let file = open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(path: path, code: errno)
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path, code: errno) }
      if count == 0 { break }
      bytes += chunk.prefix(count)
      guard bytes.count <= Self.limit else { throw .odd(path: path, what: "it is too long") }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .odd(path: path, what: "it is not text")
    }
    return text
  }

  /// The lines of a file that must be there.
  ///
  /// - Throws: ``KernelFileError``.
  func lines(_ path: String) throws(KernelFileError) -> [Substring] {
    guard let text = try text(path) else { throw .unreadable(path: path, code: ENOENT) }
    return text.split(separator: "\n")
  }

  /// The one word of a file; nil when it is not there.
  ///
  /// - Throws: ``KernelFileError``.
  func word(_ path: String) throws(KernelFileError) -> String? {
    guard let text = try text(path) else { return nil }
    let word = String(text.split(separator: "\n", maxSplits: 1).first ?? "")
    return word
  }

  /// The value of a `KEY=value` line of an `uevent` file; nil when there is none.
  ///
  /// - Throws: ``KernelFileError``.
  func value(of key: String, in path: String) throws(KernelFileError) -> String? {
    guard let text = try text(path) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("\(key)=") }
    return line.map { String($0.dropFirst(key.utf8.count + 1)) }
  }

  /// What a link points to; nil when it is not a link.
  func link(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 4_096)
    let count = readlink(root + path, &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    return String(
      decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Why a file of the kernel's says nothing that could be relied on.
enum KernelFileError: Error, Equatable, Sendable, CustomStringConvertible {
  case unreadable(path: String, code: Int32)
  case odd(path: String, what: String)

  var description: String {
    switch self {
    // A device that was plugged in may have chosen a part of the path (R24).
    case .unreadable(let path, let code):
      "\(ForeignText.ascii(path)) cannot be read (error \(code))"
    case .odd(let path, let what): "\(ForeignText.ascii(path)) is not as it should be: \(what)"
    }
  }
}
