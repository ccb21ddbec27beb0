import BitcoinPrimitives
import Bytes
import ChainTypes
import NodeClients
import Synchronization
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// `message check`: signed texts, and the coins that a proof of funds shows.
@Suite struct MessageCheckTests {
  // BIP-322, generated-test-vectors.json, the last proof of funds.
  static let message = "FUYMQWKYGS7HJEN7YFEZU5SNR5"
  static let address = "bc1pk3vq3wpn4txexwq4dj0k2dugzp6kfwllvs89w49cvtk3j2cndcds3l9kw9"
  static let signature = """
    pofcHNidP8BALgCAAAABDzMFysa2DX0k4ZymoVfzNzTIL3gsWlu03HcfI+NxhOxAAAAAADIAQAAVd4moQMhq/rd+2e
    cRsJ0Xeg6/SdhA+owjzyzg/Fqd/oAAAAAAAAAAABuZFRaqjWRO6kKy5hrEHAg+T12/Iuz+FZBwwMt/FQvkgAAAAAAA
    AAAAG5kVFqqNZE7qQrLmGsQcCD5PXb8i7P4VkHDAy38VC+SAQAAAAAAAAAAAQAAAAAAAAAAAWp7AAAAAAEBKwAAAAA
    AAAAAIlEgtFgIuDOqzZM4FWyfZTeIEHVku/9kDldUuGLtGSsTbhsBCEIBQKoTEBqEPkib1fLnELbmsbDVlmWGzOdii
    N/XJefU3tF9AEi7PszYEPguomxXp7X2rL0dP0xkV6LbBcVz7oAEeKkAAQErTkYFAAAAAAAiUSB4i5DCtSPHOkI30E3
    0ayMoWL47vA5l2NBJp/pZ1XGduAEIQgFAic0muhAJNc4ZlRWeJGRgkN+oE/ptV4Znyli19VAnSsHM/Pb9Mp02dd3zk
    3RmuT6VgjBxdJn2yURGKOka3l9cugABAStORgUAAAAAACJRIMoNyg9Pai/pn4PHTOMEsDHkuUAHt5riqU81NVVj+fX
    KAQhCAUCL3W2Jh3ImNRSpbp0bLe+rBE4GJw5AjwJEhakHsm83YfuQKeY1syBFrmNV2ZvLv8R8uTLcmkJ1s/lWUxZ9o
    4qJAAEBK05GBQAAAAAAIlEgXCutuyDOvc4hiADdov7VmOUfq4ww6HES7JZ6NAucMJkBCEIBQDqu/4oik+J+eAbvUhz
    zuBkoVoOgD5RySjpvJQqTKNieBda8dMTkH2avx6ghs7zd6puujlBCQw3r/NiG4VX7wAEAAA==
    """.filter { !$0.isWhitespace }
  static let arguments = [
    "message", "check", "--address", address, "--signature", signature, "--text", message,
  ]

  private func desk(_ said: [UnspentOutput?]? = nil) async throws -> Desk {
    let desk = try await Desk.practising()
    let chain = DyingChain(folder: desk.path("home/rehearsal-practice"))
    chain.isOnMainnet.withLock { $0 = true }
    chain.saysUnspent.withLock { $0 = said }
    desk.source = { _ in chain }
    return desk
  }

  private static let coins: [UnspentOutput?] = [
    coin(
      345678, "5120788b90c2b523c73a4237d04df46b232858be3bbc0e65d8d049a7fa59d5719db8"),
    coin(
      345678, "5120ca0dca0f4f6a2fe99f83c74ce304b031e4b94007b79ae2a94f35355563f9f5ca"),
    coin(
      345678, "51205c2badbb20cebdce218800dda2fed598e51fab8c30e87112ec967a340b9c3099"),
  ]

  private static func coin(_ amount: Int64, _ script: String) -> UnspentOutput? {
    guard let script = try? Script(hex: script) else { return nil }
    return UnspentOutput(
      output: TxOut(rawValue: amount, scriptPubKey: script), height: 7, isCoinbase: false)
  }

  @Test func `coins that the node has as the proof says them are unspent`() async throws {
    let run = try await desk(Self.coins).execute(Self.arguments)
    #expect(run.code == .done, "\(run.err)")
    #expect(run.out.contains("The signature is valid."))
    #expect(run.out.contains("unspent at block"))
  }

  @Test func `coins that are not there as the proof says are counted, and it ends with 1`()
    async throws
  {
    let spent = try await desk(Self.coins.map { _ in nil }).execute(Self.arguments)
    #expect(spent.code == .failed)
    #expect(
      spent.err.contains("3 of the 3 coins are not there as the proof says (R02)"))
    let smaller = Self.coins.map { coin in
      coin.map { known in
        UnspentOutput(
          output: TxOut(
            rawValue: known.output.rawValue - 1, scriptPubKey: known.output.scriptPubKey),
          height: 7, isCoinbase: false)
      }
    }
    let run = try await desk(smaller).execute(Self.arguments)
    #expect(run.code == .failed)
    #expect(run.out.contains("there, but not as the proof says"))
  }

  @Test func `without a node nothing is said about coins`() async throws {
    let run = try await Desk().execute(Self.arguments + ["--no-node"])
    #expect(run.code == .done, "\(run.err)")
    #expect(run.out.contains("only a node knows that"))
  }

  @Test func `a node of another network is not asked`() async throws {
    let desk = try await Desk.practising()
    await desk.fails(Self.arguments, saying: "mainnet")
  }

  @Test func `another text is refused by its rule`() async throws {
    let other = Array(Self.arguments.dropLast()) + ["another text"]
    await (try Desk()).fails(other, saying: "(R20)")
  }
}
