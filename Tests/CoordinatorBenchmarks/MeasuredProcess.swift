import COneHeap
import DurableFiles
import Foundation
import Measurement
import NodeClients
import OnlineCoordinator
import TerminalUI
import WalletStorage
import WalletSync
import WalletTypes

/// A command in a process of its own, with what it took: what other measurements left behind is not
/// counted in.
struct MeasuredProcess {
  /// The most that was resident, in bytes, as the kernel counts it (`VmHWM`).
  let peak: Int
  /// All threads together, in seconds.
  let cpu: Double

  private static let option = "--measure"
  private static let sync = "--sync-with-chain"

  /// Runs a command of the coordinator; it has to end with one of these codes.
  static func command(
    _ arguments: [String], home: String, allowing codes: [Int32] = [0]
  ) throws -> MeasuredProcess {
    try run([home] + arguments, allowing: codes)
  }

  /// Syncs the wallet `big` of a home with the chain that its coins came from.
  ///
  /// With a height above 100 the first payment of the home is in block 101.
  static func sync(
    home: String, coins: Int, _ form: BigChain.Form, height: Int = 100
  ) throws -> MeasuredProcess {
    let (kind, number) =
      switch form {
      case .shared(let count): ("shared", count)
      case .apart(let others): ("apart", others)
      }
    return try run([home, sync, "\(coins)", kind, "\(number)", "\(height)"], allowing: [0])
  }

  private static func run(_ arguments: [String], allowing codes: [Int32]) throws -> MeasuredProcess
  {
    let figures = FileManager.default.temporaryDirectory
      .appending(path: "coordinator-figures-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: figures) }
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [option, figures] + arguments
    process.standardOutput = FileHandle.nullDevice
    let talk = Pipe()
    process.standardError = talk
    try process.run()
    let said = talk.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard codes.contains(process.terminationStatus) else {
      throw BenchmarkError(
        "\(arguments.dropFirst().prefix(2)): \(String(decoding: said.suffix(2_000), as: UTF8.self))"
      )
    }
    let numbers = try String(contentsOfFile: figures, encoding: .utf8)
      .split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 2 else { throw BenchmarkError("the figures are missing") }
    return MeasuredProcess(peak: Int(numbers[0]), cpu: numbers[1])
  }

  // MARK: In the process

  /// Runs what the arguments say and writes the figures down; nil when they ask for nothing of that.
  static func asChild(_ arguments: [String]) async throws -> Int32? {
    guard arguments.count > 3, arguments[0] == option else { return nil }
    // As the program does at its start.
    one_heap_use()
    let (figures, home) = (arguments[1], arguments[2])
    let rest = Array(arguments[3...])
    let code: Int32
    if rest[0] == sync {
      code = try await sync(home, Array(rest.dropFirst()))
    } else {
      code = await CoordinatorProgram.run(
        rest,
        in: CoordinatorEnvironment(
          home: home, screen: CoordinatorEnvironment.system.screen, now: { 1_800_000_000 })
      ).rawValue
    }
    let text = "\(try ResidentMemory.peak()) \(Spent.now().cpu)"
    try AtomicFile.write(Array(text.utf8), to: figures, replacing: .yes)
    return code
  }

  private static func sync(_ home: String, _ arguments: [String]) async throws -> Int32 {
    guard arguments.count == 4, let coins = Int(arguments[0]), let number = Int(arguments[2]),
      let height = Int(arguments[3])
    else { throw BenchmarkError("wrong usage") }
    let store = try Store(path: home + "/coordinator.sqlite")
    let wallet = try store.wallet(named: "big")
    let chain = try BigChain(
      coins: coins, arguments[1] == "apart" ? .apart(others: number) : .shared(number),
      for: wallet.descriptor,
      paying: height > 100 ? try store.payments(of: wallet).first?.final : nil, height: height)
    _ = try await Synchronizer(store: store, source: chain).sync(wallet)
    return 0
  }
}
