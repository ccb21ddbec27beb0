import Testing

@testable import Isolation

@Suite struct NamedFilesTests {
  private static func named(_ arguments: [String]) -> Set<String> {
    let names = NamedFiles.names(in: arguments, outputs: ["--out"])
    var (wide, narrow) = (FileFence(), FileFence())
    for (name, _) in names { wide.allow(input: name) }
    narrow.allowNarrowly(names)
    return wide.named.union(narrow.named)
  }

  @Test(arguments: [
    "bitcoin:bc1q?label=/home/alice/.ssh/id", "BITCOIN:bc1q?label=/home/alice/.ssh/id",
    " Bitcoin:bc1q?label=/home/alice/.ssh/id", "bitcoin:/home/alice/.ssh/id",
  ])
  func `a URI that somebody else wrote opens no file`(uri: String) {
    for arguments in [["pay", "--to", uri], ["pay", "--to=\(uri)"], ["address", "verify", uri]] {
      for path in ["/home/alice/.ssh/id", "/home/alice/.ssh"] {
        #expect(!Self.named(arguments).contains { $0.hasSuffix(" \(path)") })
      }
    }
  }

  @Test func `a file is found behind whose it is, and a device behind the word camera`() {
    let named = Self.named([
      "wallet", "create", "alice=/tmp/key.png", "--from", "camera:/dev/video7",
    ])
    #expect(named.isSuperset(of: ["read /tmp/key.png", "input /tmp/key.png", "read /dev/video7"]))
  }
}
