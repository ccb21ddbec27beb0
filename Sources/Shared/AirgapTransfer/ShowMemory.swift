internal import DurableFiles
private import Synchronization

/// How QR codes were shown last, kept in a small file of the home.
///
/// It has a line for each other side that was named, and one for all others. Nothing in it is secret.
public final class ShowMemory: Sendable {
  /// That of this process.
  public static let shared = ShowMemory()

  /// The name of the file in a home.
  static let name = "showing"
  /// The most bytes and lines of the file.
  static let limits = (bytes: 8_192, lines: 64)
  private static let head = "drawbridge-showing 1"
  /// Stands for every other side that was not named.
  private static let anybody = "any"

  private let path = Mutex<String?>(nil)

  init() {}

  /// Remembers in this home from now on.
  public func use(home: String) { path.withLock { $0 = "\(home)/\(Self.name)" } }

  /// How QR codes were shown to `peer` last; nil where nothing is known.
  func settings(for peer: String?) -> ShowSettings? {
    lines().first { $0.peer == peer ?? Self.anybody }?.settings
  }

  /// Keeps how QR codes were shown to `peer`, nil for as at first, which needs no line; where there is no home, or it
  /// cannot be written, nothing is kept.
  func keep(_ settings: ShowSettings?, for peer: String?) {
    guard let path = path.withLock({ $0 }) else { return }
    let peer = peer ?? Self.anybody
    // The last one stands first: what falls out at the end was not used for longest.
    let newest = settings.map { [(peer: peer, settings: $0)] } ?? []
    let kept = newest + lines().filter { $0.peer != peer }
    let text = kept.prefix(Self.limits.lines).map { "\($0.peer) \($0.settings.text)\n" }.joined()
    try? AtomicFile.write(Array("\(Self.head)\n\(text)".utf8), to: path, replacing: .yes)
  }

  /// What is kept; lines that say something else are left out.
  private func lines() -> [(peer: String, settings: ShowSettings)] {
    guard let path = path.withLock({ $0 }),
      let bytes = try? BoundedFile.read(path, limit: Self.limits.bytes)
    else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first == Self.head[...] else { return [] }
    return lines.dropFirst().prefix(Self.limits.lines).compactMap { line in
      guard let space = line.firstIndex(of: " "), let settings = ShowSettings(line[space...]) else {
        return nil
      }
      return (String(line[..<space]), settings)
    }
  }
}
