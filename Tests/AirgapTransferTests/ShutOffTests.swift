import AirgapTransfer
import Isolation
import QRDrawing
import Testing

/// The signer isolates itself before it reads anything: the helper must work for it nevertheless.
@Suite struct ShutOffTests {
  @Test func `a program without network, dumps and privileges still has its pictures read`() async {
    await #expect(processExitsWith: .success) {
      try Isolation.raise()
      let text = "UR:BYTES/HDEYMEJTSW"
      let png = try QRPicture(QRSymbol(text: text)).png()
      let reader = try ReaderProcess()
      #expect(try reader.read(bytes: png) == [[Array(text.utf8)]])
      let proof = try reader.proof()
      #expect(proof.allSatisfy { $0.hasSuffix(" refused") }, "\(proof)")
    }
  }
}
