internal import Glibc
internal import HelperProcesses
internal import SecureMemory

/// What `sheet-printer` does: asks CUPS by its own programs (`lpstat`, `lp`, `cancel`), hands the pages over, and sees to it
/// that their job is removed with its files.
///
/// It holds no key. It is not under the signer's filter, hence small.
public struct PrintSubmission {
  /// Seconds that a job may take.
  static let patience = 600

  private let tools: String
  private let spool: PrintSpool
  private let pause: () -> Void

  /// Uses the programs in the folder `tools`; `pause` waits a second between two looks at a job.
  public init(tools: String, pause: @escaping () -> Void = Self.second) {
    self.init(tools: tools, spool: PrintSpool(), pause: pause)
  }

  init(tools: String, spool: PrintSpool, pause: @escaping () -> Void) {
    self.tools = tools
    self.spool = spool
    self.pause = pause
  }

  /// Waits a second.
  public static func second() {
    var pause = timespec(tv_sec: 1, tv_nsec: 0)
    nanosleep(&pause, nil)
  }

  /// Serves one sheet: reads the name of a printer and then the pages from `input`, answers on `output`.
  ///
  /// Input that ends before the pages means that the person did not consent.
  public func serve(input: Int32, output: Int32) {
    let say: (PrinterMessage) -> Void = { message in
      _ = message.bytes.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
    }
    guard let name = readName(input) else { return say(.refusal(.badName)) }
    switch report(on: name) {
    case .success(let report): say(.report(report))
    case .failure(let refusal): return say(.refusal(refusal.refusal))
    }
    guard let pages = readPages(input) else { return }
    guard let job = submit(pages, to: name) else { return say(.refusal(.notTaken)) }
    say(.job(job))
    let isPrinted = waitForEnd(of: job, on: name)
    let isRemoved = run("cancel", ["-x", job])?.status == 0
    say(
      isPrinted
        ? .done(isRemoved: isRemoved) : .refusal(isRemoved ? .stuckRemoved : .stuckKept))
  }

  struct Failure: Error, Equatable {
    let refusal: PrinterMessage.Refusal
  }

  func report(on name: String) -> Result<PrinterReport, Failure> {
    guard let scheduler = run("lpstat", ["-r"]), scheduler.text.contains("is running") else {
      return .failure(Failure(refusal: .noCUPS))
    }
    guard let device = run("lpstat", ["-v", name]), device.status == 0,
      let colon = device.text.firstRange(of: "\(name): ")
    else { return .failure(Failure(refusal: .noPrinter)) }
    let address = device.text[colon.upperBound...]
    var scheme = String(address.prefix { $0 != ":" && $0 != "/" })
    // HPLIP's own scheme is used for cables and for networks.
    if scheme == "hp", !["hp:/usb", "hp:/par"].contains(where: address.hasPrefix) {
      scheme = "hp-net"
    }
    return .success(
      PrinterReport(
        connection: PrinterName.isConnection(scheme) ? scheme : "unknown", spool: spool.place,
        spoolPath: spool.path, keepsJobs: spool.keepsJobs))
  }

  /// Hands the pages over; the name of the job, nil when CUPS did not take it.
  private func submit(_ pages: borrowing SecretBytes, to name: String) -> String? {
    guard let file = try? LockedMemoryFile(pages) else { return nil }
    // No banner pages, no scaling: modules keep their size.
    let options = [
      "-d", name, "-t", "sheet", "-o", "job-sheets=none,none", "-o", "print-scaling=none", "-",
    ]
    guard let answer = run("lp", options, input: file.descriptor), answer.status == 0 else {
      return nil
    }
    let words = answer.text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)
    return words.first { word in
      word.hasPrefix(name + "-") && PrinterName.isName(word)
        && word.dropFirst(name.count + 1).allSatisfy(\.isNumber) && word.count > name.count + 1
    }
  }

  /// Whether the job left the queue in time.
  private func waitForEnd(of job: String, on name: String) -> Bool {
    for _ in 0..<Self.patience {
      let queue = run("lpstat", ["-W", "not-completed", "-o", name])
      let isWaiting =
        queue?.text.split(separator: "\n").contains { $0.split(separator: " ").first ?? "" == job }
        ?? true
      if !isWaiting { return true }
      pause()
    }
    return false
  }

  private func readName(_ input: Int32) -> String? {
    var bytes: [UInt8] = []
    while bytes.count <= 128 {
      var byte: UInt8 = 0
      let count = read(input, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { break }
      bytes.append(byte)
    }
    guard let name = String(validating: bytes, as: UTF8.self), PrinterName.isName(name) else {
      return nil
    }
    return name
  }

  private func readPages(_ input: Int32) -> SecretBytes? {
    guard let head = readAll(4, from: input) else { return nil }
    let length = head.withUnsafeBytes { $0.reduce(0) { $0 << 8 | Int($1) } }
    guard length > 0, length <= PrinterHelper.pagesLimit else { return nil }
    return readAll(length, from: input)
  }

  private func readAll(_ count: Int, from input: Int32) -> SecretBytes? {
    var buffer = SecretBuffer(capacity: count)
    while buffer.count < count {
      let got = buffer.append(upTo: min(65_536, count - buffer.count)) {
        read(input, $0.baseAddress, $0.count)
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
    }
    return buffer.bytes()
  }

  /// Runs one of CUPS's programs in English; nil when it is not there, says nothing for a minute, or says too much.
  private func run(
    _ tool: String, _ arguments: [String], input: Int32 = -1
  ) -> (status: Int32, text: String)? {
    ToolRun.run("\(tools)/\(tool)", arguments, input: input)
  }
}
