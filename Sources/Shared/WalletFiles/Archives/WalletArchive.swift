/// Wallets in a ZIP archive, as Specter Desktop's backup is: `wallets/NAME.json` beside `devices/NAME.json`.
enum WalletArchive {
  /// The most databases of Sparrow that are read in one archive: each may expand to 32 MB.
  static let databaseLimit = 10

  /// The only wallet in the archive: JSON, or Sparrow's database; other files are searched for secrets alone.
  ///
  /// Throws for a secret in any of its files, whatever its name, for an archive without a wallet, and for several,
  /// which it names. Of other files than these two kinds, those that are too large for a wallet are not looked into.
  static func read(_ bytes: [UInt8]) throws(WalletFileError) -> WalletFile {
    let archive = try ZIPArchive(bytes)
    var found: [(name: String, wallet: Result<WalletFile, WalletFileError>)] = []
    var (room, databases, fileCount) = (ZIPArchive.sizeLimit, 0, 0)
    for (position, entry) in archive.entries.enumerated() where !entry.isFolder {
      fileCount += 1
      let kind = Kind(entry)
      guard kind != .other || entry.size <= WalletFile.sizeLimit else { continue }
      let file = try archive.file(
        position, limit: kind == .database ? ZIPArchive.sizeLimit : WalletFile.sizeLimit,
        of: &room)
      let isDatabase = H2Store.recognizes(file)
      if isDatabase {
        databases += 1
        guard databases <= databaseLimit else {
          throw ZIPArchive.tooLarge("holds more than \(databaseLimit) databases of Sparrow")
        }
      }
      do throws(WalletFileError) {
        let wallet =
          isDatabase
          ? try SparrowDatabase.read(file).checked() : try WalletFile.recognisedText(file)
        if let wallet, isDatabase || kind == .json, !entry.isOfFinder {
          found.append((entry.name, .success(wallet)))
        }
      } catch {
        if case .secret(let kind) = error {
          throw .secret(kind: "a ZIP archive with \(kind) (\(entry.name))")
        }
        guard isDatabase || kind == .json, !entry.isOfFinder else { continue }
        found.append((entry.name, .failure(error)))
      }
    }
    guard let first = found.first else {
      throw ZIPArchive.unread("holds no wallet in any of its \(fileCount) files")
    }
    guard found.count == 1 else { throw .severalWallets(found.map(\.name)) }
    do throws(WalletFileError) {
      return try first.wallet.get()
    } catch {
      throw error.at(first.name)
    }
  }

  /// What the name of a file says that it is.
  private enum Kind {
    case json
    case database
    case other

    init(_ entry: ZIPArchive.Entry) {
      let name = String(decoding: entry.nameBytes.suffix(6), as: UTF8.self).lowercased()
      self = name.hasSuffix(".json") ? .json : name == ".mv.db" ? .database : .other
    }
  }
}

extension ZIPArchive.Entry {
  fileprivate var isFolder: Bool { size == 0 && nameBytes.last == UInt8(ascii: "/") }

  /// What macOS keeps beside each file.
  fileprivate var isOfFinder: Bool { nameBytes.starts(with: "__MACOSX/".utf8) }
}
