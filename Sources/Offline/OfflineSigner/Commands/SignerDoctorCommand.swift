internal import AirgapTransfer
internal import ArgumentParser
internal import Bytes
internal import EncryptedVault
internal import Isolation
internal import KeeperProcess
internal import KeyKeeper
internal import SecureMemory
internal import SheetPages
internal import SheetPrinting
internal import SignerHome
internal import TerminalUI

/// `doctor`: whether this machine and this program are as they should be.
struct SignerDoctorCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Checks the machine, its lock-down, the filter, the memory and the helpers.",
    discussion: """
      Changes nothing and needs no passphrase. With --log it asks for that of the
      vault, checks the log of what was signed and shows the four words that stand
      for it. --printers says what a printer may remember of a sheet.
      """)

  @OptionGroup var common: SignerCommonOptions

  @Flag(help: "Explain what a printer may remember, and how to print a secret.")
  var printers = false

  @Flag(help: "Open the vault too: check its log, and show the words that stand for it.")
  var log = false

  private struct Check {
    let name: String
    let isGood: Bool
    let message: String
    let mend: String
  }

  func run(in session: SignerSession) throws(ProgramError) {
    let signingLog = try log ? signingLog(session) : unopenedLog(session)
    let checks =
      machine(session) + lockDown(session) + [filter(), fence(), memory(), try vault(session)]
      + [signingLog].compactMap(\.self) + [keeper()] + pictures()
      + cameras() + [drawer(), printing()]
    var table = Table("", "CHECK", .init("FOUND", .left, .wraps))
    for check in checks {
      table.add([check.isGood ? "ok" : "FIX", check.name, check.message])
    }
    session.console.result(text: session.console.shown(table), json: .array(checks.map(Self.json)))
    // What fixes several is said once.
    var said: Set<String> = []
    for check in checks where !check.isGood && said.insert(check.mend).inserted {
      let name = check.mend == LockDown.mend ? "lock-down" : check.name
      session.console.talk("\(name): \(check.mend)")
    }
    if printers {
      for sentence in PrinterFindings.whatPrintersRemember { session.console.talk(sentence) }
    }
  }

  private func machine(_ session: SignerSession) -> [Check] {
    let findings = session.environment.machine().findings
    if findings.isEmpty {
      return [Check(name: "machine", isGood: true, message: "no network, no swap", mend: "")]
    }
    return findings.map {
      Check(name: "machine", isGood: false, message: $0.message, mend: $0.mend)
    }
  }

  private func lockDown(_ session: SignerSession) -> [Check] {
    session.environment.lockDown().points.map {
      Check(name: "lock-down \($0.name)", isGood: $0.isDone, message: $0.message, mend: $0.mend)
    }
  }

  /// What is done where this run is not isolated: only the installed program isolates itself when
  /// it starts.
  private static let mendOfShield =
    "this run is not isolated from networks and files: use the installed offline-signer, and if that "
    + "says so too, install it again"

  private func filter() -> Check {
    Check(
      name: "filter", isGood: Isolation.isFiltered,
      message: Isolation.isFiltered ? "no socket can be made" : "not in force",
      mend: Self.mendOfShield)
  }

  private func fence() -> Check {
    let mend =
      FileFence.isAvailable
      ? Self.mendOfShield
      : "start a kernel with Landlock, as Debian's is (CONFIG_SECURITY_LANDLOCK, and landlock in lsm=)"
    // What every process may read of another one is checked as well.
    let isClosed = !FileFence.canSeeOtherProcesses
    return Check(
      name: "fence", isGood: FileFence.isUp && isClosed,
      message: FileFence.isUp && isClosed
        ? "no other program's memory, no files except those that are named"
        : FileFence.isUp ? "another program's files in /proc can be opened" : "not in force",
      mend: mend)
  }

  private func memory() -> Check {
    let secret = SecretBytes(count: 4_096)
    let isLocked = SecretBytes.allAreLocked && secret.count > 0
    return Check(
      name: "memory", isGood: isLocked,
      message: isLocked ? "secrets are locked out of swap" : "secrets cannot be locked",
      mend: "raise the limit of locked memory (ulimit -l), or turn swap off")
  }

  private func vault(_ session: SignerSession) throws(ProgramError) -> Check {
    let home = try session.home()
    do {
      guard try Vault.exists(in: home) else {
        return Check(name: "vault", isGood: true, message: "none yet in \(home)", mend: "")
      }
      let isRehearsal = try Vault.isForMainnet(in: home) == false
      return Check(
        name: "vault", isGood: true,
        message: "there is one in \(home)\(isRehearsal ? " (REHEARSAL, on a test network)" : "")",
        mend: "")
    } catch {
      return Check(name: "vault", isGood: false, message: error.description, mend: error.hint)
    }
  }

  /// Where there is a vault, how its log is seen.
  private func unopenedLog(_ session: SignerSession) -> Check? {
    guard let home = try? session.home(), (try? Vault.exists(in: home)) == true else { return nil }
    return Check(
      name: "log", isGood: true, message: "not checked: run `doctor --log`, which opens the vault",
      mend: "")
  }

  /// Opens the vault: nothing outside of it says what its log is.
  private func signingLog(_ session: SignerSession) throws(ProgramError) -> Check {
    let log = try session.contents().log
    let head = LogHead(log)
    guard let fault = log.firstFault else {
      return Check(
        name: "log", isGood: true,
        message: "\(head.text) (compare them with your newest note or sheet)", mend: "")
    }
    return Check(
      name: "log", isGood: false, message: fault.text,
      mend: "compare `offline-signer log` with your own records; do not rely on what this signer "
        + "remembers of earlier payments")
  }

  /// A machine without a camera is whole: messages cross as files and photographs too.
  private func cameras() -> [Check] {
    // Without the reader nothing can be asked, which is a finding of its own.
    let reports = (try? CameraReport.all()) ?? []
    guard !reports.isEmpty else {
      let found = CameraDevices()
      return [
        Check(
          name: "camera", isGood: true,
          message: found.text ?? "none found; files and photographs cross without one", mend: "")
      ]
    }
    return reports.map {
      Check(name: "camera", isGood: $0.isGood, message: $0.text, mend: $0.problem ?? "")
    }
  }

  /// What holds the seeds is there, and no other user can put something else in its place.
  private func keeper() -> Check {
    do throws(KeeperProcessError) {
      _ = try KeeperProcess.place()
      return Check(
        name: "key-keeper", isGood: true,
        message: "beside this program; no other user can replace it", mend: "")
    } catch {
      return Check(name: "key-keeper", isGood: false, message: error.description, mend: error.hint)
    }
  }

  /// The reader tries from inside its sandbox what it must not be able to do.
  private func pictures() -> [Check] {
    do {
      let proofs = try ReaderProcess().proof()
      let holes = proofs.filter { $0.hasSuffix(" allowed") }
      return [
        Check(
          name: "qr-reader", isGood: holes.isEmpty,
          message: holes.isEmpty
            ? "isolated (\(proofs.count) attempts refused)" : holes.joined(separator: ", "),
          mend: "update the kernel: the picture reader is not isolated")
      ]
    } catch {
      return [
        Check(name: "qr-reader", isGood: false, message: error.description, mend: error.hint)
      ]
    }
  }

  /// Draws a sheet with a letter of each script: the fonts are there, or their package is named.
  private func drawer() -> Check {
    do throws(SheetDrawingError) {
      _ = try SheetDrawer().file(try Self.trialSheet(), as: .pdf)
      return Check(
        name: "sheets", isGood: true, message: "drawn, with letters of every word list", mend: "")
    } catch {
      return Check(name: "sheets", isGood: false, message: error.description, mend: error.hint)
    }
  }

  private static func trialSheet() throws(SheetDrawingError) -> SecretBytes {
    var writer = SheetWriter(paper: .a4, title: "doctor", footer: "")
    writer.paragraph("zoo č ñ é あ 가 的")
    do throws(SheetPagesError) {
      return try writer.document()
    } catch {
      throw .refused(.malformed(offset: error.offset))
    }
  }

  private func printing() -> Check {
    let found = PrinterFindings()
    return Check(
      name: "printer", isGood: found.leavesNothing, message: found.message, mend: found.mend)
  }

  private static func json(_ check: Check) -> JSONValue {
    [
      "check": .string(check.name), "ok": .bool(check.isGood), "found": .string(check.message),
      "hint": .string(check.mend),
    ]
  }
}
