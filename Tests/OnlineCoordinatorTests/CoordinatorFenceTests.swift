import Foundation
import Isolation
import TerminalUI
import Testing
import WalletStorage

@testable import OnlineCoordinator

/// What a run of the coordinator may reach.
@Suite struct CoordinatorFenceTests {
  @Test func `every option that names a place for results is known as one`() async throws {
    let desk = try Desk()
    let help = await desk.run("--experimental-dump-help")
    let object = try JSONSerialization.jsonObject(with: Data(help.out.utf8))
    var found: [String: Set<String>] = [:]
    func walk(_ value: Any) {
      if let list = value as? [Any] { for element in list { walk(element) } }
      guard let object = value as? [String: Any] else { return }
      let names = (object["names"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
      if object["kind"] as? String == "option", let name = names.first {
        let help = (object["abstract"] as? String ?? "").lowercased()
        found["--" + name, default: []].insert(
          (object["valueName"] as? String ?? "") + ": " + help)
      }
      for member in object.values { walk(member) }
    }
    walk(object)
    #expect(found.count > 20)
    for (name, helps) in found {
      let writes = helps.contains {
        $0.hasPrefix("output:") || $0.hasPrefix("folder:")
          || ($0.contains("write") && !$0.hasPrefix("format:"))
      }
      #expect(writes == CoordinatorFence.outputs.contains(name), "\(name): \(helps)")
    }
  }

  @Test func `a file is named alone, behind an option, and behind whose it is`() {
    let arguments = [
      "wallet", "create", "family", "--threshold", "2", "alice=/tmp/a=b.png", "--from=/tmp/c.png",
      "/tmp/d.png", "--out", "/tmp/x=y.txt",
    ]
    let names = NamedFiles.names(in: arguments, outputs: CoordinatorFence.outputs)
    #expect(names.filter(\.isOutput).map(\.name) == ["/tmp/x=y.txt"])
    let inputs = Set(names.filter { !$0.isOutput }.map(\.name))
    #expect(inputs.isSuperset(of: ["/tmp/a=b.png", "/tmp/c.png", "/tmp/d.png"]))
  }

  @Test func `the cookies of nodes are read from the records, which stay as they are`() async throws
  {
    let desk = try Desk()
    let records = Store.path(inHome: desk.path("home"))
    #expect(Store.cookies(inRecords: records).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: records))
    let cookie = try desk.write("__cookie__:" + String(repeating: "a", count: 64), to: "cookie")
    let ran = await desk.run("node", "add", "mine", "http://127.0.0.1:1", "--cookie", cookie)
    let without = await desk.run("node", "add", "other", "rehearsal://")
    #expect(without.code == .done, "\(ran.err) \(without.err)")
    let before = try Data(contentsOf: URL(filePath: records))
    #expect(Store.cookies(inRecords: records) == [cookie])
    #expect(try Data(contentsOf: URL(filePath: records)) == before)
    // What is no file of records has none.
    #expect(Store.cookies(inRecords: cookie).isEmpty)
  }
}
