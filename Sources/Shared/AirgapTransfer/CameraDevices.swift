internal import DurableFiles
internal import Glibc
internal import Refusals
internal import TerminalUI

/// The cameras of this machine, as the kernel lists them below `/sys`.
public struct CameraDevices: Hashable, Sendable {
  /// One device that gives pictures.
  public struct Device: Hashable, Sendable {
    /// Such as `/dev/video0`.
    public let path: String
    /// What it calls itself: chosen by whoever built it, shown through the gate for foreign text.
    public let name: String
  }

  /// In the order of their numbers.
  public let devices: [Device]

  /// The device that is taken when none is named.
  public var standard: String { devices.first?.path ?? "/dev/video0" }

  /// Looks below `root`, which is empty for the machine itself.
  public init(root: String = "") {
    let folder = "\(root)/sys/class/video4linux"
    let names = (try? Folder.names(in: folder, limit: 1_000)) ?? []
    let numbers = names.compactMap { name -> Int? in
      guard name.hasPrefix("video") else { return nil }
      // The further nodes of one camera carry data about its pictures, not pictures.
      guard Self.line("\(folder)/\(name)/index") ?? "0" == "0" else { return nil }
      return Int(name.dropFirst(5))
    }
    devices = numbers.sorted().map { number in
      let name = Self.line("\(folder)/video\(number)/name") ?? ""
      return Device(path: "/dev/video\(number)", name: ForeignText.shown(name, limit: 64))
    }
  }

  /// The cameras in words: `/dev/video0 (Integrated Camera)`; nil when there is none.
  public var text: String? {
    guard !devices.isEmpty else { return nil }
    return devices.map { $0.name.isEmpty ? $0.path : "\($0.path) (\($0.name))" }
      .joined(separator: ", ")
  }

  /// The device that an argument names: `camera`, `camera:2` or `camera:/dev/video2`; nil for
  /// another argument.
  static func named(
    by argument: String, among cameras: @autoclosure () -> CameraDevices
  ) -> String? {
    if argument == MessageInput.camera { return cameras().standard }
    let prefix = MessageInput.camera + ":"
    guard argument.hasPrefix(prefix) else { return nil }
    let device = argument.dropFirst(prefix.count)
    guard let number = UInt8(device) else { return String(device) }
    return "/dev/video\(number)"
  }

  /// The first line of a file of the kernel's, at most 256 bytes.
  private static func line(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).prefix { $0 != 0x0a }, as: UTF8.self)
  }
}
