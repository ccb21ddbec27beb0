import Foundation
import SecureMemory
import SheetPages
import Testing

/// The program `sheet-drawer` as the signer runs it.
@Suite struct SheetDrawerTests {
  @Test func `a document goes in and pages come out`() async throws {
    let drawer = try SheetDrawer()
    let document = try Drawn.document {
      $0.words(Drawn.secret("abandon about"))
      $0.pageBreak()
      $0.words(Drawn.secret("가격 가끔"))
    }
    for format in SheetFormat.allCases {
      var sizes: [Int] = []
      try drawer.draw(document, as: format, resolution: 72) { number, page in
        #expect(number == sizes.count + 1)
        sizes.append(page.count)
      }
      #expect(sizes.count == (format.isPaged ? 2 : 1))
      #expect(sizes.allSatisfy { $0 > 1_000 })
    }
    let inside = try await Drawn.files(document, as: .pdf)
    let outside = try drawer.file(document, as: .pdf)
    #expect(outside.withUnsafeBytes { [UInt8]($0) } == inside[0])
    #expect(throws: SheetDrawingError.malformedOutput) {
      _ = try drawer.file(document, as: .svg)
    }
  }

  @Test func `a malformed document is refused where it is wrong`() throws {
    let drawer = try SheetDrawer()
    let whole = try Drawn.document { $0.heading("Words") }
    for count in [0, 1, 5, 12, whole.count - 1] {
      #expect(throws: SheetDrawingError.refused(.malformed(offset: count))) {
        _ = try drawer.file(whole.slice(0..<count), as: .pdf)
      }
    }
    let more = SecretBytes(joining: whole, SecretBytes(count: 1))
    #expect(throws: SheetDrawingError.refused(.malformed(offset: whole.count))) {
      _ = try drawer.file(more, as: .pdf)
    }
    #expect(throws: SheetDrawingError.refused(.malformed(offset: 0))) {
      _ = try drawer.file(SecretBytes(count: 3 << 20), as: .pdf)
    }
  }

  @Test func `a refusal of the drawer has words for the person`() throws {
    let drawer = try SheetDrawer()
    let document = try Drawn.document(title: "\u{1F9C0}") { _ in }
    do throws(SheetDrawingError) {
      _ = try drawer.file(document, as: .pdf)
      Issue.record("it was drawn")
    } catch {
      #expect(error == .refused(.letterMissing(0x1F9C0)))
      #expect(error.description == "sheet: no font has the letter U+1F9C0")
    }
    #expect(throws: SheetDrawingError.refused(.usage)) {
      _ = try drawer.file(document, as: .png, resolution: 601)
    }
    let fonts = SheetDrawingError.refused(.fontMissing(package: .notoCJK))
    #expect(fonts.hint.contains("apt-get install fonts-noto-cjk"))
  }

  @Test func `a helper that is none is told from one that fails`() throws {
    let document = try Drawn.document { _ in }
    #expect(throws: SheetDrawingError.helperMissing(path: "/nonexistent")) {
      try SheetDrawer(executable: "/nonexistent")
    }
    let failing = try SheetDrawer(executable: "/bin/false")
    #expect(throws: SheetDrawingError.crashed(status: 1)) {
      _ = try failing.file(document, as: .pdf)
    }
    let silent = try SheetDrawer(executable: "/bin/true")
    #expect(throws: SheetDrawingError.malformedOutput) {
      _ = try silent.file(document, as: .pdf)
    }
    let echo = try SheetDrawer(executable: "/usr/bin/printf")
    // It prints its argument, "pdf": no record at all.
    #expect(throws: SheetDrawingError.malformedOutput) {
      _ = try echo.file(document, as: .pdf)
    }
  }

  @Test func `every refusal crosses the pipe and back`() {
    var refusals: [SheetRefusal] = [
      .letterMissing(nil), .letterMissing(0), .letterMissing(0x10_FFFF), .malformed(offset: 7),
      .tooManyPages, .tooManyDots, .memory, .sandbox, .usage,
    ]
    refusals += SheetRefusal.FontPackage.allCases.map { .fontMissing(package: $0) }
    for refusal in refusals { #expect(SheetRefusal(wire: refusal.wire) == refusal) }
    for wire in [
      "", "memory ", "memory 1", "letter-missing", "letter-missing 1114112", "letter-missing -1",
      "letter-missing x", "font-missing x", "malformed", "malformed 1048577", "malformed 1 2",
    ] {
      #expect(SheetRefusal(wire: wire) == nil, "\(wire)")
    }
  }
}
