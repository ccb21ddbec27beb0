/// One exchange with a server that speaks in lines.
struct LineOrder: Sendable {
  /// What is sent, with the newline after each line.
  var request: [UInt8]
  /// The most bytes of all lines that come.
  var limit: Int
  /// The longest wait for the next line, in seconds.
  var seconds: Int
  /// Whole lines that are said again when nothing comes for a moment, for servers that hold short answers back; whoever
  /// takes the lines has to know the answers to them.
  var nudge: [UInt8] = []
  /// Told of each line that comes, without its newline, on the thread of the connection; true ends the
  /// exchange.
  var take: @Sendable ([UInt8]) -> Bool
}

/// A way to a server that speaks in lines; tests put their own in its place.
protocol LineTransport: Sendable {
  /// Makes a new connection.
  func connect() async throws(HTTPFailure) -> any LineChannel
}

/// One connection to such a server; whoever uses it sends one order after the other.
protocol LineChannel: Sendable {
  /// Sends, and hands over the lines that come until one ends the exchange.
  func exchange(_ order: LineOrder) async throws(HTTPFailure)
}
