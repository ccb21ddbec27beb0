import BitcoinPrimitives
import EncryptedVault
import Foundation
import Isolation
import SecureMemory
import SignerHome
import Testing

/// The desk cannot be taken over in this process, which goes on: `desk-probe` plays it, behind its fence.
@Suite struct `A desk that is taken over` {
  /// What a run of the probe says: each line's name, and its numbers in order.
  private static func run(_ way: String) throws -> [String: [Int]] {
    // Not in the temporary folder of the tests: that may be in /dev/shm, and the desk may list what /dev holds.
    let place = URL(fileURLWithPath: "/var/tmp/desk-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data("text".utf8).write(to: place.appending(path: "file"))
    var passphrase = Array("zinc quagga 417".utf8)
    let secret = SecretBytes(moving: &passphrase)
    _ = try Vault.create(
      in: place.appending(path: "home").path, contents: VaultContents(network: .mainnet),
      passphrase: secret, parameters: KDFParameters(unchecked: 10, r: 8, p: 1))
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent()
      .appending(path: "desk-probe")
    process.arguments = [way]
    process.environment = ["DESK_PROBE_PLACE": place.path, "OFFLINE_SIGNER_STAGE": "of the desk"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    var results: [String: [Int]] = [:]
    for line in text.split(separator: "\n") {
      let end = try #require(line.lastIndex(of: ":"), "\(line)")
      let number = try #require(Int(line[line.index(end, offsetBy: 2)...]), "\(line)")
      results[String(line[..<end]), default: []].append(number)
    }
    #expect(try String(contentsOf: place.appending(path: "file"), encoding: .utf8) == "text")
    return results
  }

  @Test(.enabled(if: FileFence.isAvailable))
  func `opens no file and not the vault, starts nothing, and gets no command but the desk's`()
    throws
  {
    var results = try Self.run("taken-over")
    for (name, numbers) in results where name.hasPrefix("good,") {
      #expect(numbers.allSatisfy { $0 == 0 }, "\(name): \(numbers)")
      results[name] = nil
    }
    // Orders are answered, and nothing is started for them.
    let orders = results.filter { $0.key.hasPrefix("order,") }
    #expect(orders.count == 11)
    for (name, numbers) in orders { #expect(numbers == [1_001], "\(name): \(numbers)") }
    // The runs that came about are those that the desk's pages have, with their title, and the passphrase of their order.
    #expect(
      Set(results.keys.filter { $0.hasPrefix("ran ") }) == [
        "ran Settings, vault settings --passphrase-fd 3", "ran Check this machine, doctor",
      ])
    #expect(Set(results.keys.filter { $0.hasPrefix("handed ") }) == ["handed zinc quagga"])
    #expect(results["descriptors of a command"] == [0, 0])
    for name in ["descriptors of a command"] + results.keys.filter({ $0.hasPrefix("order,") })
      + results.keys.filter({ $0.hasPrefix("ran ") || $0.hasPrefix("handed ") })
    {
      results[name] = nil
    }
    #expect(results.count == 59)
    for (name, numbers) in results {
      let expected = [EACCES, ENOSYS].map { [Int($0)] }
      #expect(expected.contains(numbers), "\(name): \(numbers)")
    }
  }

  @Test(.enabled(if: FileFence.isAvailable))
  func `that speaks nonsense has no starter any more`() throws {
    let results = try Self.run("nonsense")
    #expect(results.count == 4)
    for (name, numbers) in results { #expect(numbers == [0], "\(name): \(numbers)") }
  }
}
