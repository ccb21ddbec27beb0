internal import CSystemCalls
internal import Glibc
internal import Synchronization

/// The files that this process, and whatever it starts, can still reach: Landlock.
///
/// The filter of calls cannot tell one path from another, so without this a signer that was taken over opens
/// `/proc/PID/mem` of another program and speaks through its sockets. Nothing that is not allowed here can be opened, listed,
/// made, renamed, removed or run afterwards, for good. What is open already stays.
public struct FileFence {
  /// What is allowed of a file, or of everything beneath a folder.
  public enum Access: Sendable {
    /// Reading files and listing folders.
    case read
    /// Listing folders, opening none of their files.
    case list
    /// Reading one file; of a folder only its names, and nothing that lies in it.
    case input
    /// Writing, replacing and removing files and folders without reading any file; listing folders.
    case result
    /// No named permission reads this file, by whatever name it has (``FileFence/allow(_:_:)``).
    case never
    /// Starting a program.
    case run
    /// Everything that writing, replacing and removing files and folders takes.
    case write
    /// A device: reading, writing and its own requests.
    case device

    fileprivate var rights: UInt64 {
      switch self {
      case .read, .input: Right.readFile | Right.readFolder
      case .list: Right.readFolder
      case .never: 0
      case .run: Right.readFile | Right.execute
      case .write: Right.readFile | Self.result.rights
      case .result:
        Right.readFolder | Right.writeFile | Right.truncate | Right.removeFile
          | Right.removeFolder | Right.makeFile | Right.makeFolder
      case .device: Right.readFile | Right.writeFile | Right.truncate | Right.deviceRequests
      }
    }
  }

  /// The bits of linux/landlock.h.
  private enum Right {
    static let execute: UInt64 = 1 << 0
    static let writeFile: UInt64 = 1 << 1
    static let readFile: UInt64 = 1 << 2
    static let readFolder: UInt64 = 1 << 3
    static let removeFolder: UInt64 = 1 << 4
    static let removeFile: UInt64 = 1 << 5
    static let makeFolder: UInt64 = 1 << 7
    static let makeFile: UInt64 = 1 << 8
    static let truncate: UInt64 = 1 << 14
    static let deviceRequests: UInt64 = 1 << 15
    /// Those that a file can have; the kernel refuses the others for it.
    static let ofFiles = execute | writeFile | readFile | truncate | deviceRequests
  }

  private struct Rule {
    let path: String
    let access: Access
    /// Whether a person or a script named the path, and may have named a wrong one.
    let isNamed: Bool
  }

  /// What a file is, whatever it is called.
  private struct Identity: Hashable {
    let device: dev_t
    let inode: ino_t

    init(_ status: stat) { (device, inode) = (status.st_dev, status.st_ino) }

    init?(path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      self.init(status)
    }
  }

  private var rules: [Rule] = []
  /// Whether TCP stays as it was; kernels from 6.7 on take it away otherwise.
  private var allowsNetwork = false

  /// What was allowed by ``allow(_:_:)``, each as its path and what may be done.
  var named: Set<String> { Set(rules.filter(\.isNamed).map { "\($0.access) \($0.path)" }) }

  /// A fence that lets nothing through yet.
  public init() {}

  /// Whether this kernel has Landlock.
  public static var isAvailable: Bool { syscalls_landlock_version() > 0 }

  /// Whether a fence was raised in this process.
  public static var isUp: Bool { raised.load(ordering: .relaxed) }

  /// Whether the files of the process that started this one can be opened in `/proc`, as they can
  /// without a fence.
  public static var canSeeOtherProcesses: Bool {
    let file = open("/proc/\(max(1, getppid()))/stat", O_RDONLY | O_CLOEXEC)
    if file >= 0 { close(file) }
    return file >= 0
  }

  /// O_PATH, which libc shows to GNU programs alone: nothing is read, and no device notices.
  private static let pathOnly: Int32 = 0o10_000_000

  /// EBADFD, which Swift does not see.
  private static let isNoFile: Int32 = 77

  private static let raised = Atomic<Bool>(false)

  /// Allows something; what does not exist when the fence is raised is left out.
  ///
  /// A file that was named with ``Access/never`` is known by its device and inode: it is read by none of its names
  /// and links. Only a permission for everything beneath a folder ignores that.
  ///
  /// Whatever was named, nothing in `/proc` is allowed by this, and the folders `/`, `/dev` and `/dev/pts`, beneath
  /// which other programs' memory, the disks and other terminals lie, can only be listed.
  public mutating func allow(_ path: String, _ access: Access) {
    rules.append(Rule(path: path, access: access, isNamed: true))
  }

  private mutating func allowSystem(_ path: String, _ access: Access) {
    rules.append(Rule(path: path, access: access, isNamed: false))
  }

  /// Whether results can be written beneath a folder: see ``allow(_:_:)``.
  public static func mayBeWritten(_ path: String) -> Bool {
    !isWide(path) && syscalls_is_process_file(path) != 1
  }

  private static func isWide(_ path: String) -> Bool {
    guard let here = Identity(path: path) else { return false }
    return ["/", "/dev", "/dev/pts"].contains { Identity(path: $0) == here }
  }

  /// Raises the fence; false where the kernel has no Landlock, and nothing has changed.
  ///
  /// Only while there is one thread: the kernel would leave the others outside.
  ///
  /// - Throws: ``IsolationError`` when the kernel has Landlock and refuses; the program must not go on.
  public func raise() throws(IsolationError) -> Bool {
    let version = syscalls_landlock_version()
    guard version > 0 else { return false }
    guard Self.threads == 1 else { throw .refusedByKernel(step: "files, one thread", code: EBUSY) }
    let handled = syscalls_landlock_rights(version)
    let ruleset = syscalls_landlock_create(handled, version >= 4 && !allowsNetwork ? 3 : 0)
    guard ruleset >= 0 else { throw .refusedByKernel(step: "files", code: -ruleset) }
    defer { close(ruleset) }
    let closed = Set(rules.filter { $0.access == .never }.compactMap { Identity(path: $0.path) })
    for rule in rules {
      try Self.add(rule, handled, closed: closed, to: ruleset)
    }
    let result = syscalls_landlock_restrict(ruleset)
    guard result == 0 else { throw .refusedByKernel(step: "files", code: -result) }
    Self.raised.store(true, ordering: .relaxed)
    return true
  }

  private static func add(
    _ rule: Rule, _ handled: UInt64, closed: Set<Identity>, to ruleset: Int32
  ) throws(IsolationError) {
    let isProcess = syscalls_is_process_file(rule.path) == 1
    if rule.isNamed && isProcess { return }
    let file = open(rule.path, Self.pathOnly | O_CLOEXEC)
    // What is not there, or lies behind a folder that is closed to this user, needs no permission.
    guard file >= 0 else { return }
    // The kernel keeps a rule with its object of the file, which /proc makes anew unless somebody holds it.
    defer { if !isProcess { close(file) } }
    var status = stat()
    guard fstat(file, &status) == 0 else { return }
    var rights = rule.access.rights & handled
    if status.st_mode & S_IFMT != S_IFDIR {
      rights &= Right.ofFiles
      if rule.isNamed, closed.contains(Identity(status)) { rights &= ~Right.readFile }
    } else if rule.access == .input {
      rights &= Right.readFolder
    }
    if rule.isNamed, Self.isWide(rule.path) { rights &= Right.readFolder }
    guard rights != 0 else { return }
    let result = syscalls_landlock_allow(ruleset, file, rights)
    // EBADFD: a pipe or a file in memory, by its number; those stay open to whoever has the number.
    guard result == 0 || result == -Self.isNoFile else {
      throw .refusedByKernel(step: "files, \(rule.path)", code: -result)
    }
  }

  private static var threads: Int {
    guard let stream = opendir("/proc/self/task") else { return 1 }
    defer { closedir(stream) }
    var count = 0
    while let entry = readdir(stream) {
      if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
    }
    return count
  }
}

extension FileFence {
  /// What `key-keeper` reaches while it answers a reviewer, wherever the home is.
  ///
  /// The settings of libcrypto, what the look at the machine reads, and the terminal. It starts nothing, and its
  /// libraries are loaded.
  public static func ofKeeper() -> FileFence {
    var fence = FileFence()
    for path in ["/etc/ssl", "/usr/lib/ssl", "/sys", "/etc/localtime"] {
      fence.allowSystem(path, .read)
    }
    for path in machineFiles { fence.allowSystem(path, .read) }
    fence.allowSystem("/dev/null", .device)
    fence.allowSystem("/dev/tty", .device)
    return fence
  }

  /// What the desk of the signer reaches while it holds a passphrase: what the look at the machine reads, the terminal, and
  /// the names of devices.
  ///
  /// No file of a person, not the vault either. It writes nowhere and starts nothing: its starter does, which was split
  /// off before.
  public static func ofDesk() -> FileFence {
    var fence = FileFence()
    for path in ["/sys", "/etc/localtime"] + machineFiles { fence.allowSystem(path, .read) }
    // A printer may be plugged in later, and its folder comes with it.
    fence.allowSystem("/dev", .list)
    fence.allowSystem("/dev/tty", .device)
    return fence
  }

  /// What the interlock and `doctor` look at, and of processes this one alone.
  private static let machineFiles = [
    "/proc/self", "/proc/sys", "/proc/swaps", "/proc/modules", "/proc/cpuinfo", "/proc/meminfo",
    "/proc/stat",
  ]

  /// What the program, its libraries, its helpers and the look at the machine read, wherever the home is.
  ///
  /// `helpers` are the programs beside this one that it starts.
  public static func ofSystem(helpers: [String]) -> FileFence {
    var fence = FileFence()
    for folder in ["/usr", "/lib", "/lib32", "/lib64", "/opt", "/etc", "/sys"] {
      fence.allowSystem(folder, .read)
    }
    for path in machineFiles { fence.allowSystem(path, .read) }
    for path in ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"] {
      fence.allowSystem(path, .read)
    }
    fence.allowSystem("/dev/null", .device)
    fence.allowSystem("/dev/tty", .device)
    fence.allowSystem("/var/spool/cups", .list)
    for number in 0..<64 { fence.allowSystem("/dev/video\(number)", .device) }
    for path in Self.mappedFiles {
      guard let slash = path.lastIndex(of: "/") else { continue }
      // The loader is run by the kernel for each helper.
      if path[slash...].hasPrefix("/ld-") || path[slash...].hasPrefix("/ld.so") {
        fence.allowSystem(path, .run)
      } else if path[slash...].contains(".so") {
        // A build that links the Swift library from the compiler's folder has libraries elsewhere.
        fence.allowSystem(String(path[..<slash]), .read)
      }
    }
    var buffer = [CChar](repeating: 0, count: 4_096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    if length > 0, length < buffer.count {
      let own = String(decoding: buffer.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
      if let slash = own.lastIndex(of: "/") {
        for helper in helpers { fence.allowSystem(own[...slash] + helper, .run) }
      }
    }
    return fence
  }

  /// The same for a program that talks to a node: also what resolves names, and what threads are.
  ///
  /// libdispatch reads `/proc/TID/stat` of its threads and ends the program where it cannot. What shows another
  /// process's memory, environment and files in `/proc` is refused by Landlock's own rule about tracing.
  public static func ofTalkingSystem(helpers: [String]) -> FileFence {
    var fence = ofSystem(helpers: helpers)
    for path in ["/proc"] + resolverPlaces { fence.allowSystem(path, .read) }
    fence.allowsNetwork = true
    return fence
  }

  /// What a program with threads cannot do without, and nothing else: `/proc`, where libdispatch looks at them.
  public static func ofThreads() -> FileFence {
    var fence = FileFence()
    fence.allowSystem("/proc", .read)
    return fence
  }

  /// What `sheet-printer` and the programs of CUPS in the folder `tools` reach: the system to read, its programs to run,
  /// no folder of a user, and nothing to write into.
  ///
  /// Programs that do not lie in the system's folders are those of tests, which leave notes beside themselves.
  public static func ofPrinting(tools: String) -> FileFence {
    var fence = FileFence.ofSystem(helpers: [])
    for folder in ["/usr", "/bin", "/lib", "/lib64"] { fence.allowSystem(folder, .run) }
    for folder in ["/run", "/var/run", "/proc"] { fence.allowSystem(folder, .read) }
    fence.allowsNetwork = true
    if !tools.hasPrefix("/usr/") {
      fence.allow(tools, .run)
      fence.allow(tools, .write)
    }
    return fence
  }

  /// Where names are resolved and networks described by programs that write beneath `/run`.
  ///
  /// The files of `/etc` may be links to anywhere.
  private static let resolverPlaces = [
    "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf",
    "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager", "/run/connman",
  ]

  /// The files that are mapped into this process: itself, the loader, the libraries.
  private static var mappedFiles: Set<String> {
    guard let text = try? KernelFiles(root: "").text("/proc/self/maps") else { return [] }
    return Set(
      text.split(separator: "\n").compactMap { line in
        line.firstIndex(of: "/").map { String(line[$0...]) }
      })
  }
}
