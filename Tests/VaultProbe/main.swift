// Opens a vault and saves a change to it, and ends itself with SIGKILL at the file call whose number
// it was given: a real process on a real disk, dying at every point of a save. Run by VaultKillTests.
//
// Usage: vault-probe HOME CALL [seeds]. State n+1 follows n; odd states hold the seed "fleeting", even ones
// removed it. With `seeds` the second passphrase is set where there is none, else taken away.
import DurableFiles
import EncryptedVault
import Glibc
import SecureMemory
import Synchronization

final class DyingCalls: FileCalls {
  private let left: Mutex<Int>
  private let system = SystemFileCalls()

  init(after calls: Int) { left = Mutex(calls) }

  private func count() {
    let now = left.withLock { left in
      left -= 1
      return left
    }
    if now < 0 { kill(getpid(), SIGKILL) }
  }

  func openFolder(_ path: String) throws(CallFailure) -> Int32 {
    count()
    return try system.openFolder(path)
  }
  func open(
    _ name: String, in folder: Int32, for purpose: OpenPurpose, permissions: UInt32
  ) throws(CallFailure) -> Int32 {
    count()
    return try system.open(name, in: folder, for: purpose, permissions: permissions)
  }
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(CallFailure) -> Int {
    count()
    return try system.read(file, into: buffer)
  }
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(CallFailure) -> Int {
    // In three parts: a kill may come between them.
    count()
    return try system.write(
      file, UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 3 + 1)))
  }
  func synchronize(_ file: Int32) throws(CallFailure) {
    count()
    try system.synchronize(file)
  }
  func close(_ file: Int32) throws(CallFailure) {
    count()
    try system.close(file)
  }
  func status(_ file: Int32) throws(CallFailure) -> FileStatus {
    count()
    return try system.status(file)
  }
  func rename(_ old: String, to new: String, in folder: Int32, _ mode: RenameMode)
    throws(CallFailure)
  {
    count()
    try system.rename(old, to: new, in: folder, mode)
  }
  func unlink(_ name: String, in folder: Int32) throws(CallFailure) {
    count()
    try system.unlink(name, in: folder)
  }
  func makeFolder(_ path: String, permissions: UInt32) throws(CallFailure) {
    count()
    try system.makeFolder(path, permissions: permissions)
  }
  func removeFolder(_ path: String) throws(CallFailure) {
    count()
    try system.removeFolder(path)
  }
  func entries(_ folder: Int32, limit: Int) throws(CallFailure) -> [String] {
    count()
    return try system.entries(folder, limit: limit)
  }
  func lock(_ file: Int32) throws(CallFailure) {
    count()
    try system.lock(file)
  }
}

func secret(_ text: String) -> SecretBytes {
  var bytes = Array(text.utf8)
  return SecretBytes(moving: &bytes)
}

guard (3...4).contains(CommandLine.arguments.count), let calls = Int(CommandLine.arguments[2])
else { exit(2) }
do throws(VaultError) {
  var vault = try Vault.open(
    in: CommandLine.arguments[1], passphrase: secret("probe"),
    minimum: KDFParameters(unchecked: 1, r: 1, p: 1), waiting: 5_000,
    files: DyingCalls(after: calls))
  if CommandLine.arguments.last == "seeds" {
    if vault.contents.hasSeedsPassphrase {
      try vault.unlockSeeds(secret("second"))
      try vault.removeSeedsPassphrase()
    } else {
      try vault.changeSeedsPassphrase(to: secret("second"))
    }
    exit(0)
  }
  var contents = vault.contents
  let state = (contents.settings["state"] ?? 0) + 1
  contents.settings["state"] = state
  if state % 2 == 1 {
    contents.seeds.append(
      StoredSeed(
        name: "fleeting", kind: .seed, secret: StoredSecret(secret("a seed that comes and goes")),
        fingerprint: [0, 0, 0, 0], origin: "test", created: 0))
  } else {
    contents.seeds.removeAll { $0.name == "fleeting" }
  }
  try vault.save(contents)
  // Ends here: giving the lock back is not part of a save.
  exit(0)
} catch {
  print(error)
  exit(1)
}
