// Imported because it replaces the C library's temporary file.
internal import CMemoryFiles
internal import CSystemCalls
internal import CWipedMemory
internal import Glibc
internal import Isolation
internal import SecureMemory
internal import SheetDrawing
internal import SheetPages

// sheet-drawer draws one document of pages from standard input and writes what it drew to standard output.
// It keeps nothing: no file is written, and what it read may be a seed.

/// What the argument asks for: `pdf`, `ps`, `svg`, or `png:` and the dots per inch.
func wish(_ argument: String) -> (format: SheetFormat, resolution: Int)? {
  if argument.hasPrefix("png:") {
    guard let resolution = Int(argument.dropFirst(4)),
      SheetDrawer.resolutions.contains(resolution)
    else { return nil }
    return (.png, resolution)
  }
  guard argument != "png", let format = SheetFormat(rawValue: argument) else { return nil }
  return (format, SheetDrawer.resolution)
}

/// Everything on standard input, one byte past the limit at most.
func readInput() -> SecretBytes {
  var input = SecretBuffer()
  while input.count <= SheetLimits.documentBytes {
    let count = input.append(upTo: 65_536) { read(0, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { break }
  }
  return input.bytes()
}

wiped_memory_until_exit()
do throws(IsolationError) {
  try Isolation.raise()
  try Isolation.forbidWriting()
} catch {
  DrawerOutput.refuse(.sandbox)
  exit(1)
}
guard let mode = syscalls_argument(1), syscalls_argument(2) == nil,
  let wish = wish(String(cString: mode))
else {
  DrawerOutput.refuse(.usage)
  exit(2)
}
guard DrawerSandbox.enter(reading: SheetDrawing.fontFolders) else {
  DrawerOutput.refuse(.sandbox)
  exit(1)
}
do throws(SheetPagesError) {
  let document = try SheetDocument(decoding: readInput())
  do throws(SheetRefusal) {
    try SheetDrawing.draw(
      document, as: wish.format, resolution: wish.resolution, each: DrawerOutput.page)
    DrawerOutput.done()
  } catch {
    DrawerOutput.refuse(error)
  }
} catch {
  DrawerOutput.refuse(.malformed(offset: error.offset))
}
exit(0)
