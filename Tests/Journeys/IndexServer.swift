import Foundation
import Testing

/// A server with an index of scripts in front of the node of the tests, until it is let go.
final class IndexServer {
  /// Which one of Tests/RegtestNode it is.
  enum Kind: String {
    case electrum, esplora
    /// The only one that others wrote: PyPI's `e-x`.
    case electrumX = "electrumx"

    /// The URL of one on this machine.
    func url(port: Int, tls: Bool) -> String {
      switch self {
      case .electrum, .electrumX: "electrum\(tls ? "+tls" : "")://127.0.0.1:\(port)"
      case .esplora: "esplora+http\(tls ? "s" : "")://127.0.0.1:\(port)/api"
      }
    }
  }

  /// A certificate and its key, in two files.
  typealias Identity = (certificate: String, key: String)

  let url: String
  private let kind: Kind
  private let process: Process
  private let input = Pipe()
  private let ready = Pipe()

  /// Why ElectrumX cannot run here; nil when it can.
  static let electrumXIsMissing: Comment? = {
    guard let python = ProcessInfo.processInfo.environment["DRAWBRIDGE_PYTHON"],
      let asked = try? Programs.run(
        URL(fileURLWithPath: python), ["-B", script(.electrumX), "--missing"])
    else { return "skipped: run Tests/run, which builds the programs" }
    let reason = asked.out.trimmingCharacters(in: .whitespacesAndNewlines)
    return asked.status == 0 && reason.isEmpty ? nil : "skipped: \(reason)"
  }()

  private static func script(_ kind: Kind) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("RegtestNode/\(kind.rawValue)_server.py").path
  }

  /// With TLS, by the certificate and the key in two files.
  init(_ kind: Kind, _ node: JourneyNode, tls: Identity?) throws {
    let python = try #require(ProcessInfo.processInfo.environment["DRAWBRIDGE_PYTHON"])
    self.kind = kind
    process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments =
      [Self.script(kind), node.url, node.cookie]
      + (tls.map { ["--tls", $0.certificate, $0.key] } ?? [])
    process.standardInput = input
    process.standardOutput = ready
    try Programs.launch(process)
    url = kind.url(port: try JourneyNode.port(from: ready), tls: tls != nil)
  }

  deinit {
    // Not terminate(): a child of the test runner inherits its blocked signals.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits until it has what the node has; ours ask the node each time.
  func follow() throws {
    guard kind == .electrumX else { return }
    input.fileHandleForWriting.write(Data("follow\n".utf8))
    try #require(JourneyNode.line(from: ready) == "there", "ElectrumX does not follow the node")
  }

  /// A certificate that no authority signed and that names no host, and its key.
  static func identity(in scratch: Scratch, _ name: String) throws -> Identity {
    let files = (certificate: scratch.path("\(name).pem"), key: scratch.path("\(name)-key.pem"))
    let made = try Programs.run(
      URL(fileURLWithPath: "/usr/bin/openssl"),
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "3650", "-subj", "/CN=\(name)", "-keyout", files.key, "-out", files.certificate,
      ])
    try #require(made.status == 0, "\(made.err)")
    return files
  }
}
