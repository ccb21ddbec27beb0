import Foundation
import Glibc
import Testing

@testable import HelperProcesses

@Suite struct HelperPlaceTests {
  /// A folder of this user's with a program in it.
  private final class Place {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "place-\(UUID().uuidString)")
    var inner: String { folder.appending(path: "inner").path }
    var program: String { inner + "/helper" }

    init() throws {
      try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
      try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: program))
      for path in [folder.path, inner, program] { chmod(path, 0o755) }
      // A group of another number than the owner's, where this user may give one.
      for path in [folder.path, inner, program] { _ = chown(path, geteuid(), geteuid()) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  @Test func `what is one's own is taken, through links too`() throws {
    let place = try Place()
    #expect(HelperPlace.replaceable(place.program) == nil)
    let link = place.folder.appending(path: "link").path
    #expect(symlink(place.program, link) == 0)
    #expect(HelperPlace.replaceable(link) == nil)
    #expect(HelperPlace.replaceable("/bin/true") == nil)
    #expect(HelperPlace.replaceable("/nonexistent/x") == "/nonexistent/x")
  }

  @Test func `what everybody can write is refused, wherever above the helper it is`() throws {
    let place = try Place()
    let real = place.folder.resolvingSymlinksInPath().path
    for (path, named) in [
      (place.program, real + "/inner/helper"), (place.inner, real + "/inner"),
      (place.folder.path, real),
    ] {
      chmod(path, 0o757)
      #expect(HelperPlace.replaceable(place.program) == named)
      chmod(path, 0o755)
    }
    // Nobody takes another's files out of such a folder.
    chmod(place.inner, 0o1777)
    #expect(HelperPlace.replaceable(place.program) == nil)
  }

  @Test func `a link leads to where it is looked at`() throws {
    let (safe, open) = (try Place(), try Place())
    chmod(open.inner, 0o777)
    let link = safe.inner + "/other"
    #expect(symlink(open.program, link) == 0)
    #expect(HelperPlace.replaceable(link)?.hasSuffix("/inner") == true)
  }

  @Test(arguments: [
    (owner: 0, group: 0, mode: 0o755, isOwn: true), (0, 0, 0o775, true), (7, 7, 0o775, true),
    (7, 100, 0o755, true), (7, 100, 0o775, false), (0, 50, 0o2775, false), (7, 7, 0o757, false),
    (8, 8, 0o755, false), (8, 7, 0o700, false), (8, 8, 0o1777, false), (0, 0, 0o1777, true),
    (7, 100, 0o1775, true),
  ])
  func `owners and permissions`(owner: Int, group: Int, mode: Int, isOwn: Bool) {
    var status = stat()
    status.st_uid = uid_t(owner)
    status.st_gid = gid_t(group)
    status.st_mode = S_IFDIR | mode_t(mode)
    #expect(HelperPlace.isOwn(status, [0, 7], mayBeShared: true) == isOwn)
    // A file is not protected by the bit that protects what lies in a folder.
    if mode & 0o1000 != 0 { #expect(!HelperPlace.isOwn(status, [0, 7], mayBeShared: false)) }
  }
}
