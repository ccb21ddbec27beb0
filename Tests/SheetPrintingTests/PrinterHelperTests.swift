import CSystemCalls
import Foundation
import Glibc
import HelperProcesses
import SecureMemory
import Testing

@testable import SheetPrinting

@Suite struct PrinterHelperTests {
  private static let pages = "%PDF-1.5 pages of a sheet"

  private func secret(_ text: String = pages) -> SecretBytes {
    var bytes = Array(text.utf8)
    return SecretBytes(moving: &bytes)
  }

  private func helper(_ cups: FakeCUPS) throws -> PrinterHelper {
    try PrinterHelper.start(
      executable: try HelperProcess.path(of: "sheet-printer"), tools: cups.tools)
  }

  @Test func `a sheet is printed, and its job removed with its files`() throws {
    let cups = try FakeCUPS(looks: 0)
    let helper = try helper(cups)
    let report = try helper.report(on: "plain")
    #expect(report.connection == "usb")
    #expect(report.spoolPath == "/var/spool/cups")
    #expect(try helper.print(secret(), on: "plain"))
    #expect(cups.text("pages") == Self.pages)
    #expect(
      cups.text("log") == """
        lpstat -r
        lpstat -v plain
        lp -d plain -t sheet -o job-sheets=none,none -o print-scaling=none -
        lpstat -W not-completed -o plain
        cancel -x plain-7

        """)
    // No home, no server of CUPS elsewhere.
    let names = cups.text("environment").split(separator: "\n").map { $0.split(separator: "=")[0] }
    #expect(
      Set(names).isSubset(
        of: ["LC_ALL", "LANGUAGE", "PATH", "CUPS_SERVER", "PWD", "_", "SHLVL", "OLDPWD"]))
    #expect(cups.text("environment").contains("CUPS_SERVER=/run/cups/cups.sock\n"))
  }

  @Test(arguments: [
    ("usb://Plain/Printer", "usb", true), ("hp:/usb/Plain?serial=1", "hp", true),
    ("hp:/net/Plain?ip=192.168.1.7", "hp-net", false), ("ipp://printer.local/", "ipp", false),
    ("socket://192.168.1.7", "socket", false),
  ])
  func `a printer that may be on a network is said`(
    address: String, connection: String, isCable: Bool
  ) throws {
    let cups = try FakeCUPS(device: address)
    let report = try helper(cups).report(on: "plain")
    #expect(cups.text("log").contains("lpstat -v"))
    #expect(report.connection == connection)
    #expect(report.warnings.contains { $0.contains("may be a network") } != isCable)
  }

  @Test func `a person who does not consent prints nothing`() throws {
    let cups = try FakeCUPS()
    do {
      let helper = try helper(cups)
      _ = try helper.report(on: "plain")
    }
    #expect(!cups.text("log").contains("lp -d"))
  }

  @Test func `what stands in the way is said`() throws {
    let name = "plain"
    let silent = try FakeCUPS(scheduler: "scheduler is not running")
    #expect(throws: PrintingError.noCUPS) { try helper(silent).report(on: name) }
    let cups = try FakeCUPS()
    #expect(throws: PrintingError.noPrinter(name: "other")) {
      try helper(cups).report(on: "other")
    }
    #expect(throws: PrintingError.badName) { try helper(cups).report(on: "-x") }
    #expect(throws: PrintingError.badName) { try helper(cups).report(on: "a b") }
    #expect(throws: PrintingError.badName) { try helper(cups).report(on: "") }
    #expect(!cups.text("log").contains("-x"))
    let refusing = try FakeCUPS(takes: false)
    let started = try helper(refusing)
    _ = try started.report(on: name)
    #expect(throws: PrintingError.notTaken(name: name)) {
      try started.print(secret(), on: name)
    }
    #expect(throws: PrintingError.noCUPS) {
      try PrinterHelper.start(
        executable: try HelperProcess.path(of: "sheet-printer"), tools: "/nonexistent"
      ).report(on: name)
    }
  }

  @Test func `a job that could not be removed is said`() throws {
    let cups = try FakeCUPS(cancels: false, looks: 0)
    let helper = try helper(cups)
    _ = try helper.report(on: "plain")
    #expect(try helper.print(secret(), on: "plain") == false)
  }

  @Test func `a helper that ended is an error and not the end`() throws {
    let cups = try FakeCUPS()
    let gone = try PrinterHelper.start(executable: "/bin/true", tools: cups.tools)
    #expect(throws: PrintingError.helperFailed) { try gone.report(on: "plain") }
    #expect(throws: PrintingError.helperFailed) { try gone.print(secret(), on: "plain") }
  }

  @Test func `no helper stays behind, not even as a zombie`() throws {
    let cups = try FakeCUPS()
    var children: [pid_t] = []
    do {
      let used = try helper(cups)
      _ = try used.report(on: "plain")
      let gone = try PrinterHelper.start(executable: "/bin/true", tools: cups.tools)
      children = try [used.process, helper(cups).process, gone.process].compactMap(\.self)
      #expect(children.count == 3)
    }
    var status: Int32 = 0
    for child in children {
      #expect(waitpid(child, &status, WNOHANG) == -1 && errno == ECHILD, "\(child)")
    }
  }

  /// As the desk hands one to a run: the same pipes under other numbers.
  @Test func `a helper that somebody else started prints as well`() throws {
    let cups = try FakeCUPS()
    let started = try helper(cups)
    let handing = started.handing(from: 40)
    #expect(handing.descriptors.map(\.to) == [40, 41])
    #expect(handing.environment == "OFFLINE_SIGNER_PRINTER=40,41")
    let copies = handing.descriptors.map { fcntl($0.from, F_DUPFD_CLOEXEC, 300) }
    let handed = try #require(
      PrinterHelper.handedOver(as: copies.map { "\($0)" }.joined(separator: ",")))
    #expect(handed.process == nil)
    _ = try handed.report(on: "plain")
    #expect(try handed.print(secret(), on: "plain"))
    #expect(cups.text("log").contains("lp -d"))
  }

  @Test func `what the environment says of a helper is checked`() {
    for value in [nil, "", "4", "4,5,6", "0,1", "-1,-2", "a,b", "9999,9998"] {
      #expect(PrinterHelper.handedOver(as: value) == nil, "\(value ?? "nil")")
    }
  }

  @Test func `the desk has helpers only where it is asked for`() {
    #expect(PrinterHelper.startForSitting(["desk"]).isEmpty)
    #expect(PrinterHelper.startForSitting(["sheet", "print", "--cups"]).isEmpty)
  }

  @Test func `the helper starts only for a sheet that is to be printed`() {
    let asking = [
      ["sheet", "print", "savings", "--kind", "full", "--printer", "plain"],
      ["sheet", "print", "--printer=plain"],
    ]
    for arguments in asking { #expect(PrinterHelper.isAsked(by: arguments)) }
    let others = [
      ["sheet", "print", "savings", "--out", "a.pdf"], ["sheet", "check", "--printer", "x"],
      ["print", "--printer", "x"], ["sheet"], [], ["sheet", "print", "--printers"],
    ]
    for arguments in others { #expect(!PrinterHelper.isAsked(by: arguments)) }
  }

  // MARK: The submission itself

  /// Serves over pipes in this process, with a clock that costs no time.
  private func served(_ cups: FakeCUPS, _ input: [UInt8]) throws -> [UInt8] {
    var toServer: [Int32] = [-1, -1]
    var fromServer: [Int32] = [-1, -1]
    try #require(syscalls_pipe(&toServer) == 0 && syscalls_pipe(&fromServer) == 0)
    #expect(write(toServer[1], input, input.count) == input.count)
    close(toServer[1])
    PrintSubmission(
      tools: cups.tools, spool: PrintSpool(root: "/nonexistent"), pause: {}
    ).serve(input: toServer[0], output: fromServer[1])
    close(toServer[0])
    close(fromServer[1])
    var answer = [UInt8](repeating: 0, count: 65_536)
    let count = read(fromServer[0], &answer, answer.count)
    close(fromServer[0])
    return Array(answer.prefix(max(0, count)))
  }

  private func request(_ name: String, _ pages: String) -> [UInt8] {
    Array("\(name)\n".utf8) + [0, 0, 0, UInt8(pages.utf8.count)] + Array(pages.utf8)
  }

  @Test func `a job that is not printed in time is removed and said`() throws {
    let cups = try FakeCUPS(looks: 1_000)
    let answer = try served(cups, request("plain", "%PDF"))
    let expected =
      PrinterMessage.report(
        PrinterReport(
          connection: "usb", spool: .unknown, spoolPath: "/var/spool/cups", keepsJobs: true)
      ).bytes + PrinterMessage.job("plain-7").bytes
      + PrinterMessage.refusal(.stuckRemoved).bytes
    #expect(answer == expected)
    #expect(cups.text("looks").split(separator: "\n").count == PrintSubmission.patience)
    #expect(cups.text("log").hasSuffix("cancel -x plain-7\n"))
  }

  @Test func `input cut off at any byte prints nothing`() throws {
    let whole = request("plain", "%PDF-1.5")
    for count in [0, 3, 6, 7, 9, 10, 14, whole.count - 1] {
      let cups = try FakeCUPS()
      _ = try served(cups, Array(whole.prefix(count)))
      #expect(!cups.text("log").contains("lp -d"))
    }
  }

  @Test func `every message crosses and comes back`() {
    let messages: [PrinterMessage] =
      [
        .report(
          PrinterReport(
            connection: "ipp", spool: .disk, spoolPath: "/var/spool/a b", keepsJobs: false)),
        .job("plain-7"), .done(isRemoved: true), .done(isRemoved: false),
      ] + PrinterMessage.Refusal.allCases.map { .refusal($0) }
    for message in messages {
      let bytes = message.bytes
      let text = String(decoding: bytes[3...], as: UTF8.self)
      #expect(PrinterMessage(letter: bytes[0], text: text) == message)
    }
    let wrong = [
      ("R", ""), ("R", "usb memory 1"), ("R", "USB memory 1 /x"), ("R", "usb paper 1 /x"),
      ("R", "usb memory 2 /x"), ("R", "usb memory 1 /\u{1b}"), ("J", ""), ("J", "-x"),
      ("J", "a b"), ("D", ""), ("D", "gone"), ("E", "what"), ("X", "usb"),
    ]
    for (letter, text) in wrong {
      #expect(PrinterMessage(letter: Array(letter.utf8)[0], text: text) == nil, "\(text)")
    }
  }
}
