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
    "--wallet", "--compare", "--path", "--seeds-passphrase-file",
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

  @Test func `the reviewer has the payment, key-keeper the home and the passphrases`() {
    let arguments = [
      "sign", "in/payment.psbt", "--out", "out/signed.psbt", "--passphrase-file", "held/phrase",
      "--bip39-passphrase-file=held/other", "--json",
    ]
    #expect(
      ReachableFiles.reviewerFence(arguments: arguments, home: "/tmp/").named == [
        "list /tmp", "read sign", "list .", "read in/payment.psbt", "list in", "write out",
      ])
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

  @Test func `a home there is refused, a device is not`() throws {
    #expect(throws: (any Error).self) {
      try ReachableFiles.requireWritable(["init"], home: "/no-such-home-of-a-signer")
    }
    try ReachableFiles.requireWritable(["sign", "x", "--out", "/dev/null"], home: nil)
    try ReachableFiles.requireWritable(["sign", "x", "--out", "-"], home: "/dev/shm/no-home/here")
    try ReachableFiles.requireWritable(["sign", "x", "--out", "signed.psbt"], home: nil)
  }
}
