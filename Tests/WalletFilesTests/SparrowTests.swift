import Descriptors
import Testing
import WalletFiles

/// What Sparrow's own tests read, and what it writes.
@Suite struct SparrowTests {
  // sparrowwallet/sparrow, src/test/resources/com/sparrowwallet/sparrow/io: descriptor-multipath.txt,
  // descriptor-receive-change1.txt and descriptor-labelled.txt.
  static let key =
    "[a262308d/84h/0h/0h]xpub6DM7CYgaTMdMbhTcLTUWmNUE5WLXK5hx8ZMa4sRw8qYJPqtqKYiKnwsmT8A6AijDVAUZRivdBnXdR8QE7Y9vVnqvzPL3fXCmu1WtCRLdAoz"
  static let multipath = "wpkh(\(key)/<0;1>/*)#cpx4ean7"
  static let receive = "wpkh(\(key)/0/*)#s5x06kda"
  static let change = "wpkh(\(key)/1/*)#pqrw8ra9"

  @Test func `its descriptors are read as one wallet, in one line and in two`() throws {
    let whole = try Samples.read("\(Self.multipath)\n")
    #expect(whole.descriptor.canonical == Self.multipath)
    #expect(whole.warnings.isEmpty)
    let two = try Samples.read("\(Self.receive)\n\n\(Self.change)")
    #expect(two.descriptor == whole.descriptor)
    #expect(two.warnings.isEmpty)
    let labelled = try Samples.read("Receive: \(Self.receive)\n")
    #expect(labelled.descriptor.canonical == Self.receive)
  }

  // The lines that its export "Output Descriptor" writes, around the descriptors above.
  static let export = """
    # Receive and change descriptor (BIP389):
    \(multipath)


    # Receive descriptor (Bitcoin Core):
    \(receive)

    # Change descriptor (Bitcoin Core):
    \(change)

    """

  @Test func `its export is read, and written the same to the byte`() throws {
    let file = try Samples.read(Self.export)
    #expect(file.format == .sparrow)
    #expect(file.descriptor.canonical == Self.multipath)
    #expect(file.warnings.isEmpty)
    #expect(try Samples.text(file, as: .sparrow) == Self.export)
    let other = Self.export.replacing(Self.change, with: Self.receive)
    #expect(try Samples.read(other).descriptor == file.descriptor)
    let foreign = try Samples.sorted().expanded()[1].canonical
    #expect(
      throws: WalletFileError.refused(field: "descriptors", reason: "are of different wallets")
    ) {
      try Samples.read(Self.export.replacing(Self.change, with: foreign))
    }
  }
}
