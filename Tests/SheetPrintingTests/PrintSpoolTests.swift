import Foundation
import Testing

@testable import SheetPrinting

@Suite struct PrintSpoolTests {
  /// A machine's files below a folder; `base` decides on what file system its spool lies.
  private func machine(
    below base: String, settings: String? = nil, files: String? = nil, spool: String
  ) throws -> URL {
    let root = URL(fileURLWithPath: base).appending(path: "machine-\(UUID())")
    for folder in ["etc/cups", "usr/sbin", "dev/usb", spool] {
      try FileManager.default.createDirectory(
        at: root.appending(path: folder), withIntermediateDirectories: true)
    }
    try Data("#!/bin/sh\n".utf8).write(to: root.appending(path: "usr/sbin/cupsd"))
    if let settings {
      try Data(settings.utf8).write(to: root.appending(path: "etc/cups/cupsd.conf"))
    }
    if let files {
      try Data(files.utf8).write(to: root.appending(path: "etc/cups/cups-files.conf"))
    }
    return root
  }

  @Test(
    .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm"), "skipped: no /dev/shm"))
  func `a spool in memory leaves nothing`() throws {
    let root = try machine(
      below: "/dev/shm", settings: "LogLevel warn\nPreserveJobFiles No\n", spool: "var/spool/cups")
    defer { try? FileManager.default.removeItem(at: root) }
    let spool = PrintSpool(root: root.path)
    #expect(spool.place == .memory && !spool.keepsJobs && spool.isInstalled)
    let findings = PrinterFindings(root: root.path)
    #expect(findings.leavesNothing && findings.mend.isEmpty)
    #expect(findings.message == "no printer is plugged in; CUPS keeps jobs in memory")
    let report = PrinterReport(
      connection: "usb", spool: spool.place, spoolPath: spool.path, keepsJobs: spool.keepsJobs)
    #expect(report.warnings.isEmpty)
  }

  @Test func `what would stay behind is said`() throws {
    let root = try machine(
      below: "/dev/shm", files: "# paths\nRequestRoot /var/elsewhere\n", spool: "var/spool/cups")
    defer { try? FileManager.default.removeItem(at: root) }
    try Data().write(to: root.appending(path: "dev/usb/lp3"))
    let findings = PrinterFindings(root: root.path)
    #expect(findings.devices == ["/dev/usb/lp3"])
    #expect(findings.spool.path == "/var/elsewhere")
    #expect(findings.spool.place == .unknown)
    // What CUPS does when nothing is said.
    #expect(findings.spool.keepsJobs)
    #expect(!findings.leavesNothing)
    #expect(findings.mend.contains("/var/elsewhere"))
    let report = PrinterReport(
      connection: "ipp", spool: .disk, spoolPath: "/var/spool/cups", keepsJobs: true)
    #expect(report.warnings.count == 3)
    #expect(report.warnings[0].contains("/var/spool/cups"))
    #expect(report.warnings[2].contains("ipp"))
  }

  @Test func `a machine without CUPS keeps nothing`() {
    let findings = PrinterFindings(root: "/nonexistent")
    #expect(!findings.spool.isInstalled && findings.leavesNothing)
    #expect(findings.message == "no printer is plugged in")
  }
}
