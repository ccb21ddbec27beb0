/// How letters look; sizes in points.
struct TextStyle {
  var size: Double
  var isBold = false
  var isMono = false
  /// How much a line is higher than its letters.
  var leading = 1.42

  static let title = TextStyle(size: 20, isBold: true, leading: 1.25)
  static let runningTitle = TextStyle(size: 8.5, isBold: true)
  static let heading = TextStyle(size: 12, isBold: true, leading: 1.3)
  static let body = TextStyle(size: 10)
  static let notice = TextStyle(size: 10.5, isBold: true)
  static let label = TextStyle(size: 9.5, isBold: true)
  static let code = TextStyle(size: 9.2, isMono: true)
  static let caption = TextStyle(size: 9.5)
  static let tileCaption = TextStyle(size: 8.5, leading: 1.3)
  static let small = TextStyle(size: 8, leading: 1.3)
  static let word = TextStyle(size: 17, isBold: true, leading: 1.3)
  static let wordNumber = TextStyle(size: 10)
  static let secret = TextStyle(size: 13.5, isBold: true, isMono: true, leading: 1.6)
}
