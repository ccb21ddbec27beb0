import Foundation
import Testing

/// A server with an index of scripts in front of the node of the tests, until it is let go.
final class IndexServer {
  /// Which one of Tests/RegtestNode it is.
  enum Kind: String {
    case electrum, esplora

    /// The URL of one on this machine.
    func url(port: Int, tls: Bool) -> String {
      switch self {
      case .electrum: "electrum\(tls ? "+tls" : "")://127.0.0.1:\(port)"
      case .esplora: "esplora+http\(tls ? "s" : "")://127.0.0.1:\(port)/api"
      }
    }
  }

  /// A certificate and its key, in two files.
  typealias Identity = (certificate: String, key: String)

  let url: String
  private let process: Process
  private let input = Pipe()

  /// With TLS, by the certificate and the key in two files.
  init(_ kind: Kind, _ node: JourneyNode, tls: Identity?) throws {
    let python = try #require(ProcessInfo.processInfo.environment["DRAWBRIDGE_PYTHON"])
    process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("RegtestNode/\(kind.rawValue)_server.py")
      .path
    process.arguments =
      [script, node.url, node.cookie] + (tls.map { ["--tls", $0.certificate, $0.key] } ?? [])
    let ready = Pipe()
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
