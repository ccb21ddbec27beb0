internal import CPango
internal import SheetPages

/// The fonts that sheets are drawn in: the files of three packages and no other, so that every machine draws the same.
///
/// Text is in Lato, what is typed and compared letter by letter in DejaVu Sans Mono. Without Lato text
/// is in DejaVu Sans, which is wider.
///
/// Nothing of the machine's own settings is read, and no cache is written.
final class FontSet {
  private let configuration: OpaquePointer
  private let map: UnsafeMutablePointer<PangoFontMap>
  let context: OpaquePointer
  private let root: String
  private(set) var hasNotoCJK = false
  private var textFamily = "DejaVu Sans"

  private static let dejaVu = ["Sans", "Sans-Bold", "SansMono", "SansMono-Bold"].map {
    "/usr/share/fonts/truetype/dejavu/DejaVu\($0).ttf"
  }
  private static let lato = ["Regular", "Bold"].map {
    "/usr/share/fonts/truetype/lato/Lato-\($0).ttf"
  }
  private static let notoCJK = ["Regular", "Bold"].map {
    "/usr/share/fonts/opentype/noto/NotoSansCJK-\($0).ttc"
  }
  /// The folders that fonts are read from.
  static let folders = [
    "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/truetype/lato",
    "/usr/share/fonts/opentype/noto",
  ]
  /// What is typed and compared letter by letter.
  static let monoFamily = "DejaVu Sans Mono"
  /// Whose underlines join to a line.
  static let ruleFamily = "DejaVu Sans"

  /// Loads the fonts for the letters of Europe; `root` stands before each path, empty but in tests.
  ///
  /// Throws: `fontMissing`, `memory`.
  init(root: String = "") throws(SheetRefusal) {
    guard let configuration = FcConfigCreate(), let map = pango_cairo_font_map_new(),
      let context = pango_font_map_create_context(map)
    else { throw .memory }
    self.configuration = configuration
    self.map = map
    self.context = context
    self.root = root
    // A point is a unit of the page.
    pango_cairo_font_map_set_resolution(OpaquePointer(map), 72)
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
    for path in Self.dejaVu { try add(path, of: .dejaVu) }
    let isAdded = Self.lato.map { FcConfigAppFontAddFile(configuration, root + $0) != 0 }
    if !isAdded.contains(false) { textFamily = "Lato,\(textFamily)" }
    pango_fc_font_map_set_config(OpaquePointer(map), configuration)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(map)
    FcConfigDestroy(configuration)
  }

  private func add(_ path: String, of package: SheetRefusal.FontPackage) throws(SheetRefusal) {
    guard FcConfigAppFontAddFile(configuration, root + path) != 0 else {
      throw .fontMissing(package: package)
    }
  }

  /// Makes sure that every letter can be drawn, and loads the larger fonts when they are needed.
  ///
  /// Throws: `fontMissing` with the package, `letterMissing` with the letter unless it stands in a secret.
  func prepare(open: Set<Unicode.Scalar>, secret: Set<Unicode.Scalar>) throws(SheetRefusal) {
    let letters = open.union(secret)
    var missing = lacking(letters)
    if missing.contains(where: Self.isEastAsian) {
      for path in Self.notoCJK { try add(path, of: .notoCJK) }
      hasNotoCJK = true
      pango_fc_font_map_config_changed(OpaquePointer(map))
      missing = lacking(letters)
    }
    let family = Self.eastAsianFamily(letters)
    families = hasNotoCJK ? (",\(family.name)", ",\(family.name)") : ("", "")
    pango_context_set_language(context, pango_language_from_string(family.language))
    if let letter = missing.subtracting(secret).min() { throw .letterMissing(letter.value) }
    if !missing.isEmpty { throw .letterMissing(nil) }
  }

  /// The letters that no font loaded so far has.
  private func lacking(_ letters: Set<Unicode.Scalar>) -> Set<Unicode.Scalar> {
    var rest = letters.filter { $0 != "\n" }
    guard let fonts = FcConfigGetFonts(configuration, FcSetApplication) else { return rest }
    for index in 0..<Int(fonts.pointee.nfont) where !rest.isEmpty {
      var covered: OpaquePointer?
      guard
        FcPatternGetCharSet(fonts.pointee.fonts[index], FC_CHARSET, 0, &covered) == FcResultMatch,
        let covered
      else { continue }
      rest = rest.filter { FcCharSetHasChar(covered, $0.value) == 0 }
    }
    return rest
  }

  /// What comes after the others in the list of families, of text and mono.
  private var families = ("", "")

  /// A description of a font; the caller frees it.
  func description(of style: TextStyle) -> OpaquePointer? {
    let description = pango_font_description_new()
    pango_font_description_set_family(
      description,
      style.isMono ? Self.monoFamily + families.1 : textFamily + families.0)
    pango_font_description_set_absolute_size(description, style.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(
      description, style.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    return description
  }

  /// Whether a letter is one of Noto's fonts for East Asia.
  static func isEastAsian(_ letter: Unicode.Scalar) -> Bool {
    switch letter.value {
    case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// One Chinese character is drawn differently in Japan, Korea and China.
  private static func eastAsianFamily(
    _ letters: Set<Unicode.Scalar>
  ) -> (name: String, language: String) {
    if letters.contains(where: { (0x3041...0x30FF).contains($0.value) }) {
      return ("Noto Sans CJK JP", "ja")
    }
    let isKorean: (Unicode.Scalar) -> Bool = {
      (0x1100...0x11FF).contains($0.value) || (0xAC00...0xD7FF).contains($0.value)
    }
    if letters.contains(where: isKorean) { return ("Noto Sans CJK KR", "ko") }
    return ("Noto Sans CJK SC", letters.contains(where: isEastAsian) ? "zh-cn" : "en")
  }
}
