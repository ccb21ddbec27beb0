internal import Glibc

/// Whether somebody else could put another program in the place of a helper.
///
/// Trusted are root, this user, and whoever owns the running program or the root folder: they could have replaced the
/// program itself, so refusing them protects from nothing (docs/decisions/0004). Not refused either is a group with
/// the number of the owner, which Debian makes for one user alone.
enum HelperPlace {
  /// The file, or a folder above it, that another user can write; nil when there is none.
  ///
  /// A folder of everybody's (`/tmp`) is none as long as nobody can take another's files out of it.
  static func replaceable(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    let trusted = owners()
    var place = String(cString: resolved)
    guard isOwn(place, trusted, mayBeShared: false) else { return place }
    while let slash = place.lastIndex(of: "/"), place != "/" {
      place = slash == place.startIndex ? "/" : String(place[..<slash])
      guard isOwn(place, trusted, mayBeShared: true) else { return place }
    }
    return nil
  }

  private static func isOwn(_ place: String, _ trusted: Set<uid_t>, mayBeShared: Bool) -> Bool {
    var status = stat()
    guard lstat(place, &status) == 0 else { return false }
    return isOwn(status, trusted, mayBeShared: mayBeShared)
  }

  /// The same of what is known of a file or folder.
  static func isOwn(_ status: stat, _ trusted: Set<uid_t>, mayBeShared: Bool) -> Bool {
    guard trusted.contains(status.st_uid) else { return false }
    if mayBeShared, status.st_mode & S_ISVTX != 0 { return true }
    let isOpenToGroup = status.st_mode & S_IWGRP != 0 && status.st_gid != status.st_uid
    return !isOpenToGroup && status.st_mode & S_IWOTH == 0
  }

  private static func owners() -> Set<uid_t> {
    var owners: Set<uid_t> = [0, geteuid()]
    // In a container without root of its own, what root installed belongs to somebody else.
    for path in ["/proc/self/exe", "/"] {
      var status = stat()
      if stat(path, &status) == 0 { owners.insert(status.st_uid) }
    }
    return owners
  }
}
