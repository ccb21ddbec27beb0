internal import DurableFiles
internal import Foundation
internal import GRDB
internal import Synchronization

// What was handed out here is told to the other homes of this user, and what they handed out counts.
extension Store {
  /// Tells the other homes of this user how far addresses were handed out here.
  ///
  /// Where that cannot be written, the next hand-out says so.
  public func shareHandedOut() {
    guard let handedOut, let rows = try? read({ try Self.handedOutRows($0) }) else { return }
    let found = try? handedOut.read()
    if case .whole(let known)? = found, rows.allSatisfy({ known[$0] ?? 0 >= $1 }) { return }
    if found == .missing, rows.isEmpty { return }
    do throws(FileError) {
      note(try handedOut.change { Self.merge(rows, into: &$0) }.damage)
    } catch {}
  }

  /// What there is to say about hand-outs since the last call, each thing once.
  public func takeHandedOutNotices() -> [String] {
    notices.withLock { state in
      defer { state.new = [] }
      return state.new
    }
  }

  /// The next index of a branch that no home of this user has handed out, from `next` on; where it is
  /// below `limit`, it and all before it count as handed out from now on, for every home.
  func claimed(
    _ db: Database, _ key: String, from next: UInt32, below limit: UInt32
  ) throws -> Claim {
    guard let handedOut else { return Claim(index: next, before: 0, isShared: false) }
    let rows = try Self.handedOutRows(db)
    do throws(FileError) {
      let (claim, damage) = try handedOut.change { entries in
        Self.merge(rows, into: &entries)
        let before = entries[key] ?? 0
        let index = max(next, before)
        if index < limit { entries[key] = index + 1 }
        return Claim(index: index, before: before, isShared: index < limit)
      }
      note(damage)
      return claim
    } catch {
      note(
        """
        \(error). Other homes of this user cannot know which addresses this one hands out: they may hand \
        out the same ones
        """)
      // What they handed out may still be readable.
      let before = handedOutElsewhere(key)
      return Claim(index: max(next, before), before: before, isShared: false)
    }
  }

  /// How far other homes handed out a branch, as far as that can be read.
  func handedOutElsewhere(_ key: String) -> UInt32 {
    guard case .whole(let entries)? = try? handedOut?.read() else { return 0 }
    return entries[key] ?? 0
  }

  /// Undoes a claim, unless somebody made a later one.
  func unclaim(_ key: String, _ index: UInt32, to before: UInt32) {
    do throws(FileError) {
      note(
        try handedOut?.change { entries in
          if entries[key] == index + 1 { entries[key] = before > 0 ? before : nil }
        }.damage)
    } catch {}
  }

  private func note(_ text: String?) {
    guard let text else { return }
    notices.withLock { state in
      if state.said.insert(text).inserted { state.new.append(text) }
    }
  }

  private static func handedOutRows(_ db: Database) throws -> [String: UInt32] {
    let rows = try Row.fetchAll(db, sql: "SELECT network, script, next FROM handedOut")
    var found: [String: UInt32] = [:]
    for row in rows {
      let place = "what was handed out"
      let key = HandedOutFile.key(
        network: try row.value("network", of: place),
        script: try row.value("script", of: place) as Data)
      found[key] = try row.index("next", of: place)
    }
    return found
  }

  private static func merge(_ rows: [String: UInt32], into entries: inout [String: UInt32]) {
    for (key, next) in rows { entries[key] = max(entries[key] ?? 0, next) }
  }
}

/// An index that a home asked for.
struct Claim {
  let index: UInt32
  /// How far the homes had handed the branch out before.
  let before: UInt32
  /// Whether the other homes will know.
  let isShared: Bool
}

/// What there is to say about hand-outs, and what was said.
struct HandedOutNotices {
  var new: [String] = []
  var said: Set<String> = []
}
