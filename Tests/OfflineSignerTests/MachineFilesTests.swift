import Foundation
import Glibc
import SignerDesk
import TerminalUI
import Testing

@testable import Isolation
@testable import OfflineSigner
@testable import SignerHome

@Suite struct `What the desk finds on the machine` {
  private func mounted(_ places: String...) -> [String] {
    let lines = places.enumerated().map { index, place in
      "\(index + 30) 24 8:\(index) / \(place) rw,nosuid shared:1 master:2 - vfat /dev/sda1 rw"
    }
    return MountedFolders(mountinfo: Array((lines.joined(separator: "\n") + "\n").utf8)).sticks
  }

  @Test func `sticks are what is mounted where desktops and people mount them`() {
    #expect(
      mounted(
        "/", "/mnt/usb", "/media/bob/B", "/media/STICK", "/media/STICK/inner", "/run/media/eve/C",
        "/media", "/mnt", "/home/eve/media/x", "/mnt/a/b/c", "/media/bob/A")
        == ["/media/STICK", "/media/bob/A", "/media/bob/B", "/run/media/eve/C", "/mnt/usb"])
  }

  @Test func `a name with blanks and signs is read as the kernel writes it`() {
    #expect(
      mounted(#"/media/My\040STICK"#, #"/media/a\134b"#, #"/media/c\12"#, "/media/gr\u{fc}n")
        == ["/media/My STICK", #"/media/a\b"#, #"/media/c\12"#, "/media/gr\u{fc}n"])
  }

  @Test func `what mounts itself once somebody looks is no stick, nor is a broken line`() {
    let text = """
      40 24 0:50 / /media/auto rw - autofs systemd-1 rw
      41 24 0:51 / /media/short rw
      42 24 0:52 / /media/bare rw -
      43 24 0:53 / /media/STICK rw,relatime - ext4 /dev/sdb1 rw

      """
    #expect(MountedFolders(mountinfo: Array(text.utf8)).sticks == ["/media/STICK"])
    #expect(MountedFolders(mountinfo: []).sticks.isEmpty)
  }

  @Test func `a folder is listed with what is a file and what a folder, whatever the names are`()
    throws
  {
    let desk = try Desk()
    #expect(mkdir(desk.path("stick"), 0o700) == 0)
    for name in ["pay.psbt", "a\nb.psbt", "-rf", ".hidden", "gr\u{fc}n"] {
      _ = try desk.write("", to: "stick/" + name)
    }
    #expect(mkdir(desk.path("stick/scans"), 0o700) == 0)
    #expect(mkfifo(desk.path("stick/pipe"), 0o600) == 0)
    #expect(symlink("scans", desk.path("stick/link")) == 0)
    #expect(symlink("nowhere", desk.path("stick/broken")) == 0)
    let ran = desk.run("folder-names", desk.path("stick"), passphrase: nil)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(
      FolderNamesCommand.entries(in: Array(ran.out.utf8)) == [
        DeskEntry(name: "-rf", isFolder: false), DeskEntry(name: ".hidden", isFolder: false),
        DeskEntry(name: "a\nb.psbt", isFolder: false),
        DeskEntry(name: "gr\u{fc}n", isFolder: false), DeskEntry(name: "link", isFolder: true),
        DeskEntry(name: "pay.psbt", isFolder: false), DeskEntry(name: "scans", isFolder: true),
      ])
    #expect(desk.run("folder-names", desk.path("none"), passphrase: nil).code == .failed)
  }

  @Test func `of a folder with more than 2,000 names none is listed`() throws {
    let desk = try Desk()
    #expect(mkdir(desk.path("full"), 0o700) == 0)
    for number in 0..<2_001 { _ = try desk.write("", to: "full/\(number)") }
    let ran = desk.run("folder-names", desk.path("full"), passphrase: nil)
    #expect(ran.code == .failed && ran.out.isEmpty)
  }

  @Test func `what lists a folder can do nothing else`() {
    let fence = ReachableFiles.listingFence(arguments: ["folder-names", "/media/STICK"])
    #expect(fence.named == ["list /media/STICK"])
  }
}
