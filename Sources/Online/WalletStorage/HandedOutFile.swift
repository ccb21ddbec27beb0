internal import BitcoinPrimitives
internal import Bytes
internal import DurableFiles
internal import Foundation
internal import Hashes

/// What all homes of one user on a machine share: how far the addresses of each branch were handed out.
///
/// So one wallet in two homes does not hand out an address twice. The file names no wallet: a
/// branch is known by a hash of its network and first script. It is written whole, under a lock,
/// and its numbers only grow, except for addresses that nobody got. Its format is in
/// docs/formats.md.
public struct HandedOutFile: Sendable {
  /// The folder, made with mode 0700 when it is not there.
  public let folder: String

  /// Takes the folder; nothing is read or made yet.
  public init(folder: String) { self.folder = folder }

  var path: String { "\(folder)/handed-out" }

  /// How long another program is waited for, in milliseconds; such a program holds the lock for two
  /// writes.
  private static let patience = 5_000
  /// The largest file that is read: some 200,000 branches.
  private static let limit = 1 << 24
  private static let header = "drawbridge handed out 1"

  /// What stands for a branch.
  static func key(network: String, script: some Sequence<UInt8>) -> String {
    SHA256.hash(Array("drawbridge handed out\0\(network)\0".utf8) + [UInt8](script)).hex
  }

  /// What is in the file.
  enum Contents: Equatable {
    case missing
    case whole([String: UInt32])
    /// What is wrong with it.
    case damaged(String)
  }

  /// Reads the file as some program left it.
  func read() throws(FileError) -> Contents {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try BoundedFile.read(path, limit: Self.limit)
    } catch {
      switch error {
      case .notFound: return .missing
      case .tooLarge: return .damaged("it is too large")
      default: throw error
      }
    }
    return Self.parse(bytes)
  }

  static func parse(_ bytes: [UInt8]) -> Contents {
    guard bytes.last == 0x0a else { return .damaged("its end is missing") }
    // Each line but the last stands before a line feed, which the checksum covers.
    var lines = bytes.dropLast().split(separator: 0x0a, omittingEmptySubsequences: false)
    guard let last = lines.popLast(), let first = lines.first else {
      return .damaged("its end is missing")
    }
    guard first.elementsEqual(header.utf8) else {
      return .damaged("line 1 is not the expected header")
    }
    let body = bytes.prefix(bytes.count - last.count - 1)
    guard last.elementsEqual("end \(SHA256.hash(Array(body)).hex)".utf8) else {
      return .damaged("its checksum is wrong")
    }
    var entries: [String: UInt32] = [:]
    for (number, line) in lines.enumerated().dropFirst() {
      let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 2, (try? Hex.decode(words[0]))?.count == 32,
        let next = UInt32(words[1]), next <= 0x8000_0000
      else { return .damaged("line \(number + 1) cannot be read") }
      entries[words[0]] = max(entries[words[0]] ?? 0, next)
    }
    return .whole(entries)
  }

  static func bytes(of entries: [String: UInt32]) -> [UInt8] {
    let lines = entries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
    let body = Array((header + "\n" + lines.joined()).utf8)
    return body + Array("end \(SHA256.hash(body).hex)\n".utf8)
  }

  /// Changes the file while no other program does; durable when it returns.
  ///
  /// A damaged one is begun anew, with a copy kept beside it.
  /// - Returns: what `body` returned, and what is to be said of damage.
  func change<Value>(
    _ body: (inout [String: UInt32]) -> Value
  ) throws(FileError) -> (value: Value, damage: String?) {
    try Folder.makePrivate(folder)
    let lock = try HomeLock(home: folder, waiting: Self.patience)
    // What a killed program left half written; where it cannot be removed it does no harm.
    try? AtomicFile.removeLeftovers(in: folder)
    var entries: [String: UInt32] = [:]
    var damage: String?
    let found = try read()
    switch found {
    case .missing: damage = try setAsideEarlier()
    case .whole(let known): entries = known
    case .damaged(let what): damage = try setAside(what)
    }
    let value = body(&entries)
    if found != .whole(entries) {
      try AtomicFile.write(Self.bytes(of: entries), to: path, replacing: .yes)
    }
    // Until here no other program may write.
    _ = consume lock
    return (value, damage)
  }

  /// Gives a damaged file another name.
  private func setAside(_ what: String) throws(FileError) -> String {
    let names = Set(try Folder.names(in: folder))
    var number = 1
    while names.contains("\(Self.copyPrefix)\(number)") { number += 1 }
    let copy = "\(Self.copyPrefix)\(number)"
    try AtomicFile.rename(path, toName: copy)
    return Self.words("\(path) was damaged (\(what))", copy)
  }

  /// What is to be said of a damaged file when nobody wrote another one since it got its name: whoever
  /// gave it that was stopped before it was said.
  private func setAsideEarlier() throws(FileError) -> String? {
    let numbers = try Folder.names(in: folder).compactMap { name in
      name.hasPrefix(Self.copyPrefix) ? Int(name.dropFirst(Self.copyPrefix.count)) : nil
    }
    return numbers.max().map { Self.words("\(path) was damaged", "\(Self.copyPrefix)\($0)") }
  }

  private static let copyPrefix = "handed-out.damaged-"

  private static func words(_ what: String, _ copy: String) -> String {
    """
    \(what). It records which addresses your other homes handed out. The damaged file was kept as \
    \(copy), and a new one was started. Run `online-coordinator wallet list` in each of your homes before \
    you hand out an address
    """
  }
}
