internal import CBuildFacts

/// Which commit of the source this program was built from.
enum SourceCommit {
  /// 40 digits in hexadecimal (`DRAWBRIDGE_COMMIT` in the environment of the build, which
  /// `Airgap/build-programs` sets); nil where nobody said it.
  static let ofThisBuild = checked(String(cString: build_commit()))

  /// A commit's name; nil for anything else.
  static func checked(_ text: String) -> String? {
    text.utf8.count == 40 && text.isHexadecimal ? text : nil
  }
}

extension String {
  /// Whether it has nothing but digits in hexadecimal, in small letters.
  fileprivate var isHexadecimal: Bool { allSatisfy { "0123456789abcdef".contains($0) } }
}

/// Where the source of this program is kept for those who come later: set when it is built.
struct SheetArchive: Hashable, Sendable {
  /// Where it is found: an address on the web, or a place in words.
  let address: String
  /// SHA-256 of the archive, in hexadecimal.
  let hash: String

  /// The place as pages print it: what has no spaces is typed letter by letter, and marked like a command.
  var printedAddress: String { address.contains(" ") ? address : "`\(address)`" }

  /// The hash as pages print it, marked like a command: groups of eight digits, in which an eye keeps its place.
  var printedHash: String {
    let digits = Array(hash)
    let groups = stride(from: 0, to: digits.count, by: 8).map { String(digits[$0..<$0 + 8]) }
    return "`\(groups.joined(separator: " "))`"
  }

  /// Takes both; nil unless there is a place without backticks (pages mark commands with them), and a hash of 64
  /// digits in hexadecimal.
  ///
  /// A sheet that names half of it would send an heir to what nobody can check.
  init?(address: String, hash: String) {
    guard !address.isEmpty, !address.contains("`"), hash.utf8.count == 64, hash.isHexadecimal
    else { return nil }
    self.address = address
    self.hash = hash
  }

  /// What this copy was built with (`DRAWBRIDGE_ARCHIVE_ADDRESS` and `DRAWBRIDGE_ARCHIVE_SHA256` in
  /// the environment of the build); nil where nobody said it.
  static let ofThisBuild = SheetArchive(
    address: String(cString: build_archive_address()),
    hash: String(cString: build_archive_sha256()))
}
