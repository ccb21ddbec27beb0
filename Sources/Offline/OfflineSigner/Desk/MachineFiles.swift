internal import DurableFiles
internal import Glibc
internal import SignerDesk

/// What lies on this machine, for a person who looks for a file: names alone, no file is opened.
struct MachineFiles: DeskFiles {
  /// The most names of a folder that are shown.
  private static let namesLimit = 2_000

  /// The person's folder.
  var own: String? {
    guard let home = getenv("HOME"), home.pointee == UInt8(ascii: "/") else { return nil }
    return String(cString: home)
  }

  /// Where desktops and people mount sticks: folders in `/media`, in `/media/NAME` and `/run/media/NAME`, and in `/mnt`,
  /// that are mounted.
  func sticks() -> [String] {
    var found: [String] = []
    for place in ["/media", "/run/media", "/mnt"] {
      for folder in folders(in: place) {
        if Self.isMounted(folder, on: place) {
          found.append(folder)
          continue
        }
        found += folders(in: folder).filter { Self.isMounted($0, on: folder) }
      }
    }
    return found
  }

  func entries(of folder: String) -> [DeskEntry]? {
    guard let names = try? Folder.names(in: folder, limit: Self.namesLimit) else { return nil }
    return names.compactMap { name in
      guard let mode = Self.mode(of: "\(folder)/\(name)") else { return nil }
      return switch mode & S_IFMT {
      case S_IFDIR: DeskEntry(name: name, isFolder: true)
      case S_IFREG: DeskEntry(name: name, isFolder: false)
      default: nil
      }
    }
  }

  /// Printers that are plugged in by USB: `/dev/usb/lp0` and so on.
  func printers() -> [String] {
    ((try? Folder.names(in: "/dev/usb", limit: 100)) ?? []).filter { $0.hasPrefix("lp") }
      .map { "/dev/usb/\($0)" }
  }

  private func folders(in folder: String) -> [String] {
    (entries(of: folder) ?? []).filter(\.isFolder).map { "\(folder)/\($0.name)" }
  }

  /// Whether a folder lies on another device than the one above it.
  private static func isMounted(_ folder: String, on above: String) -> Bool {
    var (inner, outer) = (stat(), stat())
    return stat(folder, &inner) == 0 && stat(above, &outer) == 0 && inner.st_dev != outer.st_dev
  }

  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode : nil
  }
}
