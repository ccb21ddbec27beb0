internal import Foundation

extension RecordsFile {
  /// The program that has the file locked, with its command and process; nil where the system does not tell.
  ///
  /// Linux lists all locks of files in `/proc/locks`, each with the process and the inode.
  var holder: String? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let inode = attributes?[.systemFileNumber] as? Int,
      let locks = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
    else { return nil }
    let own = Int(ProcessInfo.processInfo.processIdentifier)
    return Self.holders(of: inode, in: locks).first { $0 != own }.map(Self.name)
  }

  /// The processes that lock a file, as `/proc/locks` lists them:
  /// `1: POSIX  ADVISORY  WRITE 1234 fd:00:131 0 EOF`.
  static func holders(of inode: Int, in locks: String) -> [Int] {
    locks.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ").filter { $0 != "->" }
      guard fields.count >= 6, fields[5].split(separator: ":").last.flatMap({ Int($0) }) == inode
      else { return nil }
      // -1 for a lock that belongs to an open file and not to a process.
      return Int(fields[4]).flatMap { $0 > 0 ? $0 : nil }
    }
  }

  /// `online-coordinator sync (process 1234)`: the program and its command, and no other argument.
  private static func name(_ process: Int) -> String {
    let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
    let words = line.split(separator: 0).prefix(2).map { String(decoding: $0, as: UTF8.self) }
    let program = words.first.flatMap { $0.split(separator: "/").last }.map(String.init)
    let command = words.dropFirst().first.flatMap { word in
      word.utf8.allSatisfy { (0x61...0x7a).contains($0) } ? " \(word)" : nil
    }
    return "\(program ?? "a program")\(command ?? "") (process \(process))"
  }
}
