public import BitcoinPrimitives
public import Refusals
internal import WalletTypes

/// Why the coordinator's own records could not be read or changed.
public enum StorageError: HintedError, Equatable, Sendable {
  /// SQLite failed, with its reason.
  case database(reason: String)
  /// Another program has the records; which one, where the system tells.
  case busy(holder: String?)
  /// A later version of the program wrote the records.
  case newer(version: String)
  /// No wallet has this name.
  case noSuchWallet(name: String)
  /// No node has this name.
  case noSuchNode(name: String)
  /// No payment has this number.
  case noSuchPayment(String)
  /// No coin of the wallet has this number; a coin of the other one may have.
  case noSuchCoin(number: Int64, wallet: String, owner: String?)
  /// Something else has this name.
  case nameTaken(String)
  /// The same scripts, or some of them, are here under another name.
  case walletIsHere(name: String)
  /// A wallet of one address is here, and the new one has that address.
  case addressIsHere(name: String)
  /// A wallet of a backup has some scripts of one that is here, and is another one.
  case walletOverlaps(name: String, with: String)
  /// The name is not 1 to 64 letters, digits, dots, dashes and underscores.
  case badName(String)
  /// The name is none for a recipient: as ``badName(_:)``, or it looks like an address.
  case badRecipientName(String)
  /// The name of a recipient has an address already, or the address a name.
  case recipientIsHere(name: String, address: String)
  /// No recipient has this name, on the network or on any.
  case noSuchRecipient(name: String, network: String?)
  /// A network cannot stand beside the others.
  case network(NetworkEntryError)
  /// No network of this home's own has this name.
  case noSuchNetwork(name: String)
  /// Wallets, or names of recipients, are on the network; each in words.
  case networkInUse(name: String, users: [String])
  /// There are as many names of recipients as there may be.
  case tooManyRecipients(limit: Int)
  /// The wallet has one address, which was handed out already.
  case singleAddress(wallet: String)
  /// The wallet has only `count` keys.
  case noSuchKey(position: Int, count: Int)
  /// There is no index left below 2^31.
  case indexExhausted
  /// The next index is far above `known`, the first that was neither handed out nor paid in a block.
  case farAhead(wallet: String, index: UInt32, known: UInt32, isChange: Bool)
  /// Another payment holds the coin.
  case coinTaken(String)
  /// A person has frozen a coin of the payment.
  case coinFrozen(FrozenCoin)
  /// The change address of a payment is no longer the next one of its wallet.
  case changeTaken(wallet: String, index: UInt32)
  /// The payment is in a state in which this cannot be done.
  case paymentIs(state: String, number: Int64)
  /// The wallet has unfinished payments.
  case walletBusy(name: String, payments: Int)
  /// Labels of a file differ from those that are here; nothing was imported.
  case labelsDiffer(count: Int, first: String)
  /// A file would unfreeze coins; nothing was imported.
  case labelsUnfreeze(count: Int, first: String)
  /// With the labels of a file there would be more, in MiB, than backups have room for.
  case tooManyLabels(limit: Int)
  /// `copy` is the name of the copy that was kept, `backup` the newest backup that is known.
  case damaged(what: String, copy: String? = nil, backup: String? = nil)
  /// The database is empty, though records were kept in it.
  case emptyFile(path: String, backup: String?)
  /// There is a journal of SQLite without its database.
  case orphanedJournal(String)

  public var description: String {
    switch self {
    case .database(let reason): "the coordinator's records: \(reason)"
    case .busy(let holder):
      "\(holder ?? "another program") is still using the coordinator's records"
    case .newer(let version): "the records were written by a newer coordinator (\(version))"
    case .noSuchWallet(let name): "there is no wallet called \(name)"
    case .noSuchNode(let name): "there is no node called \(name)"
    case .noSuchPayment(let name): "there is no payment \(name)"
    case .noSuchCoin(let number, let wallet, let owner):
      "\(wallet) has no coin \(number)" + (owner.map { ": it is a coin of \($0)" } ?? "")
    case .nameTaken(let name): "the name \(name) is already in use"
    case .walletIsHere(let name): "the addresses of this wallet are already here, in \(name)"
    case .addressIsHere(let name):
      "this wallet contains the one address of the wallet \(name), which is already here"
    case .walletOverlaps(let name, let other):
      "the wallet \(name) of the backup has addresses of \(other), which is another wallet here"
    case .badName(let name): "\(name) is not a valid name"
    case .badRecipientName(let name): "\(name) is not a valid name for a recipient"
    case .recipientIsHere(let name, let address):
      "\(name) is in the address book already, with \(address)"
    case .noSuchRecipient(let name, let network):
      "there is no recipient called \(name)" + (network.map { " on \($0)" } ?? "")
    case .network(let error): error.description
    case .noSuchNetwork(let name): "no network of your own is called \(name)"
    case .networkInUse(let name, let users):
      "\(name) is in use by \(users.joined(separator: ", "))"
    case .tooManyRecipients(let limit): "the address book is full: \(limit) names on this network"
    case .singleAddress(let wallet): "\(wallet) has a single address, and it was handed out"
    case .noSuchKey(let position, let count):
      "there is no key \(position + 1), the wallet has \(count)"
    case .indexExhausted: "the wallet has no more addresses"
    case .farAhead(let wallet, let index, let known, let isChange):
      "the next \(isChange ? "change address" : "address") of \(wallet) would be index \(index), and no "
        + "address from index \(known) on was handed out here or paid in a block"
    case .coinTaken(let coin): "the coin \(coin) was taken by another payment just now"
    case .coinFrozen(let coin): "\(coin) is frozen"
    case .changeTaken(let wallet, let index):
      "change address \(index) of \(wallet) was handed out by another program just now"
    case .paymentIs(let state, let number):
      "payment \(number) \(PaymentRecord.State.words(state))"
    case .labelsDiffer(let count, let first):
      "\(counted(count, "line")) of the file \(count == 1 ? "differs" : "differ") from the labels "
        + "here; the first is about \(first)"
    case .labelsUnfreeze(let count, let first):
      "the file would unfreeze \(counted(count, "coin")); the first is \(first)"
    case .tooManyLabels(let limit):
      "with this file, the labels of this home would be larger than \(limit) MiB"
    case .walletBusy(let name, let payments):
      "\(name) has \(counted(payments, "payment")) that may still confirm or still "
        + "need work"
    case .damaged(let what, let copy, _):
      "the coordinator's records are damaged: \(what)"
        + (copy.map { "; a copy of the damaged records was kept: \($0)" } ?? "")
    case .emptyFile(let path, _): "the coordinator's records are gone: \(path) exists, but is empty"
    case .orphanedJournal(let name):
      "the coordinator's records are missing, and their journal \(name) is still there"
    }
  }

  /// The rule that refuses it; nil for what the records do not have, or cannot.
  public var rule: Rule? {
    switch self {
    case .indexExhausted, .farAhead: .r07
    case .tooManyLabels, .tooManyRecipients: .r18
    case .network(let error): error.rule
    default: nil
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .database: "check that the disk is not full, and that this user may write to the folder"
    case .busy: "wait until that program is done, then run this again; nothing was changed"
    case .newer: "use the newer coordinator"
    case .noSuchWallet: "run `wallet list` to see their names, or `wallet create` to make one"
    case .noSuchNode: "run `node list` to see their names, or `node add` to add one"
    case .noSuchPayment: "run `payments` to list them"
    case .noSuchCoin(_, let wallet, _): "run `coins \(wallet)` to list its coins with their numbers"
    case .nameTaken: "choose another name, or remove the old one first"
    case .walletIsHere(let name):
      "use \(name); or remove it first: `wallet remove \(name)` (the addresses that were handed "
        + "out stay remembered)"
    case .addressIsHere(let name):
      "remove \(name) first: `wallet remove \(name)`. This wallet finds its coins (the addresses "
        + "that were handed out stay remembered)"
    case .walletOverlaps(_, let other):
      "restore into another home (ONLINE_COORDINATOR_HOME), or remove \(other) first: `wallet "
        + "remove \(other)` (the addresses that were handed out stay remembered); nothing was "
        + "restored"
    case .badName: "use 1 to 64 letters, digits, dots, dashes and underscores"
    case .badRecipientName:
      "use 1 to 64 letters, digits, dots, dashes and underscores that do not look like an address"
    case .recipientIsHere(let name, _):
      "pay by that name; or, to change it, first run `recipient remove \(name)`"
    case .noSuchRecipient: "run `recipient list` to see the names"
    case .network(let error): error.hint
    case .noSuchNetwork: "run `network list` to see them"
    case .networkInUse:
      "remove them first, or give the other network a name of its own; nothing was changed"
    case .tooManyRecipients: "remove names that you do not need: `recipient remove NAME`"
    case .singleAddress: "use a wallet with a range of addresses"
    case .noSuchKey: "run `wallet show` to see the keys with their numbers"
    case .indexExhausted: "create a wallet of another account"
    case .farAhead:
      "if no other home of yours handed out so many, sync with a node that you trust: the mempool of the "
        + "last node had payments to addresses that nobody handed out"
    case .coinTaken: "try again: other coins will be chosen"
    case .coinFrozen(let coin): "to spend it, run \(coin.unfreezing) first"
    case .changeTaken: "try again: the next change address will be used"
    case .paymentIs("cancelled", _): "build it again with `pay`"
    case .paymentIs("dead", _):
      "sync; if the payment stays dead, run `payments` to see what to do"
    case .paymentIs("sent", _): "run `payments` to see what became of it: it was handed to a node"
    case .paymentIs: "run `payments` to see the state of each"
    case .labelsDiffer:
      "to take what the file says, add --replace; to keep what is written here, add --keep"
    case .labelsUnfreeze:
      "if these coins may be spent, add --unfreeze; else remove `spendable` from their lines"
    case .tooManyLabels:
      "remove lines from the file: every backup has to hold all of them; nothing was imported"
    case .walletBusy:
      "run `payments` to list them. Cancel the drafts (`cancel`), and replace those that are "
        + "signed or sent (`pay --replace`); wait for a block, sync, and try again. Or add "
        + "--force, which forgets even those that may still confirm"
    case .damaged(_, _, let backup): "move coordinator.sqlite away, then " + Self.recovery(backup)
    case .emptyFile(_, let backup):
      "remove the empty file; if this home is not a new one, then " + Self.recovery(backup)
    case .orphanedJournal:
      "put coordinator.sqlite back beside it; if it is lost, move the journal away, then "
        + Self.recovery(nil)
    }
  }

  /// How records come back; `backup` is the newest one that is known.
  private static func recovery(_ backup: String?) -> String {
    "run `backup restore` with " + (backup.map { "the backup of \($0)" } ?? "a backup")
      + ", or create the wallet again and sync: the coins are on the chain"
  }
}
