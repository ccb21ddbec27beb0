import Bytes
import ExtendedKeys
import Glibc
import Hashes
import Measurement
import Secp256k1Signing
import SecretKeys

/// A home on regtest with the seed and the wallet of ``SigningWork``.
struct SignerScratch {
  let folder: ScratchFolder
  private let program: String

  init(program: String) throws {
    self.program = program
    folder = try ScratchFolder()
    setenv("OFFLINE_SIGNER_HOME", folder.path("home"), 1)
    try folder.write(Array("benchmark figures only\n".utf8), to: folder.path("passphrase"))
    try folder.write(Array((try Self.tprv() + "\n").utf8), to: folder.path("key"))
    try run(["init", "--network", "regtest", "--yes"])
    try run(["seed", "import", "benchmark", "--from", folder.path("key"), "--yes"])
    try run([
      "account", "export", "benchmark", "--script", "wpkh", "--out", folder.path("account.txt"),
    ])
  }

  /// Signs a payment; the CPU is that of the processes that ended meanwhile.
  func sign(_ payment: String) throws -> Spent {
    let target = folder.path("signed.psbt")
    unlink(target)
    let before = Self.ofChildren
    var spent = try Spent.by {
      try run(["sign", payment, "--out", target, "--yes", "--accept", "replace"])
    }.spent
    spent.cpu = Self.ofChildren - before
    return spent
  }

  private func run(_ arguments: [String]) throws {
    let status = try Processes.run(
      program, arguments + ["--passphrase-file", folder.path("passphrase")])
    guard status == 0 else {
      throw BenchmarkError("\(arguments.prefix(2).joined(separator: " ")) ended with \(status)")
    }
  }

  /// The master key as BIP-32 writes it.
  private static func tprv() throws -> String {
    let master = try SigningWork.master()
    var bytes = withUnsafeBytes(of: KeyNetwork(SigningWork.network).privateVersion.bigEndian) {
      Array($0)
    }
    bytes += [UInt8](repeating: 0, count: 9) + master.chainCode.bytes + [0]
    bytes += master.privateKey.withUnsafeBytes { Array($0) }
    return Base58Check.encode(bytes)
  }

  /// Seconds that all processes took which were started here and have ended.
  private static var ofChildren: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }
}
