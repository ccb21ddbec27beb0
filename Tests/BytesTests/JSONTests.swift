import Bytes
import Refusals
import TestSupport
import Testing

@Suite struct JSONTests {
  @Test func `values of every kind are read as written`() throws {
    let value = try JSONReader.parse(
      text: #" {"a" : [1, -0.50, 1E+5, true, false, null, "x", [], {}], "b":{"c":""}} "#)
    let expected: JSONValue = [
      "a": [1, .number("-0.50"), .number("1E+5"), true, false, nil, "x", [], [:]], "b": ["c": ""],
    ]
    #expect(value == expected)
    #expect(value["a"]?[0]?.integerValue == 1)
    #expect(value["a"]?[1]?.integerValue == nil)
    #expect(value["a"]?[2]?.numberText == "1E+5")
    #expect(value["b"]?["c"]?.stringValue == "")
    #expect(value["a"]?[99] == nil && value["z"] == nil)
    #expect(value.objectValue?.names == ["a", "b"])
  }

  @Test func `escapes and characters beyond the first plane are read`() throws {
    #expect(
      try JSONReader.parse(text: #""\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00\u0000é😀""#)
        == .string("\"\\/\u{8}\u{c}\n\r\tAé😀\0é😀"))
  }

  @Test(arguments: [
    "", " ", "{", "[", "\"", "[1", "[1,", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "tru",
    "nul",
    "[1,]", "[,1]", "[1 2]", "{,}", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "{'a':1}", "{1:2}",
    "{\"a\"}",
    "01", "-", "-01", "+1", ".5", "5.", "1e", "1e+", "1.e1", "0x10", "1_000", "NaN", "Infinity",
    "-Infinity", "00", "1.2.3", "--1", "True", "TRUE", "nullx", "truefalse", "1 2", "{}{}", "[]]",
    "]", "}", "[}", "{]", ",", ":", "\"\u{1}\"", "\"\n\"", "\"\t\"", #""\x""#, #""\u12""#,
    #""\u12g4""#, #""\ud800""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\ud800""#, #""\udc00""#,
    #""\udc00\ud800""#, "\u{feff}{}", "// x\n1", "/* x */1", "1//", "[1]\u{0}", "\u{a0}1", "\u{c}1",
    "\u{2028}1", "'a'", #""\U0041""#, #""\u 041""#, #""\u+041""#,
  ])
  func `what is not strict JSON is refused`(text: String) {
    #expect(throws: BytesError.self) { try JSONReader.parse(text: text) }
  }

  @Test(
    arguments: [
      [0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xe2, 0x22],
      [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], [0xef, 0xbb, 0xbf, 0x31],
      [0x22, 0x5c, 0x6e, 0x80, 0x22],
    ] as [[UInt8]])
  func `text that is not UTF-8 is refused`(bytes: [UInt8]) {
    #expect(throws: BytesError.self) { try JSONReader.parse(bytes) }
  }

  @Test(arguments: [
    #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, #"{"a":1,"b":{},"a":null}"#, #"{"":1,"":2}"#,
    #"[{"\u00e9":1,"é":2}]"#, #"{"e\u0301":1,"é":2}"#, #"{"😀":1,"\ud83d\ude00":2}"#,
  ])
  func `a member twice is refused, however it is escaped`(text: String) {
    var isDuplicate = false
    do throws(BytesError) {
      _ = try JSONReader.parse(text: text)
    } catch {
      if case .duplicateKey(format: "JSON", _) = error { isDuplicate = true }
    }
    #expect(isDuplicate)
  }

  @Test func `the same member in different objects is fine`() throws {
    _ = try JSONReader.parse(text: #"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}"#)
  }

  @Test func `depth sixteen is read and seventeen refused`() throws {
    let open = String(repeating: "[", count: 16)
    let close = String(repeating: "]", count: 16)
    _ = try JSONReader.parse(text: open + close)
    #expect(throws: BytesError.tooDeep(format: "JSON", limit: 16, offset: 16)) {
      try JSONReader.parse(text: "[" + open + close + "]")
    }
    let objects = String(repeating: #"{"a":"#, count: 17)
    #expect(throws: BytesError.tooDeep(format: "JSON", limit: 16, offset: 80)) {
      try JSONReader.parse(text: objects)
    }
    #expect(throws: BytesError.self) {
      try JSONReader.parse([UInt8](repeating: UInt8(ascii: "["), count: 10_000_000))
    }
  }

  @Test func `no caller can allow more than 256 levels`() throws {
    let limits = JSONLimits(depth: 1_000_000)
    let levels = { (count: Int) in
      [UInt8](repeating: 0x5b, count: count) + [UInt8](repeating: 0x5d, count: count)
    }
    _ = try JSONReader.parse(levels(256), limits: limits)
    #expect(throws: BytesError.tooDeep(format: "JSON", limit: 256, offset: 256)) {
      try JSONReader.parse(levels(1_000_000), limits: limits)
    }
  }

  @Test func `long numbers, long texts and too many values are refused`() throws {
    #expect(
      try JSONReader.parse(text: String(repeating: "9", count: 64)).numberText?.count == 64)
    #expect(throws: BytesError.self) {
      try JSONReader.parse(text: String(repeating: "9", count: 65))
    }
    #expect(throws: BytesError.self) {
      try JSONReader.parse(text: "0." + String(repeating: "9", count: 1_000_000))
    }
    #expect(throws: BytesError.self) {
      try JSONReader.parse(text: "[1,2,3]", limits: JSONLimits(bytes: 6))
    }
    #expect(throws: BytesError.self) {
      try JSONReader.parse(text: "[1,2,3]", limits: JSONLimits(values: 3))
    }
    _ = try JSONReader.parse(text: "[1,2,3]", limits: JSONLimits(values: 4))
  }

  @Test func `integers outside of 64 bits have no integer value`() throws {
    #expect(try JSONReader.parse(text: "9223372036854775807").integerValue == .max)
    #expect(try JSONReader.parse(text: "-9223372036854775808").integerValue == .min)
    #expect(try JSONReader.parse(text: "9223372036854775808").integerValue == nil)
    #expect(try JSONReader.parse(text: "1e3").integerValue == nil)
    #expect(try JSONReader.parse(text: "1.0").integerValue == nil)
  }

  @Test func `every truncation of a document is refused`() {
    let text = Array(#"{"a":[1.5e-3,"\u00e9\ud83d\ude00",{"b":null}],"c":true}"#.utf8)
    for cut in text.indices {
      #expect(throws: BytesError.self) { try JSONReader.parse(Array(text[..<cut])) }
    }
  }

  @Test func `what a terminal obeys or does not show is written as an escape`() throws {
    // CSI of C1, a mark that turns the line around, a separator of lines, a tag beyond the first plane.
    let text = "a\u{9b}31m\u{202e}b\u{2028}\u{e0041}é漢"
    let written = JSONWriter.encode(.string(text))
    #expect(written == #""a\u009b31m\u202eb\u2028\udb40\udc41é漢""#)
    #expect(try JSONReader.parse(text: written) == .string(text))
    // A filler, a variation selector, the empty Braille pattern, a space that is none, private characters.
    #expect(
      JSONWriter.encode(.string("\u{3164}\u{fe0f}\u{2800}\u{a0}\u{e000}\u{e0100}"))
        == #""\u3164\ufe0f\u2800\u00a0\ue000\udb40\udd00""#)
  }

  @Test func `what the gate hides is written as an escape`() {
    func isEscaped(_ written: String) -> [Bool] {
      written.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).dropFirst()
        .map { $0.first == UInt8(ascii: "\\") }
    }
    let joiners: Set<UInt32> = [
      0x1039, 0x17d2, 0x1a60, 0x2d7f, 0x10a3f, 0x1107f, 0x11133, 0x113d0, 0x11a47, 0x11a99, 0x11d45,
      0x11d97, 0x11f42, 0x16fe4,
    ]
    for start in stride(from: UInt32(0x80), through: 0x10_ffff, by: 0x400) {
      // Joiners that show nothing are hidden where they join nothing, as behind a comma: they may stand in JSON, too.
      let scalars = (start..<min(start + 0x400, 0x11_0000)).filter { !joiners.contains($0) }
        .compactMap(Unicode.Scalar.init)
      // A comma before each: the gate hides a mark that has nothing before it, which may stand in JSON.
      var text = String.UnicodeScalarView()
      for scalar in scalars { text += [",", scalar] }
      let hidden = isEscaped(ForeignText.shown(String(text), limit: .max))
      let escaped = isEscaped(JSONWriter.encode(.string(String(text))))
      #expect(hidden.count == scalars.count && escaped == hidden, "from \(start)")
    }
  }

  @Test func `what is written is read again, compact and pretty`() throws {
    let value: JSONValue = [
      "z": [1, nil, true, [], [:], .number("0.00000001")], "a": ["q\"\\\n\u{1}\u{7f}é😀": "\r\t"],
    ]
    #expect(
      JSONWriter.encode(value)
        == #"{"z":[1,null,true,[],{},0.00000001],"a":{"q\"\\\n\u0001\u007fé😀":"\r\t"}}"#)
    #expect(try JSONReader.parse(text: JSONWriter.encode(value)) == value)
    #expect(try JSONReader.parse(text: JSONWriter.encode(value, pretty: true)) == value)
    #expect(
      JSONWriter.encode(["a": [1, 2]], pretty: true) == "{\n  \"a\": [\n    1,\n    2\n  ]\n}")
  }

  @Test func `a list whose elements are made one by one is written as one that is there`() {
    let lists: [[JSONValue]] = [
      [], [1], [["a": ["b\u{1f}\u{80}"]], nil, [], [true, "\u{7f}"]],
    ]
    for elements in lists {
      for pretty in [false, true] {
        #expect(
          JSONWriter.encode(list: elements.lazy.map { $0 }, pretty: pretty)
            == JSONWriter.encode(.array(elements), pretty: pretty))
      }
    }
  }

  @Test func `a long list goes out in pieces that are the text of the whole`() {
    let elements = (0..<5_000).map { JSONValue.string("a text of some length, number \($0), é") }
    for pretty in [false, true] {
      var pieces: [[UInt8]] = []
      JSONWriter.write(list: elements, pretty: pretty) { pieces.append($0) }
      #expect(pieces.count > 2 && pieces.allSatisfy { $0.count < 70_000 })
      #expect(pieces.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
      #expect(
        String(decoding: pieces.joined(), as: UTF8.self)
          == JSONWriter.encode(.array(elements), pretty: pretty))
    }
  }

  @Test func `members that are told are written as an object that is there`() {
    let numbers: [Int64?] = [
      0, 7, -1, 10, 99, 2_100_000_000_000_000, .max, .min, nil, 1_234_567_890, -10,
    ]
    for pretty in [false, true] {
      for count in [0, 1, numbers.count] {
        let asked = numbers.prefix(count)
        var text: [UInt8] = []
        JSONWriter.write(objects: asked, pretty: pretty, to: { text += $0 }) { number, object in
          object.add("number", integer: number)
          object.add("text", string: number.map { "q\"\($0)\u{1f}é" })
          object.add("flag", bool: number == 0)
          object.add("list", [nil, 1, ["a": []]])
        }
        let values = asked.map { number -> JSONValue in
          [
            "number": number.map { .integer($0) } ?? .null,
            "text": number.map { .string("q\"\($0)\u{1f}é") } ?? .null,
            "flag": .bool(number == 0), "list": [nil, 1, ["a": []]],
          ]
        }
        #expect(
          String(decoding: text, as: UTF8.self)
            == JSONWriter.encode(.array(values), pretty: pretty))
      }
    }
    var empty: [UInt8] = []
    JSONWriter.write(objects: [1], pretty: true, to: { empty += $0 }) { _, _ in }
    #expect(String(decoding: empty, as: UTF8.self) == JSONWriter.encode([[:]], pretty: true))
  }

  @Test func `members are set in place, appended and removed`() {
    var object: JSONObject = ["a": 1, "b": 2]
    object["a"] = 3
    object["c"] = 4
    object["b"] = nil
    object["x"] = nil
    #expect(object == ["a": 3, "c": 4])
  }
}
