internal import DurableFiles
internal import Glibc
internal import HelperProcesses
internal import SignerDesk
internal import SignerHome

/// What lies on this machine, for a person who looks for a file: names alone, no file is opened.
///
/// The desk itself asks no stick and no folder for anything, for what is broken may never answer: where sticks are mounted
/// the kernel says, and folders are listed by runs of their own.
struct MachineFiles: DeskFiles {
  let starter: DeskStarter

  /// The person's folder.
  var own: String? {
    guard let home = getenv("HOME"), home.pointee == UInt8(ascii: "/") else { return nil }
    return String(cString: home)
  }

  func sticks() -> [String] { MountedFolders.now.sticks }

  func entries(of folder: String) -> DeskListing {
    do throws(DeskStarterError) {
      let run = try starter.read(.list(folder: folder), passphrase: nil)
      guard run.code == 0 else { return .unreadable }
      return .entries(FolderNamesCommand.entries(in: run.output))
    } catch {
      guard case .helper(.timedOut(let seconds)) = error else { return .unreadable }
      return .silent(seconds: seconds)
    }
  }

  /// Printers that are plugged in by USB: `/dev/usb/lp0` and so on.
  func printers() -> [String] {
    ((try? Folder.names(in: "/dev/usb", limit: 100)) ?? []).filter { $0.hasPrefix("lp") }
      .map { "/dev/usb/\($0)" }
  }
}
