internal import CSystemCalls
internal import CWipedMemory
internal import Glibc
internal import QRReading

// qr-reader looks at one picture (or a camera) on standard input and writes what its QR codes say.
// It holds no key and can do nothing else: see ReaderSandbox.

/// Everything on standard input, up to the limit.
func readInput() throws(ReadingError) -> [UInt8] {
  var status = stat()
  // A file too large is refused by its size, before any of it is read.
  if fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
    status.st_size > ReadingLimits.fileBytes
  {
    throw .tooLarge
  }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 20)
  while true {
    let count = read(0, &chunk, chunk.count)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return bytes }
    guard bytes.count + count <= ReadingLimits.fileBytes else { throw .tooLarge }
    bytes += chunk.prefix(count)
  }
}

func readPicture(_ scanner: SymbolScanner) throws(ReadingError) {
  try PictureReader.read(try readInput(), with: scanner, each: ReaderOutput.frame)
}

/// What is hashed of a picture for its noise: the middle of it, in one record; none of a small one.
func noise(_ picture: GrayPicture?) -> [[UInt8]] {
  picture?.middle(side: 256).map { [$0] } ?? []
}

func watchCamera(_ contents: (GrayPicture) -> [[UInt8]]) throws(ReadingError) {
  let camera = try Camera(file: 0)
  var silence = 0
  while true {
    let frame = try camera.next()
    silence = frame == nil ? silence + 1 : 0
    guard silence < 10 else { throw .camera }
    // A frame cut off holds nothing, and the next one does.
    let found = frame.flatMap { try? $0.picture() }.map(contents) ?? []
    guard ReaderOutput.frame(found) else { return }
  }
}

wiped_memory_until_exit()
// Whoever asked may have heard enough: then the next answer cannot be written, and this process ends by itself.
signal(SIGPIPE, SIG_IGN)
let mode = syscalls_argument(1).map { String(cString: $0) } ?? ""
let modes = ["picture", "camera", "noise", "camera-noise", "prove", "prove-socket"]
guard syscalls_argument(2) == nil, modes.contains(mode) else {
  ReaderOutput.refuse("usage")
  exit(2)
}
guard ReaderSandbox.enter(camera: mode.hasPrefix("camera")) else {
  ReaderOutput.refuse("sandbox")
  exit(1)
}
/// Does what a mode asks for and gives the exit code.
///
/// What was found is let go, and so overwritten, when this returns.
func answer(_ mode: String) -> Int32 {
  guard let scanner = SymbolScanner() else {
    ReaderOutput.refuse("memory")
    return 1
  }
  do {
    switch mode {
    case "camera": try watchCamera(scanner.symbols)
    case "camera-noise": try watchCamera(noise)
    case "noise": try PictureReader.pictures(in: try readInput()) { ReaderOutput.frame(noise($0)) }
    case "prove": _ = ReaderOutput.frame(Proof.attempts().map { Array($0.utf8) })
    // Asking for a socket ends the process: what would be answered after it is never said.
    case "prove-socket": _ = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    default: try readPicture(scanner)
    }
    ReaderOutput.done()
  } catch {
    ReaderOutput.refuse(error.rawValue)
  }
  return 0
}
exit(answer(mode))
