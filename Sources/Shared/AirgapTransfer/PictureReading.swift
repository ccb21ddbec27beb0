internal import AirgapMessages
internal import BitcoinPSBT
internal import Descriptors
internal import QRTransport
internal import Refusals
internal import TerminalUI
internal import WalletFiles

/// Puts together what the QR codes of pictures say, in whatever order they come.
///
/// Nothing is swallowed: a QR code or a picture that was not used is reported in `words`, or is the
/// error that the reading ends with.
struct PictureReading {
  /// A complete message, and where it was.
  struct Found {
    let message: AirgapMessage
    let place: String?
    let carriage: Carriage
  }

  /// What is said at most about QR codes that were left out, a line each.
  static let wordsLimit = 5

  private var collector = MessageCollector(isWhole: Self.isWhole)
  private var recognised = 0
  private var found: [Found] = []
  private var frameCount = 0
  /// The last part that came, the longest of its kind, and whether there were several.
  private var latest: [UInt8] = []
  private var longest: [UInt8] = []
  private var isSeries = false
  /// What a QR code or a picture said that we have no use for; only the first is kept.
  private var firstError: (error: any HintedError, place: String?)?
  /// Pictures that could not be looked at, by what is wrong with them; the first ones.
  private var pictureTroubles: [(error: ReaderError, place: String)] = []
  private var said: Set<String> = []
  private var further: [String] = []
  /// The secret that a QR code held: it ends the reading.
  private(set) var secret: (kind: String, place: String?)?
  /// What whoever aimed the camera was told last, as a sentence.
  var advice: String?
  /// What a picture is called in words: the name of a file, or the frame of an animation; nil where
  /// there is only one.
  private let place: (Int) -> String?
  /// What each picture shows; nil where nobody asks.
  private var pages: PicturePages?

  /// `keepsPages`: whether it is to be said what each picture shows.
  init(keepsPages: Bool = false, place: @escaping (Int) -> String? = { _ in nil }) {
    self.place = place
    pages = keepsPages ? PicturePages() : nil
  }

  /// What each picture shows, a line each with a heading; none where nobody asked, and beside a secret.
  var pageLines: [String] { secret == nil ? pages?.lines(place) ?? [] : [] }

  /// Whether there is something to end with: a message, a secret, or parts that cannot be joined.
  var isOver: Bool { !found.isEmpty || secret != nil || collector.failure != nil }

  /// How many parts have come, and of how many, once the first is there.
  var parts: (received: Int, needed: Int)? { collector.progress }

  /// What a report says of the series that is being read; nil where none is.
  var state: SeriesState? { collector.state }

  /// Takes the contents of the QR codes of a frame of picture number `source`.
  mutating func receive(_ frame: [[UInt8]], source: Int = 0) {
    frameCount += 1
    pages?.look(at: source)
    for symbol in frame where secret == nil {
      if FrameCollector.isFrame(symbol) {
        // A series of another kind has another beginning.
        let isSameKind = symbol.prefix(3) == longest.prefix(3)
        isSeries = isSameKind && (isSeries || symbol != latest)
        if !isSameKind || symbol.count > longest.count { longest = symbol }
        latest = symbol
        let troubles = collector.troubleCount
        collector.receive(symbol, source: source)
        if pages != nil {
          if let part = SeriesPart(symbol: symbol) {
            pages?.see(part, on: source)
          } else if collector.troubleCount > troubles {
            pages?.seeDamage(on: source)
          } else {
            pages?.seeRepeat(on: source)
          }
        }
        recogniseWhole()
      } else if ReceptionReport(symbol) == nil {
        // Not a report, which is for whoever shows: in a mirror, or on another receiver's screen.
        take(symbol, source)
      }
    }
  }

  /// Keeps what is wrong with a picture: it must not end the search in the others.
  mutating func note(_ error: ReaderError, in name: String, source: Int = 0) {
    if error.isOfPicture {
      pages?.miss(source, because: error.ruled + (error.advice.map { "; \($0)" } ?? ""))
    }
    if firstError == nil { firstError = (error, name) }
    if pictureTroubles.count < 64 { pictureTroubles.append((error, name)) }
  }

  /// Adds a line to what is said in the end.
  mutating func say(_ line: String) { further.append(line) }

  private mutating func take(_ symbol: [UInt8], _ source: Int) {
    if let kind = SecretDetector.kind(ofSymbol: symbol) {
      secret = (kind, place(source))
      return
    }
    do throws(AirgapMessageError) {
      let carriage = Carriage(MessageDialect(ofPlain: symbol), series: nil)
      let message = try Recognizer.message(symbol)
      pages?.see(message, on: source)
      add(message, source, carriage)
    } catch {
      pages?.seeOther(symbol, on: source)
      fail(error, source)
    }
  }

  /// Recognises the messages that became whole.
  private mutating func recogniseWhole() {
    while recognised < collector.messages.count {
      let next = collector.messages[recognised]
      recognised += 1
      do throws(AirgapMessageError) {
        let carriage = Carriage(
          MessageDialect(of: next.message, in: latest),
          series: isSeries ? QRVersion.smallest(holding: longest) : nil)
        let message = try Recognizer.message(next.message)
        if let series = next.series, series.count > 1 {
          pages?.complete(series, message)
        } else {
          pages?.see(message, on: next.source)
        }
        add(message, next.source, carriage)
      } catch {
        if let series = next.series { pages?.complete(series, nil) }
        fail(error, next.source)
      }
    }
  }

  private mutating func add(_ message: AirgapMessage, _ source: Int, _ carriage: Carriage) {
    // The same message again, on another picture of it.
    if found.contains(where: { $0.message == message }) { return }
    if found.count < 256 {
      found.append(Found(message: message, place: place(source), carriage: carriage))
    }
  }

  private mutating func fail(_ error: AirgapMessageError, _ source: Int) {
    if case .secret(let kind) = error {
      secret = (kind, place(source))
    } else if firstError == nil {
      // A poster on the wall, a parcel's label: it must not end the search for the message.
      firstError = (error, place(source))
    }
  }

  /// Whether parts without a checksum were joined rightly: a PSBT, a payload or a wallet is one
  /// that can be read.
  private static let isWhole: @Sendable (FrameCollector.Message) -> Bool = { carried in
    do throws(AirgapMessageError) {
      guard case .psbt(let bytes) = try Recognizer.message(carried) else { return true }
      return (try? PSBT(decoding: bytes)) != nil
    } catch .secret {
      // Taken, so that the reading ends at once and says so.
      return true
    } catch {
      return false
    }
  }

  // MARK: What is said

  /// What was left out and has not been said yet, a line each; at most a few, and how many more.
  ///
  /// `isEnd`: a message is whole, so that it is known which parts were the wrong ones.
  mutating func words(isEnd: Bool) -> [String] {
    var lines = further
    if isEnd {
      lines += collector.leftOut.map {
        "\(named(place($0.source)))part \($0.part) was left out: it does not match the other parts (R22)"
      }
      let blamed = Set(collector.leftOut.map(\.source))
      lines += collector.unfinished.filter { !blamed.contains($0.source) }.map {
        "\(named(place($0.source)))left out: parts of another message, \($0.received) of \($0.needed) (R22)"
      }
    }
    // While it goes on nobody knows which of two parts is wrong; in the end it has been said above.
    lines += collector.troubles.filter {
      !isEnd || !Self.isContradiction($0.error)
        || ($0.error == .notWhole && collector.leftOut.isEmpty)
    }.map {
      $0.error == .notWhole
        ? $0.error.ruled : "\(named(place($0.source)))left out: \($0.error.ruled)"
    }
    // Where each picture has a line of its own, these have been said.
    let unsaid = pageLines.isEmpty ? pictureTroubles.filter(\.error.isOfPicture) : []
    lines += unsaid.map {
      "\(named($0.place))left out: \($0.error.ruled)" + ($0.error.advice.map { "; \($0)" } ?? "")
    }
    var fresh: [String] = []
    for line in lines where said.insert(line).inserted { fresh.append(line) }
    guard fresh.count > Self.wordsLimit else { return fresh }
    return fresh.prefix(Self.wordsLimit) + ["\(fresh.count - Self.wordsLimit) more were left out"]
  }

  private func named(_ place: String?) -> String {
    place.map { ForeignText.shown($0) + ": " } ?? ""
  }

  private static func isContradiction(_ error: QRTransportError) -> Bool {
    switch error {
    case .contradictoryPart, .partLength, .notWhole, .messageChecksumMismatch: true
    default: false
    }
  }

  // MARK: The end

  /// The messages, without those that matter least.
  ///
  /// Where there is none, throws why; `what` was read, to be named in an error.
  ///
  /// - Throws: `ProgramError`.
  mutating func finished(_ what: String) throws(ProgramError) -> [Found] {
    collector.end()
    recogniseWhole()
    if let secret {
      throw ProgramError(
        AirgapMessageError.secret(kind: secret.kind),
        during: secret.place.map { ForeignText.shown($0) })
    }
    guard found.isEmpty else { return Self.strongest(found) }
    let unfinished = collector.unfinished
    let count = unfinished.first.map { "\($0.received) of \($0.needed) parts" }
    if let trouble = collector.failure ?? collector.troubles.first?.error {
      let source = collector.troubles.first { $0.error == trouble }?.source
      throw ProgramError(
        named(source.flatMap(place)) + trouble.description
          + (count.map { "; without it there are \($0)" } ?? ""), rule: trouble.rule,
        hint: trouble.hint)
    }
    let trouble = pictureTroubles.first(where: \.error.isOfPicture)
    if unfinished.count > 1 {
      let counts = unfinished.map {
        "\(named(place($0.source)))\($0.received) of \($0.needed)"
      }
      throw ProgramError(
        "\(what): parts of \(unfinished.count) messages are mixed, and none is whole: "
          + counts.joined(separator: ", "), rule: .r22,
        hint: "read one message at a time, with all its parts")
    }
    if let (received, needed, _) = unfinished.first {
      throw ProgramError(
        "the pictures hold \(received) of \(needed) parts of a message"
          + (trouble.map { "; \(ForeignText.shown($0.place)): \($0.error)" } ?? ""),
        rule: trouble?.error.rule,
        hint: (trouble?.error.advice.map { "\($0); else " } ?? "")
          + "take pictures of the missing ones too; any \(needed) different ones will do")
    }
    if let (error, place) = trouble.map({ ($0.error as any HintedError, $0.place as String?) })
      ?? firstError
    {
      throw ProgramError(error, during: place.map { ForeignText.shown($0) })
    }
    throw ProgramError(
      "\(what): no QR code was found" + (frameCount == 1 ? "" : " in \(frameCount) pictures"),
      hint: advice.map(Self.hint)
        ?? "hold the camera closer and straight, and make sure that the whole QR code is sharp")
  }

  /// A sentence as a hint.
  private static func hint(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + sentence.dropFirst().prefix { $0 != "." }
  }

  /// An address beside a payment or a wallet is a poster's, or one of that wallet; the same wallet
  /// twice is one.
  private static func strongest(_ found: [Found]) -> [Found] {
    let isAddress: (Found) -> Bool = {
      switch $0.message {
      case .address, .paymentRequest: true
      default: false
      }
    }
    let strong = found.allSatisfy(isAddress) ? found : found.filter { !isAddress($0) }
    var wallets: Set<String> = []
    return strong.filter { found in
      guard let wallet = (try? found.message.wallet(on: nil)) ?? nil,
        // A payload counts as a payment first.
        !found.message.isPayment
      else { return true }
      return wallets.insert(wallet.descriptor.canonical).inserted
    }
  }
}

extension AirgapMessage {
  fileprivate var isPayment: Bool {
    switch self {
    case .psbt, .multisigPayload, .transaction, .transactions: true
    default: false
    }
  }
}
