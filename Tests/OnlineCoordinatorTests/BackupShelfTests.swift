import BitcoinPrimitives
import Bytes
import DurableFiles
import ExtendedKeys
import FaultyFiles
import Foundation
import Refusals
import Secp256k1
import SecureMemory
import TerminalUI
import Testing
import WalletBackups
import WalletStorage

@testable import OnlineCoordinator

/// The folder of backups that write themselves, on a disk that fails where a test wants it to.
@Suite struct BackupShelfTests {
  private static let folder = "/stick/drawbridge-backups-3f2a9c1e"

  private static func key() throws -> BackupKey {
    let signer = "028747be6de07552c48f9db23617792d47df1accd611175f6dfe636f4098984a09"
    return try BackupKey(
      network: .regtest, fingerprint: Fingerprint(value: 7),
      sealingKey: SecretBytes(count: 32) { $0.initializeMemory(as: UInt8.self, repeating: 7) },
      archiveKey: SecretBytes(count: 16), archiveSigner: PublicKey(decoding: Hex.decode(signer)))
  }

  private static func names(_ disk: SimulatedDisk) -> [BackupName] {
    disk.names(folder).compactMap(BackupName.init(parsing:))
  }

  /// The last of an earlier day and five of a later one, and a file of somebody else.
  private static func filled(_ backup: SealedDocument) -> SimulatedDisk {
    let disk = SimulatedDisk(folders: ["/stick", folder])
    for number in 1...6 {
      let time: Int64 = 1_800_000_000 + (number == 1 ? 0 : 86_400)
      let name = BackupName(network: .regtest, time: time, home: "3f2a9c1e", number: number)
      disk.place(backup.bytes, folder, name.text)
    }
    disk.place([1, 2, 3], folder, "notes.txt")
    return disk
  }

  private static func write(_ backup: SealedDocument, _ disk: SimulatedDisk) throws -> BackupName {
    let shelf = BackupShelf(folder, disk)
    let name = try shelf.write(
      backup, under: key(), of: "3f2a9c1e", at: 1_800_086_400, after: 6)
    _ = try shelf.removeSuperfluous(besides: name, after: 6)
    return name
  }

  @Test
  func `a kill or a loss of power at any call leaves every earlier backup whole, and no half one`()
    throws
  {
    let backup = try SealedDocument(of: Store(), under: Self.key(), at: 1_800_000_000)
    let dry = Self.filled(backup)
    #expect(try Self.write(backup, dry).number == 7)
    #expect(Self.names(dry).map(\.number).sorted() == [1, 3, 4, 5, 6, 7])
    let calls = dry.calls
    #expect(calls > 10)
    for call in 0..<calls {
      for fault in [
        Fault.kill(call: call), .powerLoss(call: call, seed: 1), .powerLoss(call: call, seed: 2),
        .failure(call: call, code: 5),
      ] {
        let disk = Self.filled(backup)
        disk.restart(fault)
        let ended = try? Self.write(backup, disk)
        disk.restart()
        let left = Self.names(disk)
        let numbers = left.map(\.number).sorted()
        // Never fewer than the newest of before, and the last of the day before.
        #expect(Set(numbers).isSuperset(of: [1, 3, 4, 5, 6]), "\(fault) \(numbers)")
        for name in left {
          #expect(disk.contents(Self.folder, name.text) == backup.bytes, "\(fault) \(name.text)")
        }
        // The one that need not be kept goes after the new one is there, and not before.
        if !numbers.contains(2) { #expect(numbers.contains(7), "\(fault)") }
        if ended != nil { #expect(numbers.contains(7), "\(fault)") }
        #expect(disk.contents(Self.folder, "notes.txt") == [1, 2, 3])
        // The next one clears up what was left half written.
        #expect(try Self.write(backup, disk).number >= 7)
        #expect(!disk.names(Self.folder).contains(where: AtomicFile.isLeftover))
      }
    }
  }

  @Test
  func `numbers that this home never reached are not counted on, and take no place of a good one`()
    throws
  {
    let backup = try SealedDocument(of: Store(), under: Self.key(), at: 1_800_000_000)
    let disk = Self.filled(backup)
    // Each of another day and month; the last is the highest that is read.
    let planted = (0..<20).map { place in
      BackupName(
        network: .regtest, time: 1_900_000_000 + Int64(place) * 32 * 86_400, home: "3f2a9c1e",
        number: 999_999_999_999_999 - place)
    }
    for name in planted { disk.place([1], Self.folder, name.text) }
    let written = try Self.write(backup, disk)
    #expect(written.number == 7)
    let left = Self.names(disk)
    #expect(left.map(\.number).filter { $0 < 1_000 }.sorted() == [1, 3, 4, 5, 6, 7])
    #expect(Set(left).isSuperset(of: planted))
    // What was written and not recorded is counted on, and not removed before it is.
    let unrecorded = BackupName(network: .regtest, time: 0, home: "3f2a9c1e", number: 1_006)
    disk.place(backup.bytes, Self.folder, unrecorded.text)
    let next = try BackupShelf(Self.folder, disk).write(
      backup, under: Self.key(), of: "3f2a9c1e", at: 1_800_086_400, after: 6)
    #expect(next.number == 1_007)
    let strangers = try BackupShelf(Self.folder, disk).removeSuperfluous(besides: next, after: 6)
    #expect(Set(strangers) == Set(planted))
    #expect(disk.contents(Self.folder, unrecorded.text) != nil)
  }

  @Test func `no backup is written under a name that is not found again`() throws {
    let backup = try SealedDocument(of: Store(), under: Self.key(), at: 1_800_000_000)
    for (home, last) in [("3f2a9c1e", 999_999_999_999_999), ("../3f2a9", 1), ("3F2A9C1E", 1)] {
      let disk = Self.filled(backup)
      let before = disk.names(Self.folder).sorted()
      #expect(throws: ProgramError.self) {
        try BackupShelf(Self.folder, disk).write(
          backup, under: Self.key(), of: home, at: 1_800_086_400, after: last)
      }
      #expect(disk.names(Self.folder).sorted() == before, "\(home)")
    }
  }

  @Test func `a name says network, minute, home and number, and other names are none`() throws {
    let name = BackupName(network: .mainnet, time: 1_800_000_000, home: "3f2a9c1e", number: 42)
    #expect(name.text == "drawbridge-mainnet-2027-01-15-0800-3f2a9c1e-42.backup")
    #expect(BackupName(parsing: name.text) == name)
    let signet = try #require(Network(name: "signet:51"))
    let custom = BackupName(network: signet, time: 0, home: "00000000", number: 1)
    #expect(BackupName(parsing: custom.text) == custom && !custom.text.contains(":"))
    for text in [
      "", "a.backup", "drawbridge.backup", "drawbridge-mainnet-2027-01-15-0800-3f2a9c1e-.backup",
      "drawbridge-mainnet-2027-01-15-0800-3f2a9c1e-0.backup",
      "drawbridge-mainnet-2027-01-15-0800-3f2a9c1e-042.backup",
      "drawbridge-mainnet-2027-01-15-0800-3f2a9c1e-42 (1).backup",
      "drawbridge-mainnet-2027-01-15-0800-3F2A9C1E-42.backup",
      "drawbridge-mainnet-2027-01-15-800-3f2a9c1e-42.backup",
      "drawbridge-mainnet-2027-01-15-0800-3f2a9c1e-99999999999999999999.backup",
      "other-mainnet-2027-01-15-0800-3f2a9c1e-42.backup",
    ] {
      #expect(BackupName(parsing: text) == nil, "\(text)")
    }
  }

  @Test func `what is kept stays few over years, and always has an older day`() {
    var kept: [BackupName] = []
    for number in 1...3_000 {
      // Seven a day.
      kept.append(
        BackupName(
          network: .mainnet, time: 1_700_000_000 + Int64(number / 7) * 86_400, home: "3f2a9c1e",
          number: number))
      let superfluous = Set(BackupName.superfluous(kept))
      kept.removeAll(where: superfluous.contains)
      #expect(kept.count <= 5 + 4 + 3 && kept.last?.number == number)
      if number > 14 { #expect(Set(kept.map { $0.stamp.prefix(10) }).count >= min(5, number / 7)) }
      if number > 900 { #expect(Set(kept.map { $0.stamp.prefix(7) }).count == 4) }
    }
  }

  @Test func `a clock that goes back does not make the newest superfluous`() {
    let names = (1...30).map {
      BackupName(
        network: .mainnet, time: 1_800_000_000 - Int64($0) * 86_400, home: "3f2a9c1e", number: $0)
    }
    let superfluous = BackupName.superfluous(names).map(\.number)
    #expect(Set(superfluous).isDisjoint(with: 26...30))
  }
}
