internal import CCairo
internal import SecureMemory
public import SheetPages

/// Draws documents of pages with cairo and pango; only the program `sheet-drawer` uses it.
///
/// Everything stays in memory; the only files read are those of the fonts.
public enum SheetDrawing {
  /// The folders whose files are read: the fonts of fonts-dejavu-core and fonts-noto-cjk.
  public static let fontFolders = FontSet.folders
  /// The most dots of one picture: A4 at 600 dots per inch has 35 million.
  static let dotLimit = 40_000_000

  /// Draws a document; `each` is given the bytes of the file, or of the file of each page in turn.
  ///
  /// `resolution` in dots per inch counts for PNG alone. `fontRoot` stands before the paths of the fonts: for tests.
  ///
  /// - Throws: `SheetRefusal`.
  public static func draw(
    _ document: borrowing SheetDocument, as format: SheetFormat, resolution: Int,
    fontRoot: String = "", each: (UnsafeRawBufferPointer) -> Void
  ) throws(SheetRefusal) {
    let layout = try SheetLayout(document, try FontSet(root: fontRoot))
    let pages = layout.pages.indices
    switch format {
    case .pdf, .postScript:
      let sink = Sink()
      let surface =
        format == .pdf
        ? cairo_pdf_surface_create_for_stream(
          Sink.write, sink.pointer, layout.geometry.width, layout.geometry.height)
        : cairo_ps_surface_create_for_stream(
          Sink.write, sink.pointer, layout.geometry.width, layout.geometry.height)
      if format == .pdf {
        cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, document.title)
        // The same document is the same file: no time of day.
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "")
      } else {
        cairo_ps_surface_restrict_to_level(surface, CAIRO_PS_LEVEL_3)
      }
      try draw(pages, of: layout, on: surface, scale: 1)
      if format == .postScript { sink.blank(after: "%%CreationDate: ") }
      sink.lend(each)
    case .svg:
      for page in pages {
        let sink = Sink()
        let surface = cairo_svg_surface_create_for_stream(
          Sink.write, sink.pointer, layout.geometry.width, layout.geometry.height)
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT)
        try draw(page..<page + 1, of: layout, on: surface, scale: 1)
        sink.lend(each)
      }
    case .png:
      let scale = Double(resolution) / 72
      let width = Int32((layout.geometry.width * scale).rounded(.up))
      let height = Int32((layout.geometry.height * scale).rounded(.up))
      guard Int(width) * Int(height) <= dotLimit else { throw .tooManyDots }
      for page in pages {
        let sink = Sink()
        let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)
        try draw(page..<page + 1, of: layout, on: surface, scale: scale, writingTo: sink)
        sink.mark()
        sink.lend(each)
      }
    }
  }

  /// Draws pages on a surface and ends it; a picture is written to `sink` first.
  private static func draw(
    _ pages: Range<Int>, of layout: SheetLayout, on surface: OpaquePointer?, scale: Double,
    writingTo sink: Sink? = nil
  ) throws(SheetRefusal) {
    defer { cairo_surface_destroy(surface) }
    guard let context = cairo_create(surface) else { throw .memory }
    for page in pages {
      cairo_save(context)
      if sink != nil {
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_paint(context)
      }
      cairo_scale(context, scale, scale)
      cairo_set_source_rgb(context, 0, 0, 0)
      layout.draw(page, on: Canvas(context: context))
      cairo_restore(context)
      if sink == nil { cairo_show_page(context) }
    }
    let drawn = cairo_status(context)
    cairo_destroy(context)
    var written = CAIRO_STATUS_SUCCESS
    if let sink {
      cairo_surface_flush(surface)
      written = cairo_surface_write_to_png_stream(surface, Sink.write, sink.pointer)
    }
    cairo_surface_finish(surface)
    guard drawn == CAIRO_STATUS_SUCCESS, written == CAIRO_STATUS_SUCCESS,
      cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
    else { throw .memory }
  }
}

/// Where cairo writes: it calls back with an opaque pointer, hence a class.
private final class Sink {
  private var buffer = SecretBuffer(capacity: 1 << 16)

  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static let write: cairo_write_func_t = { sink, data, count in
    guard let sink, let data else { return CAIRO_STATUS_WRITE_ERROR }
    Unmanaged<Sink>.fromOpaque(sink).takeUnretainedValue()
      .buffer.append(UnsafeRawBufferPointer(start: data, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
  }

  /// Overwrites the rest of a line near the beginning with spaces: cairo writes the time of day there.
  func blank(after key: String) {
    let key = Array(key.utf8)
    let range = buffer.withUnsafeBytes { bytes -> Range<Int>? in
      let head = bytes.prefix(1_000)
      guard
        let start = head.indices.first(where: { head[$0...].starts(with: key) }),
        let end = head[start...].firstIndex(of: UInt8(ascii: "\n"))
      else { return nil }
      return start + key.count..<end
    }
    if let range { buffer.replace(at: range.lowerBound, with: range.map { _ in 0x20 }) }
  }

  /// Marks a PNG as drawn by this program, so that it is not taken for a photograph of paper.
  func mark() {
    var marked = SecretBuffer(capacity: buffer.count + DrawnMark.chunk.count)
    buffer.withUnsafeBytes { bytes in
      let head = min(DrawnMark.place, bytes.count)
      marked.append(UnsafeRawBufferPointer(rebasing: bytes[..<head]))
      DrawnMark.chunk.withUnsafeBytes { marked.append($0) }
      marked.append(UnsafeRawBufferPointer(rebasing: bytes[head...]))
    }
    buffer = marked
  }

  func lend(_ body: (UnsafeRawBufferPointer) -> Void) { buffer.withUnsafeBytes(body) }
}
