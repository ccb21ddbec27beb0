import Foundation
import TerminalUI
import Testing

@testable import Isolation
@testable import OfflineSigner
@testable import SignerHome

@Suite struct `Files that a command line reaches` {
  @Test(arguments: [
    ["sheet", "print", "first", "--account-map", "--out", "/media/usb/sheet.pdf"],
    ["sheet", "print", "first", "--out", "/media/usb/sheet.pdf", "--account-map"],
    ["sheet", "print", "first", "--account-map", "--out=/media/usb/sheet.pdf"],
    ["seed", "import", "first", "--account-map", "/media/usb/map.json", "--from", "words.txt"],
  ])
  func `results go where an option says, also behind one that is a flag here`(
    arguments: [String]
  ) {
    #expect(
      ReachableFiles.targets(in: arguments) == [
        arguments.contains("import")
          ? "/media/usb/map.json" : "/media/usb/sheet.pdf"
      ])
  }

  /// The options that take the name of a file and read it.
  private static let readers: Set<String> = [
    "--from", "--words-file", "--passphrase-file", "--new-passphrase-file",
    "--bip39-passphrase-file", "--slip39-passphrase-file", "--bip38-passphrase-file",
    "--sheet-words-file", "--bsms-token", "--dice", "--coins", "--cards", "--frames", "--seed",
    "--wallet", "--compare", "--path", "--seeds-passphrase-file", "--text-file", "--password-file",
  ]

  @Test func `every option that names a file is known as one that reads or one that writes`() throws
  {
    var written: Set<String> = []
    for (command, arguments) in try DumpedCommand.leaves() {
      for argument in arguments where argument.kind == "option" {
        let names = argument.valueName ?? ""
        let help = argument.abstract ?? ""
        let writes =
          ["output", "folder"].contains(names) || help.hasPrefix("Where to")
          || help.hasPrefix("Write") || help.contains("file to write")
        if writes {
          written.insert(argument.name)
          #expect(ReachableFiles.outputs.contains(argument.name), "\(command) \(argument.name)")
        } else if ["path", "file", "input", "signed"].contains(names) {
          #expect(Self.readers.contains(argument.name), "\(command) \(argument.name)")
        }
      }
    }
    #expect(written == ReachableFiles.outputs)
  }

  @Test(arguments: [
    "/signed.psbt", "/dev/signed.psbt", "/dev/", "//signed.psbt", "/tmp/../signed.psbt",
    "/proc/self/signed.psbt",
  ])
  func `a result where no fence lets anything be written is refused in our own words`(
    place: String
  ) throws {
    let desk = try Desk.withSeed()
    let signed = desk.run("sign", desk.path("words.txt"), "--out", place)
    #expect(signed.code == .failed)
    #expect(signed.err.contains("nothing is written into"), "\(signed.err)")
    #expect(signed.err.contains("(R25)") && signed.err.contains("a folder of your own"))
  }

  /// A folder with a home, pictures and passphrases in it, removed afterwards.
  private final class Place {
    let path: String
    var home: String { path + "/home" }

    init() throws {
      path = FileManager.default.temporaryDirectory.path + "/reachable-\(UUID().uuidString)"
      for name in ["", "/home", "/in", "/in/beneath", "/held"] {
        try FileManager.default.createDirectory(
          atPath: path + name, withIntermediateDirectories: false)
      }
      for name in [
        "/home/vault", "/home/.drawbridge-1-0.tmp", "/home/lock", "/payment.psbt", "/held/phrase",
        "/in/1.png", "/in/2.png", "/in/.hidden", "/in/beneath/3.png",
      ] {
        try Data("text".utf8).write(to: URL(filePath: path + name))
      }
      try FileManager.default.createSymbolicLink(
        atPath: path + "/in/4.png", withDestinationPath: home + "/vault")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// What is allowed, without the folder's own name in it.
    func named(_ arguments: [String]) -> Set<String> {
      let fence = ReachableFiles.reviewerFence(arguments: arguments, home: home + "/")
      return Set(fence.named.map { $0.replacingOccurrences(of: path, with: "") })
    }

    /// What is allowed in every command: nothing of the home but its names.
    static let always: Set<String> = [
      "list /home", "never /home/vault", "never /home/vault.previous", "never /home/vault.damaged",
      "never /home/.drawbridge-1-0.tmp", "input sign", "list .",
    ]
  }

  @Test func `the reviewer has the payment, key-keeper the home and the passphrases`() throws {
    let place = try Place()
    let arguments = [
      "sign", "in/payment.psbt", "--out", "out/signed.psbt", "--passphrase-file", "held/phrase",
      "--bip39-passphrase-file=held/other", "--json",
    ]
    #expect(
      place.named(arguments)
        == Place.always.union([
          "input in/payment.psbt", "list in", "result out", "never held/phrase",
          "never held/other",
        ]))
    #expect(
      ReachableFiles.keeperFence(arguments: arguments, home: "/tmp").named == [
        "write /tmp", "list /", "read held/phrase", "read held/other", "list held",
      ])
    #expect(
      ReachableFiles.reviewerFence(arguments: ["doctor", "--log"], home: "/tmp").named
        == ReachableFiles.fence(arguments: ["doctor", "--log"], home: "/tmp").named)
    let whole = ReachableFiles.fence(arguments: arguments, home: "/tmp").named
    #expect(whole.contains("write /tmp") && whole.contains("read held/phrase"))
  }

  @Test func `what reads from outside without a vault has nothing of the home either`() throws {
    for arguments in [["qr", "read", "in/1.png"], ["qr", "show"], ["message", "verify", "text"]] {
      #expect(ReachableFiles.opensNoVault(arguments), "\(arguments)")
    }
    for arguments in [
      ["message", "sign", "verify"], ["message"], ["verify"], ["address", "verify"], ["doctor"],
      ["seed", "show", "qr"], [],
    ] {
      #expect(!ReachableFiles.opensNoVault(arguments), "\(arguments)")
    }
  }

  @Test func `the reviewer has the wallet that is registered, and nothing of the home`() throws {
    let place = try Place()
    let arguments = [
      "wallet", "register", "family", "--from", "in/wallet.txt", "--bsms-token", "held/token",
      "--passphrase-file", "held/phrase",
    ]
    #expect(
      place.named(arguments)
        == Place.always.subtracting(["input sign"]).union([
          "input wallet", "input register", "input family", "input in/wallet.txt", "list in",
          "input held/token", "list held", "never held/phrase",
        ]))
    #expect(
      ReachableFiles.keeperFence(arguments: arguments, home: "/tmp").named == [
        "write /tmp", "list /", "read held/phrase", "list held",
      ])
  }

  @Test func `where the result's folder holds the home it is written to, and not read`() throws {
    let place = try Place()
    #expect(
      place.named(["sign", place.path + "/payment.psbt", "--out", place.path + "/signed.psbt"])
        == Place.always.union(["input /payment.psbt", "list ", "result "]))
  }

  @Test func `no terminal is the reviewer's because it is named, but its own`() throws {
    let place = try Place()
    #expect(place.named(["sign", "/dev/ptmx", "--out", "/dev/ptmx"]) == Place.always)
    #expect(place.named(["sign", "/dev/tty"]).contains("input /dev/tty"))
    #expect(place.named(["sign", "/dev/null"]).contains("input /dev/null"))
    #expect(!FileFence.mayBeWritten("/dev/pts"))
  }

  @Test func `a folder of pictures gives the files in it, and none beneath, hidden or linked`()
    throws
  {
    let place = try Place()
    #expect(
      place.named(["sign", place.path + "/in/", "--out", "terminal"])
        == Place.always.union(["input /in", "list ", "input /in/1.png", "input /in/2.png"]))
    // The home beneath a folder of pictures, and the home itself as one: `never` closes the vault.
    #expect(
      place.named(["sign", place.path])
        == Place.always.union([
          "input ", "list \(FileManager.default.temporaryDirectory.path)", "input /payment.psbt",
        ]))
    #expect(
      place.named(["sign", place.home])
        == Place.always.union(["input /home", "list ", "input /home/lock", "input /home/vault"]))
  }

  @Test func `a passphrase's file is closed however it is spelled, by what it is`()
    throws
  {
    let place = try Place()
    let named = place.named([
      "sign", "payment.psbt", "./phrase", "--passphrase-file", "phrase", "--json=phrase",
    ])
    #expect(
      named
        == Place.always.union(["input payment.psbt", "input ./phrase", "never phrase"]))
  }

  @Test func `a home there is refused, a device is not`() throws {
    #expect(throws: (any Error).self) {
      try ReachableFiles.requireWritable(["init"], home: "/no-such-home-of-a-signer")
    }
    try ReachableFiles.requireWritable(["sign", "x", "--out", "/dev/null"], home: nil)
    try ReachableFiles.requireWritable(["sign", "x", "--out", "-"], home: "/dev/shm/no-home/here")
    try ReachableFiles.requireWritable(["sign", "x", "--out", "signed.psbt"], home: nil)
  }
}
