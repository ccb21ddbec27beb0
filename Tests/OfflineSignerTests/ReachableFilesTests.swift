import Isolation
import Testing

@testable import OfflineSigner

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
}
