internal import QRDrawing
internal import QRTransport

/// How QR codes are laid out on a terminal of some size.
struct TerminalLayout: Equatable {
  struct Mosaic: Equatable {
    let version: QRVersion
    let across: Int
    let down: Int
  }

  /// The largest version of which one QR code fits.
  let single: QRVersion
  /// The version in which a series of single QR codes begins, until the other side is known to read
  /// larger ones: at most ``QRVersion/usual``.
  let usual: QRVersion
  /// Several smaller QR codes that carry clearly more in all than the usual one, in a picture that is
  /// no higher; nil where that cannot be.
  ///
  /// Every one of them is a frame by itself, so a reader that sees only one at a time still gets
  /// the message.
  let mosaic: Mosaic?

  /// What the smallest QR code takes.
  static var least: (columns: Int, rows: Int) {
    let side = (QRVersion(1)?.modules ?? 21) + 2 * QRPicture.quietZone
    return (side, (side + 1) / 2)
  }

  /// Lays out a terminal of `columns` and `rows`; nil when it is too small for any QR code.
  ///
  /// A module takes one column and half a row.
  init?(columns: Int, rows: Int) {
    let side = min(columns, 2 * rows)
    let fitting = (1...QRVersion.webcam.number).reversed().compactMap { QRVersion($0) }
      .first { $0.modules + 2 * QRPicture.quietZone <= side }
    guard let single = fitting else { return nil }
    self.single = single
    usual = min(single, .usual)
    // A camera that brings the usual code close sees about twice its height across.
    let height = QRVersion.usual.modules + 2 * QRPicture.quietZone
    let (columns, rows) = (min(columns, height * 16 / 9), min(rows, (height + 1) / 2))
    var best: (mosaic: Mosaic, room: Int)?
    for number in 6...QRVersion.usual.number {
      guard let version = QRVersion(number),
        let (across, down) = TerminalDrawing.mosaic(
          modules: version.modules, columns: columns, lines: rows), across * down > 1
      else { continue }
      let room = across * down * Self.room(version)
      if room > best?.room ?? 0 {
        best = (Mosaic(version: version, across: across, down: down), room)
      }
    }
    let least = Self.room(min(single, .usual)) * 4 / 3
    mosaic = best.flatMap { $0.room > least ? $0.mosaic : nil }
  }

  /// Characters of a message that a QR code carries: about 80 name the part.
  private static func room(_ version: QRVersion) -> Int {
    max(0, version.alphanumericCapacity - 80)
  }
}
