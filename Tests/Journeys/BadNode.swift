import Foundation
import Testing

/// What stands between the coordinator and the node of a journey and answers badly when it is told to
/// (`Tests/RegtestNode/bad_node.py`), until it is let go.
final class BadNode {
  let url: String
  private let process = Process()
  private let orders = Pipe()
  private let answers = Pipe()

  /// Passes on what is asked and answered until ``lie(_:about:)``.
  init(before node: JourneyNode) throws {
    let python = try #require(ProcessInfo.processInfo.environment["DRAWBRIDGE_PYTHON"])
    let port = try #require(URL(string: node.url)?.port)
    process.executableURL = URL(fileURLWithPath: python)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("RegtestNode/bad_node.py").path
    process.arguments = ["-B", script, "\(port)"]
    process.standardInput = orders
    process.standardOutput = answers
    try Programs.launch(process)
    url = "http://127.0.0.1:\(try JourneyNode.port(from: answers))"
  }

  deinit {
    // Not terminate(): a child of the test runner inherits its blocked signals.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Tells the lie with this name (`Tests/RegtestNode/walks/lies_in_form.py`), about these methods or about all.
  func lie(_ name: String, about methods: String...) throws { try order([name] + methods) }

  /// Passes everything on again.
  func tellTheTruth() throws { try order([]) }

  private func order(_ parts: [String]) throws {
    orders.fileHandleForWriting.write(try JSONEncoder().encode(parts) + Data("\n".utf8))
    #expect(JourneyNode.line(from: answers) == "told", "\(parts)")
  }
}
