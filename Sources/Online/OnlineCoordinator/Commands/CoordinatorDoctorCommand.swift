internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletStorage

/// The command `doctor`.
struct CoordinatorDoctorCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Checks this home and this machine for problems.")

  @OptionGroup var common: CoordinatorCommonOptions

  private struct Finding {
    let what: String
    let problem: ProgramError?
  }

  func run(in session: CoordinatorSession) async throws {
    var findings: [Finding] = []
    var records: Store?
    func look(_ what: String, _ body: () async throws -> Void) async {
      do {
        try await body()
        findings.append(Finding(what: what, problem: nil))
      } catch {
        findings.append(Finding(what: what, problem: ProgramError(any: error)))
      }
    }
    await look("the home exists, and only you can open it") { _ = try session.home() }
    await look("the records open") { records = try session.store() }
    await look("qr-reader is there and isolates itself") { _ = try ReaderProcess().proof() }
    await look("the node in use answers") {
      let source = try session.source(session.activeNode(session.store()))
      let status = try await session.asked { () async throws(NodeError) in try await source.status()
      }
      if status.scanning == .unspentOutputs {
        session.console.warn("the node has no block filters: past history is not seen")
      }
    }
    let home = session.environment.home
    for (what, note) in [
      ("Bitcoin Core's last payment was not signed", BridgeNote.payment(home: home)),
      ("Bitcoin Core was told of no signer", BridgeNote.listing(home: home)),
    ] {
      if let text = note.text { session.console.warn("\(what): \(text)") }
    }
    if let store = records {
      AutomaticBackup(session: session, store: store).run()
      await BackupUploading(session: session, store: store).run()
      let all = try? BackupStanding(store, session)
      for state in all?.states ?? [] where all?.place != nil || all?.upload == nil {
        let newest = "the newest backup of \(state.network.name) "
        var what = newest + "opens and lacks nothing"
        do {
          let standing = try BackupStanding(store, session)
          if let problem = standing.problem(of: state) { throw problem }
          if try standing.verified(state) == nil { what = newest + standing.unopened(state) }
          findings.append(Finding(what: what, problem: nil))
        } catch {
          findings.append(Finding(what: what, problem: ProgramError(any: error)))
        }
      }
      for state in all?.states ?? [] {
        guard let upload = all?.upload else { break }
        await look("the backup of \(state.network.name) on \(upload.place) opens and lacks nothing")
        {
          if let problem = upload.problem(of: state) { throw problem }
          _ = try await upload.verified(state)
        }
      }
    }
    let lines = findings.map { finding in
      finding.problem.map {
        "NO   \(finding.what)\n     \(ForeignText.linesAgain($0.message))\n     "
          + ForeignText.linesAgain($0.hint)
      } ?? "yes  \(finding.what)"
    }
    session.console.result(
      sentences: lines.joined(separator: "\n"),
      json: .array(
        findings.map {
          [
            "check": .string($0.what), "ok": .bool($0.problem == nil),
            "error": $0.problem.map { .string($0.message) } ?? .null,
            "hint": $0.problem.map { .string($0.hint) } ?? .null,
          ]
        }))
    // A machine without a camera is whole: messages cross as files and photographs too.
    // Without the reader nothing can be asked of one, which is a finding of its own.
    let cameras = (try? CameraReport.all()) ?? []
    if cameras.isEmpty { session.console.talk("cameras: \(CameraDevices().text ?? "none found")") }
    for camera in cameras {
      session.console.talk("camera: \(camera.text)")
      if let problem = camera.problem { session.console.talk("  \(problem)") }
    }
    if findings.contains(where: { $0.problem != nil }) { session.ending.note(.failed) }
  }
}
