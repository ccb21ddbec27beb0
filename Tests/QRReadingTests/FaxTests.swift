import CQREncode
import Foundation
import Photographs
import Testing

@testable import QRReading

/// Pictures of CCITT groups 3 and 4, whose bytes libtiff 4.5.0 wrote.
@Suite struct FaxTests {
  private func decoded(
    _ text: String, _ width: Int, _ height: Int, _ scheme: FaxDecoding.Scheme,
    isAligned: Bool = false
  ) throws -> [UInt8] {
    let bytes = try #require(Data(base64Encoded: text))
    return try FaxDecoding.pixels(
      bytes, width: width, height: height, scheme: scheme, isAligned: isAligned)
  }

  /// Rows of white, black and white; each code of both shades stands in one of them.
  @Test func `every code of a run is known`() throws {
    let runs = Array(0..<64) + (1...40).map { 64 * $0 }
    var expected: [UInt8] = []
    for row in 0..<104 {
      var line = [UInt8](repeating: 255, count: 5_200)
      for column in runs[row]..<runs[row] + runs[103 - row] { line[column] = 0 }
      expected += line
    }
    #expect(try decoded(Self.runs, 5_200, 104, .three) == expected)
  }

  /// Rows that are drawn by fixed numbers; two of three differ a little from the one above.
  private static func rows() -> [UInt8] {
    let (width, height) = (203, 60)
    var state: UInt32 = 1
    func next() -> Int {
      state = state &* 1_103_515_245 &+ 12_345
      return Int(state >> 16)
    }
    var rows = [UInt8](repeating: 255, count: width * height)
    for row in 0..<height {
      var (column, isBlack) = (0, false)
      while column < width {
        let run = 1 + next() % (row % 3 == 0 ? 29 : 9)
        for place in column..<min(width, column + run) where isBlack {
          rows[row * width + place] = 0
        }
        (column, isBlack) = (column + run, !isBlack)
      }
      guard row % 3 > 0 else { continue }
      for column in 0..<width { rows[row * width + column] = rows[(row - 1) * width + column] }
      for _ in 0..<6 {
        let at = row * width + next() % width
        rows[at] = ~rows[at]
      }
    }
    return rows
  }

  @Test func `each scheme gives the same rows`() throws {
    let expected = Self.rows()
    #expect(try decoded(Self.four, 203, 60, .four) == expected)
    #expect(try decoded(Self.three, 203, 60, .three) == expected)
    #expect(try decoded(Self.mixed, 203, 60, .mixed) == expected)
    #expect(try decoded(Self.aligned, 203, 60, .three, isAligned: true) == expected)
  }

  @Test func `a scan cut off gives its rows, and damage ends nothing but the picture`() throws {
    let expected = Self.rows()
    let bytes = Array(try #require(Data(base64Encoded: Self.four)))
    let most = try FaxDecoding.pixels(
      bytes.prefix(bytes.count * 3 / 4), width: 203, height: 60, scheme: .four, isAligned: false)
    #expect(most.prefix(203 * 31) == expected.prefix(203 * 31))
    #expect(most.suffix(203) == ArraySlice(repeating: 255, count: 203))
    #expect(throws: ReadingError.damaged) {
      try FaxDecoding.pixels([], width: 203, height: 60, scheme: .four, isAligned: false)
    }
    for seed in 0..<200 as Range<UInt64> {
      var noise = seed % 2 == 0 ? DrawnSymbol.bytes(300, seed: seed) : bytes
      for index in 0..<8 { noise[Int(DrawnSymbol.bytes(8, seed: seed)[index])] ^= 0x55 }
      for scheme in [FaxDecoding.Scheme.three, .four, .mixed] {
        _ = try? FaxDecoding.pixels(
          noise, width: 203, height: 60, scheme: scheme, isAligned: seed % 3 == 0)
      }
    }
  }

  private static let runs = """
    ABNQHw3Af3UACOA8G4D8tQAXAdDcB9fQAGAHA3AfbhgA2AuG4D5sQADgCwbgPm6AAeAVDcB9kOAD4CgbgPstAAZgJh\
    uA+0TABoAkG4D7P4AJwGhuA+zOABQAwNwH2bgAJACA3AfaVgAhgZQ3AfacAA6AZA3AfajgA6gWw3Afao4ANQFoNwH2\
    sagA1gVQ3AfaxoACnAqBuA+1zMAEYBTDcB9sGQAIgCkG4D7ZSwAS4HcNwH20lAAgwOwbgPttbABCAdQ3AfTC0ACoA6\
    BuA+mVkAFWBzDcB9NLAAJMDkG4D7BKACkAmhuA+myQAEwBMDcB8BCqACBASw3AfAYqAAgYEoNwHwGqYAI0BtDcB8BJ\
    SABGwNgbgPgJhYAIkBqG4D4CgUACJgaBuA+AqCgAigGYbgPgLAgAIqC2G4D4C5aACLBkhuA+A4WAAi4ZAbgPgOlYAJ\
    QB4bgPgPFQAJSDOA+A8VAAlQMwD4DxUACVgtAPgPFQAJYBYA+A8VAAloFYD4DxUACCAsgPgPFQAIKCwA+A8VAAhQFA\
    D4DxUACFgTgPgPFQAKkBwA+A8VAAqYG4D4DxUACqASAPgPFQAKqCmA+A8VAAkgKQD4DxUACSgygPgPFQAKwDIA+A8V\
    AArIK4D4DxUACtArAPgPFQAK2CqA+A8VAApQKgD4DxUAClhtgPgPFQAJkG0A+A8VAAmYNoD4DxUACaA2APgPFQAOzU\
    NcB8B4qABkahrAPgOlYAK5qGqA+A4WAAtzUNQB8BctABNjUNMB8BYEABNzUNIB8BUFABZDUGsB8BQKABZTUGoB8BML\
    ABaDUGkB8BJSABZzUGgB8BqmACzDUM0B8BioACzTUMwB8BCqAC0jUMsB9NkgALTNQygH2CUAFqGoGAH00sAAtU1AuA\
    +mVkAFrGoKAH0wtAAtc1BuA+21sAFsGobAH20lAAtk1DQA+2UsAFtGoZwH2wZAAts1AgB9rmYAKYNQYAfaxoACmTUF\
    wH2sagApo1DAD7VHABYNQcB9qOACmzUEAfacAAgINQ4D7SsAEBhqFAfZuAAgNNQgD7M4AEBI1EAfZ/ABATNRQH2iYA\
    IChqMB9loACAqakA+yHABAWNTAfN0AAgLmrAfNiAAQHDWAfbhgAgOmuA+voACA8aoB+WoAID4D+6gA==
    """
  private static let four = """
    IwMEGGWRAZpIBQQIZNVWYUocIjqSH9/xIUcw/8p1KHiTkdTKAXNYcYiJ4EGaBohFD7rNS5MfIo+TVfwRdZHX+cXBEf\
    ibDYJgC5JggkIDAjFDmHIIPzUvkR5dfyhZHXlOjilj9+EIxBEFyZECBCImgU6iCOER1kfCKH5xeeWQXH8sfkdeRi+c\
    cof86x6OCixhCUcSY5FoT4RILhiGYcwv3/8jojojrgiP9/zizykM4/5Cj/+OIiCIZmCDEzBcIUJOGWZinGYRDUmOQc\
    fIOP8iF/r+CKfyHHyx51XKH+JHCsSELiUIBCIZB6CTDEgj/OilDr84phyh/5df5Qs2u8ZBx+IIhdAhZB6FQQ0KxFhC\
    RK8zXm0OdFIYH5IXI6/8ILMKcdeEFyOFI+QgNyGhOkawMCZgwI/MLyOsjqccmPr+dOCI/5qXm19cRE0mJ1BMCEQzCE\
    SgOUgEfJ0ZoIoeiQ/5CD5dF0Q15hf/+Zo8viJsDAiIwwYiGQwXEQQIcgQPyGoIj+SEXV/KhayIP5GOUOcf/IwIThlC\
    fBCOGBERI4ZZgNEhoIoeYUhsH8oedF//+TH8oeCBchsHzDwlGIkbiRDAiIZcFAQgygHLqYfhFDlDkh/qEF/Io//kIO\
    UPOLlDxkPqJQwgw4sjBAQiQwYHyY8jrvyhTjggv1nkEUPzCnHyKP/yGQiyF0OXEGxESxhCGD64RHXIUfl0CKeQi9/m\
    0SEv5mvLriRwzlwQRBCInVkkgihCIzWQ4/Na+cecTCX8uuRRzDzNQiOq/wxE6gRElyE0BD4yOgQmqEi0Bc44RHVYIp\
    ///3IFx4345IX4gyXCzqEYMQwUEGGRwghDlD8EU/NS8Ip1//nEXWCBZHX8w/Ia4ghCERZrBuIIgQBFJ+XUhoHkhZxS\
    Q/mHmF8w5McfLH/8ILiImxREoDNJARiSLkDFT9n1yEHMOYfynUgYHkdTj/BFOUP/gAgAgA==
    """
  private static let three = """
    ABGBgGGWIDNIBQBDABNUnBwgZcKpDgYHRBDguBDABNesHCBlwqgQeHEHRBDgunR0OYAJBamgF6w4QM2A2UDRYAJ0OW\
    pHDCcPUuDNgxwxQUcLYAJqqIctSOHdJw460XBmwY4YxQKOKP2ADgbKgLkwQCBgwC8wAchwQeqAvUqAgEDBgRzdYADk\
    OCDyFYFx1oqAidYrY4cwJDdYADAKAwXJiBBFYXUQuADAbB0GC4+XQ4gQTEMC6ictAAYBcdjoNjhR8dDEOIMUCYhmOh\
    y1E5aAA63WC11ZnDKHFofBsDCQ8ABhIusFT9ZnDKHFofBsHQ6HXhIQ/gAMIj6wVP4kHygM45Di0Pgo4g6HQ68JDwAE\
    CDMwFBAL2IrDLmLjABhBpBjg448BxxSAXsQQrDLmLjABhEaDHBxxunBxxSA49bHeqtWhwMTFxgA4F0DBcOIFTg9AoY\
    Zj4AOBdAxouQ4hcVOD0C4vh0ODd8AHAugYdIXIcQuKhcD2rC59QDjjfABSBdCoD0UBoVhlwDFYAKQLNYVAe1MNGiOG\
    BwsAwQrABSBR1ywqA9qYaCEOoXY4VwsAwdDqwARwo+EBuGidWBgCBggAEcKPwhgNw0OlEOtccxwXAgXDABHCj8LTgM\
    4+Gh1Uvh1aPjmOGAMFwwATFBKDAgeEEDpAI8AExQR1NOhzMEOLCCB0gQcfgAunQanQULlNOhzMEOLCCB5rkgIOPwAT\
    gYAhgQEBguYCJwATgQOQEMNahgfDBchOiAtYAJwIHJQrGR6iDmPhjHQ+PEJ0QFrABGBDhlJAQcMJAy4DRgAIahDhIX\
    BsHaQEHQ4JoiAy4DRgAIahDhIXBsHaQxxjodDhUJ0QGwc4hwXhDgA1g3cM0wBhwUCAiAcAF1pDgQ4ZpNDochwXcFAg\
    IcMAAmqHWkOBDijhoJodDkOC7hB0OExaBDocEABcPqCDAYcNAwTA0GAbgAuH1McY6rBhw2JxMDQhVY4Lj4ALh9THJ1\
    ymhwYcNkLTHLBRwqFVjguPgAhkrC6ZcFyAyhgQwAD6wlYg60y4UdkBlOg04QIrAB9YNQIOtO0QnDjsgMp1NWnCOhCs\
    AGgZ3BAgZaskgKAYwAaBxycErWBlqySY4aMVbHQANA45OCOtFgo8ODzVTHSROGjFWx0ACgNigM3kMBPGOpiVA9O0AC\
    jHBcdKAzPVScE8Y6mJUD07QAKMcFx8IBceUY4J4ziEKAenaABrLj1CBDJineog4RQIADWh3xkJwgQ6lQU7DTjcIoEA\
    BrQ74yE4TE60MNOh14p2Gnh5wgaOIADXKAMVg3EAQBJOIADXOi4aB2QrBvi0IcKBJPDmADCDnReHMcMEK2ODGLQhwo\
    Ek6HQ5gApBQIM0gJoHLgYqABMDAgzSAvrA5cIPDw5VAAmBp0cDA8Oj44vrA6dOhxR4eHKo
    """
  private static let mixed = """
    ABjAwDDLEBmkAoAhgAiaqswpQ4RHUkPwAZr1g4QMuFUCDw4g6IIcF06OhzABCTkdTKAXNYcYiJ4EGaBogAzoctSOGE\
    4epcGbBjhigo4WwARNV/BF1kdf5xcER+ADwNlQFyYIBAwYBeYAKYcgg/NS+RHl1AB5Dgg8hWBcdaKgInWK2OHMCQ3W\
    AAghGIIguTIgQIRE0CnUQRgA4DYOgwXHy6HECCYhgXUTloACkFx/LH5HXkYvnHKH/AB63WC11ZnDKHFofBsDCQ8ABG\
    F+//kdEdEdcER+ADhEfWCp/Eg+UBnHIcWh8FHEHQ6HXhIeAAhEQRDMwQYmYLhChJwyzMU4wAcINIMcHHHgOOKQC9iC\
    FYZcxcYALX8EU/kOPljzquUP8AHgXQMFw4gVOD0ChhmPgAvOilDr84phyh+ADwLoGHSFyHELioXA9qwufUA443wAQg\
    iF0CFkHoVBDQrEWEJErABpAs1hUB7Uw0aI4YHCwDBCsAFkdf+EFmFOOvCC4AMcKPhAbhonVgYAgYIABeYXkdZHU45M\
    fUAGOFH4WnAZx8NDqpfDq0fHMcMAYLhgAhETSYnUEwIRDMIRKA5SARABmKCOpp0OZghxYQQOkCDj8AEXRdENeYX//m\
    aPL4AM4GAIYEBAYLmAicAFIED8hqCI/khF1cAGcCByUKxkeog5j4Yx0PjxCdEBawARGBCcMoT4IRwwIiJHDLMBogAw\
    1CHCQuDYO0gIOhwTREBlwGjAAX/8mP5Q8EC5DYPmHhKADrBu4ZpgDDgoEBEA4AIuph+EUOUOSH+oAM1Q60hwIcUcNB\
    NDochwXcIOhwmLQIdDggAIZD6iUMIMOLIwQEIkMGBgA3D6mOMdVgw4bE4mBoQqscFx8AF9Z5BFD8wpx8ij/8AGGSsL\
    plwXIDKGBDAAI+uER1yFH5dAinkIoAP1g1Ag607RCcOOyAynU1acI6EKwAQkcM5cEEQQiJ1ZJIIoQiM1AB0Djk4JWs\
    DLVkkxw0Yq2OgAX5dcijmHmahEdV/gA0BsUBm8hgJ4x1MSoHp2gAU44RHVYIp//4ANGOC4+EAuPKMcE8ZxCFAPTtAA\
    hBkuFnUIwYhgoIMMjhBCGADrQ74yE4QIdSoKdhpxuEUCAAv/OIusECyOv5h+Q1gA65QBisG4gCAJJxAAWXUhoHkhZx\
    SQ/mHgA4Qc6Lw5jhghWxwYxaEOFAknQ6HMAEIibFESgM0kBGJIuQMVAAzAwIM0gL6wOXCDw8OVQALKdSBgeR1OP8EU\
    5Q/+
    """
  private static let aligned = """
    GBgGGWIDNIBQBDA1ScHCBlwqkOBgdEEOC4EMNesHCBlwqgQeHEHRBDgunR0OYCC1NAL1hwgZsBsoGiw6HLUjhhOHqX\
    BmwY4YoKOFsDVUQ5akcO6Thx1ouDNgxwxigUcUfsDA2VAXJggEDBgF5shwQeqAvUqAgEDBgRzdYMhwQeQrAuOtFQET\
    rFbHDmBIbrCAUBguTECCKwuohcCA2DoMFx8uhxAgmIYF1E5aAIBcdjoNjhR8dDEOIMUCYhmOhy1E5aDW6wWurM4ZQ4\
    tD4NgYSHiEi6wVP1mcMocWh8GwdDodeEhD+IRH1gqfxIPlAZxyHFofBRxB0Oh14SHgAgzMBQQC9iKwy5i4wIQaQY4O\
    OPAccUgF7EEKwy5i44RGgxwccbpwccUgOPWx3qrVocDExcbAugYLhxAqcHoFDDMfwLoGNFyHELipwegXF8OhwbvgwL\
    oGHSFyHELioXA9qwufUA4430gXQqA9FAaFYZcAxWBIFmsKgPamGjRHDA4WAYIVgEgUdcsKgPamGghDqF2OFcLAMHQ6\
    sBwo+EBuGidWBgCBggAcKPwhgNw0OlEOtccxwXAgXDAcKPwtOAzj4aHVS+HVo+OY4YAwXDAxQSgwIHhBA6QCPDFBHU\
    06HMwQ4sIIHSBBx+B06DU6Chcpp0OZghxYQQPNckBBx+A4GAIYEBAYLmAicDgQOQEMNahgfDBchOiAtYA4EDkoVjI9\
    RBzHwxjofHiE6IC1gBgQ4ZSQEHDCQMuA0YANQhwkLg2DtICDocE0RAZcBowNQhwkLg2DtIY4x0OhwqE6IDYOcQ4Lwh\
    ysG7hmmAMOCgQEQDh1pDgQ4ZpNDochwXcFAgIcMDVDrSHAhxRw0E0OhyHBdwg6HCYtAh0OCHD6ggwGHDQMEwNBgG5w\
    +pjjHVYMOGxOJgaEKrHBcfBw+pjk65TQ4MOGyFpjlgo4VCqxwXHwDJWF0y4LkBlDAhj1hKxB1plwo7IDKdBpwgRW9Y\
    NQIOtO0QnDjsgMp1NWnCOhCsCgZ3BAgZaskgKAY6BxycErWBlqySY4aMVbHQCgccnBHWiwUeHB5qpjpInDRirY6EBs\
    UBm8hgJ4x1MSoHp2gEY4LjpQGZ6qTgnjHUxKgenaRjguPhALjyjHBPGcQhQD07SsuPUIEMmKd6iDhFAgrQ74yE4QId\
    SoKdhpxuEUCK0O+MhOExOtDDTodeKdhp4ecIGjiK5QBisG4gCAJJxArnRcNA7IVg3xaEOFAknhzIQc6Lw5jhghWxwY\
    xaEOFAknQ6HMSCgQZpATQOXAxUAwMCDNIC+sDlwg8PDlUDA06OBgeHR8cX1gdOnQ4o8PDlUA
    """
}
