internal import CSystemCalls
internal import Glibc
public import SecureMemory

/// A file that exists only in memory and holds a secret: how a secret is handed to a helper as its
/// input.
///
/// Its pages are locked where the limit allows it, kept out of core dumps, and wiped when it ends.
/// A pipe would not do: a helper that dies early would end this process by a signal.
public struct LockedMemoryFile: ~Copyable {
  /// Stands at the beginning.
  public let descriptor: Int32
  private let memory: UnsafeMutableRawPointer
  private let count: Int

  /// Copies the secret.
  ///
  /// Throws: `cannotStart` when there is no memory for it.
  public init(_ secret: borrowing SecretBytes) throws(HelperError) {
    let file = syscalls_memory_file("secret")
    guard file >= 0 else { throw .cannotStart(code: -file) }
    let count = max(1, secret.count)
    guard ftruncate(file, off_t(secret.count)) == 0,
      let mapped = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      mapped != MAP_FAILED
    else {
      let code = errno
      close(file)
      throw .cannotStart(code: code)
    }
    _ = mlock(mapped, count)
    _ = madvise(mapped, count, MADV_DONTDUMP)
    secret.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress, !bytes.isEmpty {
        mapped.copyMemory(from: start, byteCount: bytes.count)
      }
    }
    descriptor = file
    memory = mapped
    self.count = secret.count
  }

  deinit {
    SecretBytes.wipe(UnsafeMutableRawBufferPointer(start: memory, count: count))
    munmap(memory, max(1, count))
    close(descriptor)
  }
}
