internal import CSystemCalls
internal import Synchronization

/// Where secrets live: locked pages cut into slots, so that a thousand keys do not lock a thousand
/// pages, and taking a slot costs no system call.
///
/// Locking is per page and does not nest; pages of the heap could hold two secrets and be unlocked
/// with the first one. Pages here hold secrets only and stay locked until the process ends.
enum SecretArena {
  /// The slots that pages are cut into; what is larger gets pages of its own.
  private static let slotSizes = [64, 256, 1024]
  private static let chunkSize = 16 << 10
  private static let pageSize = 4096

  private struct State: ~Copyable {
    var free: [[UInt]] = [[], [], []]
    var everythingLocked = true
    /// Large secrets that had to go to the heap because no page could be mapped.
    var onHeap: Set<UInt> = []
  }

  private static let state = Mutex(State())

  /// Whether all memory handed out so far could be locked.
  static var everythingIsLocked: Bool { state.withLock { $0.everythingLocked } }

  /// Gives zeroed memory for `count` bytes; never fails, but may not be locked.
  static func take(_ count: Int) -> UnsafeMutableRawPointer {
    if let size = slotSizes.firstIndex(where: { count <= $0 }) {
      let address = state.withLock { state -> UInt? in
        if state.free[size].isEmpty { refill(size, of: &state) }
        return state.free[size].popLast()
      }
      if let memory = address.flatMap({ UnsafeMutableRawPointer(bitPattern: $0) }) { return memory }
    } else if let memory = map(wholePages(count)) {
      return memory
    }
    // No memory to map: the heap decides, and ends the process when it has none either.
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: wholePages(count), alignment: pageSize)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: wholePages(count))
    let address = UInt(bitPattern: memory)
    state.withLock { state in
      state.everythingLocked = false
      state.onHeap.insert(address)
    }
    return memory
  }

  /// Wipes the memory and takes it back.
  static func giveBack(_ memory: UnsafeMutableRawPointer, _ count: Int) {
    syscalls_wipe(memory, count)
    let address = UInt(bitPattern: memory)
    if let size = slotSizes.firstIndex(where: { count <= $0 }) {
      state.withLock { $0.free[size].append(address) }
    } else if state.withLock({ $0.onHeap.remove(address) }) != nil {
      memory.deallocate()
    } else {
      syscalls_unmap_secret(memory, wholePages(count))
    }
  }

  private static func wholePages(_ count: Int) -> Int {
    (count + pageSize - 1) / pageSize * pageSize
  }

  private static func map(_ count: Int) -> UnsafeMutableRawPointer? {
    var locked: Int32 = 0
    let memory = syscalls_map_secret(count, &locked)
    if locked == 0 { state.withLock { $0.everythingLocked = false } }
    return memory
  }

  private static func refill(_ size: Int, of state: inout State) {
    var locked: Int32 = 0
    guard let chunk = syscalls_map_secret(chunkSize, &locked) else { return }
    if locked == 0 { state.everythingLocked = false }
    let start = UInt(bitPattern: chunk)
    for offset in stride(from: 0, to: chunkSize, by: slotSizes[size]).reversed() {
      state.free[size].append(start + UInt(offset))
    }
  }
}
