import Bytes
import Foundation
import Glibc
import HelperProcesses
import Testing

@testable import OnlineCoordinator

/// What the desk's starter takes from a desk that was taken over (docs/decisions/0051).
///
/// It is served by a thread here, with no home.
@Suite struct `The starter of the coordinator's desk` {
  /// The answers to these lines, in order; the starter ends by itself where it should.
  private static func answers(to lines: [String]) throws -> [String] {
    let pair = try DescriptorPair.socket()
    let files = try DescriptorPair.socket()
    defer { for file in [pair.writer, files.writer] { close(file) } }
    // A thread of its own: it waits, and tasks that wait for each other could take all there are.
    Thread.detachNewThread {
      var service = DeskStarterService(home: nil, lines: pair.reader, files: files.reader)
      service.serve()
      for file in [pair.reader, files.reader] { close(file) }
    }
    for line in lines { _ = SocketLines.send(Array(line.utf8), to: pair.writer) }
    shutdown(pair.writer, Int32(SHUT_WR))
    var answers: [String] = []
    while let line = SocketLines.next(from: pair.writer, limit: 1 << 20) {
      answers.append(String(decoding: line, as: UTF8.self))
    }
    return answers
  }

  @Test(arguments: [
    ["wallet", "import", "savings", "--from", "/etc/passwd"], ["broadcast", "3", "--yes"],
    ["pay", "--out", "/tmp/x"], ["watch", "--chain", "--on-event", "/bin/sh"],
    ["node", "add", "n", "--cookie", "/etc/passwd"], ["desk"], ["backup", "restore", "x"], [],
  ])
  func `starts nothing that no page may have run`(arguments: [String]) throws {
    let order = DeskOrder.start(run: 1, arguments: arguments).encoded
    let answers = try Self.answers(to: [String(decoding: order, as: UTF8.self)])
    #expect(answers.count == 1)
    let answer = try #require(answers.first)
    #expect(answer.contains("\"error\""), "\(answer)")
    #expect(answer.contains("the desk cannot") || answer.contains("does not run"), "\(answer)")
  }

  @Test func `starts nothing before the desk is open, and under no number twice or below zero`()
    throws
  {
    let order = DeskOrder.start(run: 1, arguments: ["balance"]).encoded
    let below = DeskOrder.start(run: DeskOrder.server, arguments: ["balance"]).encoded
    // That of the run which follows the records.
    let kept = DeskOrder.start(run: DeskOrder.records, arguments: ["balance"]).encoded
    let look = DeskOrder.watch(run: DeskOrder.records, since: nil).encoded
    let answers = try Self.answers(
      to: [order, below, kept, look].map { String(decoding: $0, as: UTF8.self) })
    #expect(answers.count == 4)
    for answer in answers { #expect(answer.contains("as many commands as it may"), "\(answer)") }
  }

  @Test(arguments: [
    "", "{}", "[]", "nonsense", #"{"order":"start"}"#, #"{"order":"start","run":1}"#,
    #"{"order":"start","run":1,"arguments":["balance",1]}"#, #"{"order":"run","run":1}"#,
    #"{"order":"start","run":1.5,"arguments":[]}"#, #"{"order":"open","order":"open"}"#,
  ])
  func `ends at what the desk never says`(line: String) throws {
    let order = DeskOrder.start(run: 1, arguments: ["balance"]).encoded
    let answers = try Self.answers(to: [line, String(decoding: order, as: UTF8.self)])
    #expect(answers.isEmpty)
  }

  @Test(arguments: [
    DeskOrder.open, .start(run: 7, arguments: ["label", "set", "é \n", ""]),
    .watch(run: 0, since: nil), .watch(run: 0, since: 12), .end(run: 3), .kill(run: -1),
    .collect(run: 3),
    .follow,
  ])
  func `reads each order as it was sent`(order: DeskOrder) {
    #expect(DeskOrder(order.encoded) == order)
  }

  @Test func `a run that nobody has started ended by force`() throws {
    let order = DeskOrder.collect(run: 5).encoded
    let answers = try Self.answers(to: [String(decoding: order, as: UTF8.self)])
    #expect(answers == [#"{"status":9}"#])
  }
}
