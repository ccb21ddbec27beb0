internal import Glibc

/// The folders at which something is mounted, as the kernel lists them: no file system is asked for anything.
struct MountedFolders {
  /// Where desktops and people mount sticks.
  private static let places = ["/media", "/run/media", "/mnt"]

  private let paths: Set<String>

  /// Those that this process sees now.
  static var now: MountedFolders {
    let file = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return MountedFolders(mountinfo: []) }
    defer { close(file) }
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return MountedFolders(mountinfo: bytes) }
      bytes += buffer.prefix(count)
    }
  }

  /// Takes what `/proc/self/mountinfo` says (proc(5)).
  init(mountinfo bytes: [UInt8]) {
    let blank = UInt8(ascii: " ")
    paths = Set(
      bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
        let fields = line.split(separator: blank, omittingEmptySubsequences: false)
        guard let dash = fields.firstIndex(of: [UInt8(ascii: "-")]), dash > 5,
          fields.indices.contains(dash + 1),
          // Nothing is there until somebody looks, and then it may take its time.
          !fields[dash + 1].elementsEqual("autofs".utf8)
        else { return nil }
        return Self.path(fields[4])
      })
  }

  /// Folders in `/media`, `/run/media` and `/mnt`, and those in one of these that is not mounted itself.
  var sticks: [String] {
    Self.places.flatMap { place in
      paths.filter { path in
        guard path.hasPrefix(place + "/") else { return false }
        let names = path.dropFirst(place.count + 1).split(separator: "/")
        return names.count == 1 || names.count == 2 && !paths.contains("\(place)/\(names[0])")
      }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  /// A path in which the kernel writes blanks, tabs, line feeds and backslashes as octal numbers.
  private static func path(_ field: ArraySlice<UInt8>) -> String {
    var (bytes, rest) = ([UInt8](), field)
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      guard byte == UInt8(ascii: "\\"), digits.count == 3,
        digits.allSatisfy({ (0x30...0x37).contains($0) })
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(digits.reduce(0) { $0 &* 8 &+ ($1 - 0x30) })
      rest = rest.dropFirst(3)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
