internal import CSystemCalls
internal import CWipedMemory
internal import Glibc
internal import QRReading

// qr-reader looks at one picture (or a camera) on standard input and writes what its QR codes say.
// It holds no key and can do nothing else: see ReaderSandbox.

/// Standard input, a piece after the other.
func input() throws(ReadingError) -> ByteSource {
  let source = ByteSource { room in
    while true {
      let count = read(0, room.baseAddress, room.count)
      if count < 0, errno == EINTR { continue }
      return count
    }
  }
  var status = stat()
  // A file too large is refused by its size, before any of it is read; of a film only frame after frame is there.
  if fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
    status.st_size > ReadingLimits.fileBytes, !Film.recognizes(source)
  {
    throw .tooLarge
  }
  return source
}

/// What is hashed of a picture for its noise: the middle of it, in one record; none of a small one.
func noise(_ picture: GrayPicture?) -> [[UInt8]] {
  picture?.middle(side: 256).map { [$0] } ?? []
}

/// Looks through a camera until nobody listens any more; `show` is given nil where no frame came for a second, or one
/// that was cut off.
func watchCamera(_ show: (GrayPicture?) -> Bool) throws(ReadingError) {
  let camera = try Camera(file: 0)
  var silence = 0
  while true {
    let frame = try camera.next()
    silence = frame == nil ? silence + 1 : 0
    guard silence < 10 else { throw .camera }
    // A frame cut off holds nothing, and the next one does.
    guard show(frame.flatMap { try? $0.picture() }) else { return }
  }
}

wiped_memory_until_exit()
// Whoever asked may have heard enough: then the next answer cannot be written, and this process ends by itself.
signal(SIGPIPE, SIG_IGN)
let mode = syscalls_argument(1).map { String(cString: $0) } ?? ""
let modes = [
  "picture", "camera", "noise", "camera-noise", "view", "camera-view", "camera-offers", "prove",
  "prove-socket",
]
guard syscalls_argument(2) == nil, modes.contains(mode) else {
  ReaderOutput.refuse("usage")
  exit(2)
}
/// Whether a person watches: a camera of this machine, or one behind a pipe.
///
/// Nobody need wait for a file.
func isWatched(_ mode: String) -> Bool {
  var status = stat()
  return mode.hasPrefix("camera")
    || (mode == "view" && fstat(0, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
}
guard ReaderSandbox.enter(camera: mode.hasPrefix("camera"), isWatched: isWatched(mode)) else {
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
  let look = CameraLook(scanner)
  /// What a person who aims is shown of a frame.
  func view(_ picture: GrayPicture?) -> Bool {
    guard let picture else { return ReaderOutput.frame([]) }
    return ReaderOutput.frame(look.look(at: picture), CameraPreview(of: picture))
  }
  do {
    switch mode {
    case "camera":
      try watchCamera { ReaderOutput.frame($0.map { look.look(at: $0).contents } ?? []) }
    case "camera-noise": try watchCamera { ReaderOutput.frame(noise($0)) }
    case "camera-view": try watchCamera(view)
    case "camera-offers":
      _ = ReaderOutput.frame(try CameraOffer.all(of: 0).map { Array($0.text.utf8) })
    case "view":
      try PictureReader.shots(from: try input()) { shot in
        switch shot {
        case .still(let picture):
          let page = PictureReader.page(picture, with: scanner)
          return ReaderOutput.frame(page.symbols, page.notes)
        case .frame(let picture): return view(picture)
        }
      }
    case "noise":
      try PictureReader.shots(from: try input()) { ReaderOutput.frame(noise($0.picture)) }
    case "prove": _ = ReaderOutput.frame(Proof.attempts().map { Array($0.utf8) })
    // Asking for a socket ends the process: what would be answered after it is never said.
    case "prove-socket": _ = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    default: try PictureReader.pages(from: try input(), with: scanner, each: ReaderOutput.frame)
    }
    ReaderOutput.done()
  } catch {
    ReaderOutput.refuse(error.rawValue)
  }
  return 0
}
exit(answer(mode))
