import CSystemCalls
import Foundation
import Glibc
import SecureMemory
import SheetPages
import Synchronization
import Testing

@testable import SheetPrinting

@Suite struct PrinterDeviceTests {
  private func secret(_ count: Int) -> SecretBytes {
    var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    return SecretBytes(moving: &bytes)
  }

  /// A pipe in the place of a device, its writing end not blocking, as a device is opened.
  private func pipe() throws -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(syscalls_pipe(&ends) == 0)
    try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    return (ends[0], ends[1])
  }

  @Test func `every byte reaches a printer that takes its time`() throws {
    let ends = try pipe()
    let received = Mutex<[UInt8]>([])
    let isRead = DispatchSemaphore(value: 0)
    // A thread of its own: a task would wait for a place among the tests that run now.
    Thread.detachNewThread {
      var chunk = [UInt8](repeating: 0, count: 1_000)
      while true {
        let count = Glibc.read(ends.reader, &chunk, chunk.count)
        guard count > 0 else { break }
        received.withLock { $0 += chunk.prefix(count) }
      }
      isRead.signal()
    }
    let pages = secret(1_000_000)
    try PrinterDevice.write(pages, to: ends.writer, path: "printer", patience: 60)
    close(ends.writer)
    isRead.wait()
    close(ends.reader)
    let all = received.withLock { $0 }
    #expect(pages.withUnsafeBytes { $0.elementsEqual(all) })
  }

  @Test func `a printer that takes nothing more is given up, and it is said how far it came`()
    throws
  {
    let ends = try pipe()
    defer {
      close(ends.reader)
      close(ends.writer)
    }
    let pages = secret(1_000_000)
    do throws(PrintingError) {
      try PrinterDevice.write(pages, to: ends.writer, path: "printer", patience: 0)
      Issue.record("it was printed")
    } catch {
      // What a pipe holds.
      #expect(error == .stalled(path: "printer", written: 65_536, of: 1_000_000, seconds: 0))
      #expect(error.hint.contains("paper"))
    }
  }

  @Test func `a printer that breaks off is said`() throws {
    let file = syscalls_open("/dev/full", O_WRONLY | O_NONBLOCK, 0)
    try #require(file >= 0)
    defer { close(file) }
    #expect(
      throws: PrintingError.brokeOff(path: "/dev/full", written: 0, of: 10, code: ENOSPC)
    ) { try PrinterDevice.write(secret(10), to: file, path: "/dev/full", patience: 1) }
  }

  @Test func `a printer that is not there is a clear error`() {
    do throws(PrintingError) {
      _ = try PrinterDevice("/dev/usb/lp99", takes: .pdf)
      Issue.record("it is there")
    } catch {
      #expect(error == .noDevice(path: "/dev/usb/lp99"))
      #expect(error.description == "printer /dev/usb/lp99: there is no such device")
    }
    #expect(PrinterDevice.isDevice("/dev/usb/lp99"))
  }

  @Test(arguments: ["/dev/null", "/dev/zero", "/etc/passwd", "/dev/ptmx"])
  func `what is no printer is not written to`(path: String) {
    #expect(throws: PrintingError.notAPrinter(path: path)) {
      _ = try PrinterDevice(path, takes: .pdf)
    }
  }

  @Test func `a file is no device, and a device no file`() throws {
    #expect(PrinterDevice.isDevice("/dev/null"))
    #expect(!PrinterDevice.isDevice("/etc/passwd"))
    #expect(!PrinterDevice.isDevice("sheet.pdf"))
    #expect(!PrinterDevice.isDevice("/nonexistent/sheet.pdf"))
    #expect(!PrinterDevice.isDevice("/dev/shm/drawbridge-no-such-sheet.pdf"))
  }

  @Test func `the other ways are named when nobody says what the printer takes`() {
    let error = PrintingError.languageUnknown(path: "/dev/usb/lp0")
    for way in ["--printer-takes", "--printer NAME", ".pdf"] {
      #expect(error.hint.contains(way))
    }
  }

  @Test func `each language is drawn as its own format`() {
    #expect(PrinterDevice.Language(rawValue: "pdf")?.format == .pdf)
    #expect(PrinterDevice.Language(rawValue: "postscript")?.format == .postScript)
  }
}
