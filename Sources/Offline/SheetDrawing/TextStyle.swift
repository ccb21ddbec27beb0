/// How letters look; sizes in points.
///
/// The scale: 7.5 for what stands at the foot, 8 for what explains, 9 and 10 for what is read, 11
/// for headings, 15 for words, 20 for the title.
struct TextStyle {
  var size: Double
  var isBold = false
  var isMono = false
  /// How much a line is higher than its letters.
  var leading = 1.36

  static let title = TextStyle(size: 20, isBold: true, leading: 1.22)
  static let subtitle = TextStyle(size: 14)
  static let pageHead = TextStyle(size: 9.5, isBold: true, leading: 1.3)
  static let runningTitle = TextStyle(size: 8.5, isBold: true)
  static let heading = TextStyle(size: 11, isBold: true, leading: 1.3)
  static let body = TextStyle(size: 10, leading: 1.42)
  static let notice = TextStyle(size: 10, isBold: true)
  static let factLabel = TextStyle(size: 8.5, isBold: true)
  static let fact = TextStyle(size: 9)
  static let label = TextStyle(size: 9, isBold: true)
  static let code = TextStyle(size: 8.5, isMono: true)
  static let listing = TextStyle(size: 6.5, isMono: true, leading: 1.18)
  static let panelTitle = TextStyle(size: 9.5, isBold: true)
  static let panel = TextStyle(size: 8, leading: 1.32)
  static let step = TextStyle(size: 9)
  static let command = TextStyle(size: 8.5, isMono: true)
  static let caption = TextStyle(size: 8, leading: 1.3)
  static let small = TextStyle(size: 7.5, leading: 1.36)
  static let largeWord = TextStyle(size: 15, leading: 1.3)
  static let word = TextStyle(size: 13, leading: 1.3)
  static let smallWord = TextStyle(size: 11, leading: 1.3)
  static let tinyWord = TextStyle(size: 10, leading: 1.3)
  static let wordPosition = TextStyle(size: 8.5)
  static let wordNumber = TextStyle(size: 7.5, isMono: true)
  static let secret = TextStyle(size: 13, isBold: true, isMono: true, leading: 1.6)
  static let stamp = TextStyle(size: 11, isBold: true, isMono: true, leading: 1.2)

  /// The same letters, larger or smaller.
  func scaled(_ factor: Double) -> TextStyle {
    var style = self
    style.size *= factor
    return style
  }
}
