internal import CCairo

/// A page that is drawn on, in points from its top left corner; black unless said otherwise.
struct Canvas {
  let context: OpaquePointer

  /// Draws in a grey: 0 black, 1 white.
  func inGray(_ gray: Double, _ body: () -> Void) {
    cairo_save(context)
    cairo_set_source_rgb(context, gray, gray, gray)
    body()
    cairo_restore(context)
  }

  func fill(x: Double, y: Double, width: Double, height: Double) {
    cairo_rectangle(context, x, y, width, height)
    cairo_fill(context)
  }

  func frame(x: Double, y: Double, width: Double, height: Double, line: Double) {
    cairo_set_line_width(context, line)
    cairo_rectangle(context, x, y, width, height)
    cairo_stroke(context)
  }

  func line(fromX: Double, y fromY: Double, toX: Double, y toY: Double, width: Double) {
    cairo_set_line_width(context, width)
    cairo_move_to(context, fromX, fromY)
    cairo_line_to(context, toX, toY)
    cairo_stroke(context)
  }

  /// A dot about its middle: dark, or its outline alone.
  func dot(x: Double, y: Double, radius: Double, isFilled: Bool) {
    cairo_new_path(context)
    cairo_arc(context, x, y, radius, 0, 2 * Double.pi)
    cairo_set_line_width(context, 0.5)
    if isFilled { cairo_fill(context) } else { cairo_stroke(context) }
  }

  /// The dark modules of a QR code as squares: a run in a row is one rectangle, so that no hairline
  /// of white parts it.
  func modules(
    x: Double, y: Double, size: Int, module: Double, isDark: (_ row: Int, _ column: Int) -> Bool
  ) {
    for row in 0..<size {
      var start: Int?
      for column in 0...size {
        let dark = column < size && isDark(row, column)
        if dark, start == nil { start = column }
        if !dark, let first = start {
          cairo_rectangle(
            context, x + Double(first) * module, y + Double(row) * module,
            Double(column - first) * module, module)
          start = nil
        }
      }
    }
    cairo_fill(context)
  }

  /// Draws smaller by a factor about a point.
  func scaled(_ factor: Double, x: Double, y: Double, _ body: () -> Void) {
    cairo_save(context)
    cairo_translate(context, x, y)
    cairo_scale(context, factor, factor)
    cairo_translate(context, -x, -y)
    body()
    cairo_restore(context)
  }
}
