import Foundation
import Testing

/// Bad input given to both programs: one `error:` line, a `hint:`, nothing lost, no secret printed.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct BadInputJourneys {
  static let elsewhere = SingleKeyJourneys.elsewhere
  static let passphrase = "velvet orbit claim dune tuna lamp"

  /// A pair with one funded wallet and one unsigned payment as a file.
  static func ready() throws -> (pair: SingleKeyJourneys.Pair, unsigned: String, bytes: Data) {
    let pair = try SingleKeyJourneys.Pair(script: "wpkh")
    try pair.fund()
    let unsigned = pair.scratch.path("unsigned.psbt")
    try pair.online(
      "pay", "savings", "--to", "\(elsewhere)=0.12", "--fee-rate", "5", "--out", unsigned)
    return (pair, unsigned, try Data(contentsOf: URL(fileURLWithPath: unsigned)))
  }

  /// Runs a command on a home of mainnet, which stays closed on a machine with a network until the
  /// sentence is typed on a terminal.
  static func opening(_ side: Side, _ arguments: String...) throws -> Ran {
    let plain = try Programs.run(
      side.program, arguments + side.always, environment: side.environment)
    guard plain.err.contains("stays closed") else { return plain }
    #expect(plain.status == 1)
    #expect(plain.err.contains("NOT ISOLATED") && plain.err.contains("fix: "), "\(plain.err)")
    let python = try #require(ProcessInfo.processInfo.environment["DRAWBRIDGE_PYTHON"])
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("terminal.py").path
    return try Programs.run(
      URL(fileURLWithPath: python),
      [
        script, "Anything else stops", "open it although this machine is not isolated", "--",
        side.program.path,
      ] + arguments + side.always, environment: side.environment)
  }

  @Test func `a damaged payment is refused and signs nothing`() throws {
    let (pair, _, bytes) = try Self.ready()
    let damaged = pair.scratch.url.appendingPathComponent("damaged.psbt")
    let out = pair.scratch.path("signed.psbt")
    // Every length would take minutes here; the codec's own tests cut at each byte.
    for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 12)) {
      try bytes.prefix(length).write(to: damaged)
      try pair.offline.fails("sign", damaged.path, "--out", out, "--yes")
    }
    for position in [0, 4, 5, 6, bytes.count / 2, bytes.count - 1] {
      var flipped = bytes
      flipped[position] ^= 0x10
      try flipped.write(to: damaged)
      let ran = try pair.offline.run("sign", damaged.path, "--out", out, "--yes")
      // A flip may hit a field that signing does not depend on; it may never crash or half-write.
      #expect([0, 1].contains(ran.status), "\(ran.err)")
      try? FileManager.default.removeItem(atPath: out)
    }
    try Data().write(to: damaged)
    try pair.offline.fails("review", damaged.path)
    try pair.online.fails("collect", damaged.path)
    try Data("\u{1B}[2Jnot a payment".utf8).write(to: damaged)
    let said = try pair.offline.fails("review", damaged.path)
    #expect(!said.err.contains("\u{1B}"))
    try pair.offline.fails("review", pair.scratch.path("there-is-no-such-file.psbt"))
  }

  @Test func `pictures without a message are refused`() throws {
    let (pair, _, _) = try Self.ready()
    let empty = try pair.scratch.write("", to: "empty.png")
    try pair.offline.fails("review", empty)
    // The smallest valid PNG: one white pixel.
    let pixel = Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsKx8gwAAAABJRU5ErkJggg=="
    )
    let white = pair.scratch.url.appendingPathComponent("white.png")
    try #require(pixel).write(to: white)
    try pair.offline.fails("review", white.path)
    try pair.online.fails("collect", white.path)
    let huge = pair.scratch.url.appendingPathComponent("huge.psbt")
    try Data().write(to: huge)
    let handle = try FileHandle(forWritingTo: huge)
    try handle.truncate(atOffset: 200_000_000)
    try handle.close()
    try pair.offline.fails("review", huge.path, saying: "limit")
    try pair.online.fails("collect", huge.path, saying: "limit")
  }

  @Test func `a payment of somebody else, or of another network, is refused`() throws {
    let (pair, unsigned, _) = try Self.ready()
    let stranger = try Side.signer(in: pair.scratch, home: "stranger-home")
    try stranger("init", "--network", "regtest", "--yes")
    try stranger("seed", "create", "other", "--words", "12", "--yes")
    try stranger(
      "account", "export", "other", "--script", "wpkh", "--out", pair.scratch.path("other.txt"))
    try stranger.fails("sign", unsigned, "--out", pair.scratch.path("stolen.psbt"), "--yes")
    let mainnet = try Side.signer(in: pair.scratch, home: "mainnet-home")
    try #require(try Self.opening(mainnet, "init", "--yes").status == 0)
    let stolen = pair.scratch.path("mainnet.psbt")
    let refused = try Self.opening(mainnet, "sign", unsigned, "--out", stolen)
    #expect(refused.status == 1)
    #expect(!(refused.out + refused.err).contains("stays closed"))
    #expect(!FileManager.default.fileExists(atPath: stolen))
    try pair.online.fails(
      "pay", "savings", "--to", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4=0.1", "--fee-rate",
      "5", "--out", pair.scratch.path("x.psbt"), saying: "network")
    try pair.online.fails(
      "pay", "savings", "--to", "\(Self.elsewhere)=1000", "--fee-rate", "5", "--out",
      pair.scratch.path("x.psbt"))
  }

  @Test func `a vault whose every generation has one byte changed does not open`() throws {
    let scratch = try Scratch()
    let signer = try Side.signer(in: scratch)
    try signer("init", "--network", "regtest", "--yes")
    try signer("seed", "create", "first", "--words", "24", "--yes")
    let home = scratch.url.appendingPathComponent("signer-home")
    let files = try FileManager.default.contentsOfDirectory(atPath: home.path).sorted()
    for file in files where file.hasPrefix("vault") {
      let url = home.appendingPathComponent(file)
      var bytes = try Data(contentsOf: url)
      guard !bytes.isEmpty else { continue }
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: url)
    }
    let said = try signer.fails("seed", "list")
    #expect(!said.err.contains(Self.passphrase))
  }

  @Test func `a wrong passphrase opens nothing and is not echoed`() throws {
    let scratch = try Scratch()
    let signer = try Side.signer(in: scratch)
    try signer("init", "--network", "regtest", "--yes")
    _ = try scratch.write("a wrong guess entirely\n", to: "signer-home-passphrase")
    let said = try signer.fails("seed", "list")
    #expect(!said.err.contains("a wrong guess"))
  }

  @Test func `a secret is refused in an argument and on the coordinator`() throws {
    let (pair, _, _) = try Self.ready()
    let words =
      "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
    let refused = try pair.offline.run("seed", "import", "second", "--from", words)
    #expect(refused.status != 0)
    #expect(!refused.err.contains("abandon"))
    let file = try pair.scratch.write(words + "\n", to: "words.txt")
    let said = try pair.online.fails("collect", file)
    #expect(!said.err.contains("abandon") && !said.out.contains("abandon"))
  }

  @Test func `nothing is overwritten unless it is asked for`() throws {
    let (pair, unsigned, bytes) = try Self.ready()
    try pair.offline.fails("sign", unsigned, "--out", unsigned, "--yes")
    #expect(try Data(contentsOf: URL(fileURLWithPath: unsigned)) == bytes)
  }
}
