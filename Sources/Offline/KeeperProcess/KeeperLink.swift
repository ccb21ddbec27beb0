/// The way from the reviewer to what holds the seeds: a question and its answer, both encoded.
///
/// In the program a pipe to the process `key-keeper` (``KeeperProcess``); in tests that run commands in one
/// process, the same server called with the same bytes.
package protocol KeeperLink: Sendable {
  /// Hands over a message and waits for the answer, however long a person thinks about a question.
  ///
  /// - Throws: ``KeeperProcessError`` when there is no answer; none will come later either.
  func answer(to request: [UInt8]) throws(KeeperProcessError) -> [UInt8]
}
