import CSystemCalls
import Foundation
import Glibc
import HelperProcesses
import SecureMemory
import Testing

@testable import SheetPrinting

/// A folder with programs named as CUPS's are, which write down what they were asked.
final class FakeCUPS {
  let folder: URL
  var tools: String { folder.path }

  /// `queue` is what `lpstat -o` says each time but the last.
  init(
    scheduler: String = "scheduler is running", device: String = "usb://Plain/Printer",
    takes: Bool = true, cancels: Bool = true, looks: Int = 2
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "cups-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(
      "lpstat",
      """
      echo "lpstat $*" >> "\(folder.path)/log"
      case "$1" in
        -r) echo "\(scheduler)" ;;
        -v) [ "$2" = plain ] || { echo "lpstat: Invalid destination name" >&2; exit 1; }
            echo "device for plain: \(device)" ;;
        -W) echo x >> "\(folder.path)/looks"
            [ "$(wc -l < "\(folder.path)/looks")" -gt \(looks) ] || echo "plain-7  root  1024  today" ;;
      esac
      """)
    try write(
      "lp",
      """
      echo "lp $*" >> "\(folder.path)/log"
      env | sort >> "\(folder.path)/environment"
      cat > "\(folder.path)/pages"
      \(takes ? "echo 'request id is plain-7 (0 file(s))'" : "exit 1")
      """)
    try write(
      "cancel",
      """
      echo "cancel $*" >> "\(folder.path)/log"
      \(cancels ? "exit 0" : "exit 1")
      """)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ name: String, _ script: String) throws {
    let file = folder.appending(path: name)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
  }

  func text(_ name: String) -> String {
    (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
  }
}
