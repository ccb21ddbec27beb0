import Foundation
import Isolation
import Testing

/// Isolation cannot be undone, so a process of its own does it: `isolation-probe`.
@Suite struct `A raised drawbridge` {
  static func probe() throws -> URL {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: own).deletingLastPathComponent().appending(path: "isolation-probe")
  }

  static func run(_ arguments: String...) throws -> [String: Int] {
    let process = Process()
    process.executableURL = try probe()
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    var results: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":")
      try #require(parts.count == 2, "\(line)")
      results[String(parts[0])] = Int(parts[1].drop { $0 == " " })
    }
    return results
  }

  @Test func `lets nothing out and nobody in, and its children neither`() throws {
    var results = try Self.run()
    #expect(results.removeValue(forKey: "core limit") == 0)
    #expect(results.removeValue(forKey: "dumpable") == 0)
    #expect(results.removeValue(forKey: "filtered") == 1)
    #expect(results.removeValue(forKey: "child") == Int(EACCES))
    for name in ["pipe", "open", "thread"] {
      #expect(results.removeValue(forKey: name) == 0, "\(name)")
    }
    #expect(results.count >= 67)
    for (name, code) in results { #expect(code == Int(EACCES), "\(name): \(code)") }
  }

  @Test func `a helper that may only read leaves nothing behind`() throws {
    var results = try Self.run("reader")
    #expect(results.removeValue(forKey: "read") == 0)
    #expect(results.count == 15)
    for (name, code) in results { #expect(code == Int(EACCES), "\(name): \(code)") }
  }

  @Test func `is what makes the difference`() throws {
    let results = try Self.run("open")
    #expect(results["socket inet"] == 0)
    #expect(results["socket unix"] == 0)
    #expect(results["socketpair"] == 0)
    #expect(results["connect"] == Int(EBADF))
    for name in ["memory to write and run", "memory made to run", "memory that runs when read"] {
      #expect(results[name] == 0, "\(name)")
    }
    #expect(results["child"] == 0)
    #expect(results["filtered"] == 0)
  }
}

/// A folder to be used and one beside it, with a file in each.
private final class Folders {
  let url = FileManager.default.temporaryDirectory.appending(path: "fence-\(UUID().uuidString)")
  var inside: String { url.appending(path: "inside").path }
  var outside: String { url.appending(path: "outside").path }

  init() throws {
    for folder in [inside, outside] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("text".utf8).write(to: URL(filePath: folder).appending(path: "file"))
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

@Suite struct `A coordinator` {
  @Test(.enabled(if: FileFence.isAvailable))
  func `reaches its home and the network, and no other process or file`() throws {
    let folders = try Folders()
    var results = try `A raised drawbridge`.run("coordinator", folders.inside, folders.outside)
    #expect(results.removeValue(forKey: "raised") == 1)
    #expect(results["good, a connection"] == 0)
    // A socket is its business; its helper has none, which another test looks at.
    #expect(results.removeValue(forKey: "good, helper") != nil)
    for (name, code) in results where name.hasPrefix("good,") {
      #expect(code == 0, "\(name): \(code)")
    }
    // libdispatch reads this of its own threads; it says what a program is called and how long it ran.
    #expect(results.removeValue(forKey: "what another is") == 0)
    // It lies beside the home, and the folder that this is in may be listed.
    #expect(results.removeValue(forKey: "a list outside") == 0)
    let refused = results.filter { !$0.key.hasPrefix("good,") }
    #expect(refused.count == 12)
    for (name, code) in refused {
      // Moving between folders is refused as if they were two disks.
      let expected = name == "moved out" ? [EACCES, EXDEV] : [EACCES]
      #expect(expected.map(Int.init).contains(code), "\(name): \(code)")
    }
  }

  @Test(.enabled(if: FileFence.isAvailable))
  func `its desk, once taken over, reaches no file, no socket and no program`() throws {
    let folders = try Folders()
    let results = try `A raised drawbridge`.run("coordinator-desk", folders.outside)
    for (name, code) in results where name.hasPrefix("good,") {
      #expect(code == 0, "\(name): \(code)")
    }
    let refused = results.filter { !$0.key.hasPrefix("good,") }
    #expect(refused.count == 17)
    for (name, code) in refused { #expect(code == Int(EACCES), "\(name): \(code)") }
  }

  @Test func `makes no memory that is written and run, and looks into nobody`() throws {
    let results = try `A raised drawbridge`.run("coordinator-calls")
    #expect(results["core limit"] == 0 && results["dumpable"] == 0)
    #expect(results["filtered"] == 1)
    for name in ["socket inet", "socket inet6", "socket unix", "socketpair"] {
      #expect(results[name] == 0, "\(name)")
    }
    for name in [
      "memory to write and run", "memory made to run", "memory that runs when read", "ptrace",
      "process_vm_readv", "process_vm_writev", "pidfd_getfd", "io_uring_setup", "bpf",
    ] {
      #expect(results[name] == Int(EACCES), "\(name): \(results[name] ?? -1)")
    }
  }
}

@Suite struct `A reviewer of payments` {
  @Test(.enabled(if: FileFence.isAvailable))
  func `reads what is named alone, where its results lie beside the home`() throws {
    let folders = try Folders()
    let folder = folders.inside
    for name in ["home", "pictures", "pictures/beneath"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
    }
    for name in [
      "payment", "beside", "passphrase", "home/vault", "pictures/0001.png", "pictures/.hidden",
      "pictures/beneath/0004.png",
    ] {
      try Data("text".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }
    // The same files by a second name among the pictures, and a link.
    for (file, name) in [("home/vault", "0002.png"), ("passphrase", "0003.png")] {
      #expect(link("\(folder)/\(file)", "\(folder)/pictures/\(name)") == 0)
    }
    #expect(symlink("\(folder)/home/vault", "\(folder)/vault-link.png") == 0)
    let results = try `A raised drawbridge`.run("reviewer", folder)
    let good = results.filter { $0.key.hasPrefix("good,") }
    let refused = results.filter { !$0.key.hasPrefix("good,") }
    #expect(good.count == 15)
    for (name, code) in good { #expect(code == 0, "\(name): \(code)") }
    #expect(refused.count == 15)
    for (name, code) in refused {
      // Moving between folders is refused as if they were two disks.
      let isMove = ["moved", "linked", "over"].contains { name.contains($0) }
      let expected = isMove ? [EACCES, EXDEV] : [EACCES]
      #expect(expected.map(Int.init).contains(code), "\(name): \(code)")
    }
  }
}

@Suite struct `A keeper of keys` {
  @Test(.enabled(if: FileFence.isAvailable))
  func `reaches its home, the terminal and passphrases, and nothing else`() throws {
    let folders = try Folders()
    try Data("text".utf8).write(to: URL(filePath: folders.outside + "/passphrase"))
    let results = try `A raised drawbridge`.run("keeper", folders.inside, folders.outside)
    let (good, refused) = (
      results.filter { $0.key.hasPrefix("good,") }, results.filter { !$0.key.hasPrefix("good,") }
    )
    #expect(good.count == 16)
    for (name, code) in good { #expect(code == 0, "\(name): \(code)") }
    #expect(refused.count == 48)
    for (name, code) in refused {
      // Moving between folders is refused as if they were two disks.
      let expected = name == "moved out" ? [EACCES, EXDEV] : [EACCES, ENOSYS]
      #expect(expected.map(Int.init).contains(code), "\(name): \(code)")
    }
  }

  @Test func `is ended when it asks for a socket, a program or another process`() throws {
    for number in 0... {
      let process = Process()
      process.executableURL = try `A raised drawbridge`.probe()
      process.arguments = ["keeper-dies", "\(number)"]
      try process.run()
      process.waitUntilExit()
      if process.terminationStatus == 99 {
        #expect(number >= 15)
        return
      }
      #expect(process.terminationReason == .uncaughtSignal, "\(number)")
      #expect(process.terminationStatus == SIGSYS, "\(number)")
    }
  }

  @Test func `is refused by its own list what others may do`() throws {
    let results = try `A raised drawbridge`.run("keeper-before")
    for name in [
      "a file in memory", "a signal to any process", "a request to a camera", "a pipe",
      "a limit", "another folder", "a watch on files", "another user", "a file emptied by name",
    ] {
      let code = try #require(results[name], "\(name)")
      #expect(code != Int(EACCES) && code != Int(ENOSYS), "\(name): \(code)")
    }
  }
}

@Suite struct `The fence around files` {
  @Test(.enabled(if: FileFence.isAvailable))
  func `keeps a signer that was taken over from every other process and file`() throws {
    let folders = try Folders()
    var results = try `A raised drawbridge`.run("fenced", folders.inside, folders.outside)
    #expect(results.removeValue(forKey: "raised") == 1)
    for (name, code) in results where name.hasPrefix("good,") {
      #expect(code == 0, "\(name): \(code)")
    }
    // The probe names `/` among others: that lists folders and opens none of their files.
    #expect(results.removeValue(forKey: "a list outside") == 0)
    let refused = results.filter { !$0.key.hasPrefix("good,") }
    #expect(refused.count == 13)
    for (name, code) in refused {
      // Moving between folders is refused as if they were two disks.
      let expected = name == "moved out" ? [EACCES, EXDEV] : [EACCES]
      #expect(expected.map(Int.init).contains(code), "\(name): \(code)")
    }
    #expect(
      try String(contentsOf: URL(filePath: folders.outside + "/file"), encoding: .utf8) == "text")
  }

  @Test func `without it all of that works, so it is what makes the difference`() throws {
    let folders = try Folders()
    let results = try `A raised drawbridge`.run("unfenced", folders.inside, folders.outside)
    for name in [
      "what another is", "its own memory to write", "a file outside", "a file outside to write",
      "a file made outside", "a list outside", "a folder outside", "moved out", "another program",
    ] {
      #expect(results[name] == 0, "\(name)")
    }
  }
}
