internal import DurableFiles
internal import Glibc
internal import HelperProcesses
internal import Refusals
package import TerminalUI

/// Waits for payments that appear in a folder, such as a memory stick, and has each handled by a command of this
/// program.
///
/// The process that watches looks at names, sizes and times alone and opens no file: each payment is read by a run of
/// its own, with the review, the questions and the isolation of that command.
package struct FolderWatch {
  /// The most names that are looked at.
  static let namesLimit = 10_000

  /// What lies in the folder; nil where there is no such folder, as before a stick is put in.
  package var look: () throws(ProgramError) -> [WatchedFile]?
  /// Waits until it is worth looking again.
  package var pause: () -> Void
  /// Has a file handled and gives the exit code.
  package var handle: (WatchedFile) throws(ProgramError) -> Int32

  /// Watches `folder`; `command` is what is run for a file, from its path and the path of its answer.
  package init(_ folder: String, command: @escaping (_ file: String, _ answer: String) -> [String])
  {
    let folder = Self.trimmed(folder)
    look = { () throws(ProgramError) in try Self.files(in: folder) }
    pause = {
      var time = timespec(tv_sec: 0, tv_nsec: 500_000_000)
      nanosleep(&time, nil)
    }
    handle = { (file) throws(ProgramError) in
      do throws(HelperError) {
        return try OwnProgram.run(
          command(Self.path(of: file.name, in: folder), file.answerName))
      } catch {
        throw ProgramError(
          "this program could not be started for \(ForeignText.shown(file.name)): \(error)",
          hint: "install it again, or run the command by hand")
      }
    }
  }

  /// Watches until Ctrl-C; `once` handles what lies there now and gives the worst exit code.
  ///
  /// `good` are the exit codes that are no failure; `deed` is what is done to a payment, as in "signed".
  package func run(
    once: Bool, good: Set<Int32> = [0], deed: String, on console: Console
  ) throws(ProgramError) -> Int32 {
    var arrivals = FolderArrivals(isImpatient: once)
    var (worst, count) = (Int32(0), 0)
    var wasThere: Bool?
    while true {
      let files = try look()
      if once, files == nil {
        throw ProgramError(
          "there is no such folder", hint: "name the folder, or leave --once out to wait for it")
      }
      if !once, wasThere != (files != nil) {
        console.talk(
          files == nil
            ? "The folder is not there yet. Waiting for it; Ctrl-C ends."
            : "Watching for payments; Ctrl-C ends.")
      }
      wasThere = files != nil
      for file in arrivals.next(files ?? []) {
        console.talk("\n\(ForeignText.shown(file.name)):")
        let code = try handle(file)
        count += 1
        arrivals.note(file)
        if !good.contains(code) { worst = max(worst, code) }
        // The answer lies there now, and is no payment that came.
        for answer in try look() ?? [] where answer.name == file.answerName {
          arrivals.note(answer)
        }
        // Ended by a signal, it may have done its work before.
        if code > 128 {
          console.talk(
            "Signal \(code - 128) ended the command before it said whether the payment was \(deed): "
              + "look whether it was, and run it again by hand.")
        }
        if !once {
          console.talk(
            (good.contains(code) || code > 128 ? "" : "It was not \(deed). ")
              + "Watching for more payments; Ctrl-C ends.")
        }
      }
      if once {
        if count == 0 { console.talk("No payment lies there that waits.") }
        return worst
      }
      pause()
    }
  }

  /// What lies in a folder; nil where there is none.
  private static func files(in folder: String) throws(ProgramError) -> [WatchedFile]? {
    do throws(FileError) {
      return try Folder.names(in: folder, limit: namesLimit).compactMap {
        WatchedFile($0, in: folder)
      }
    } catch {
      if case .notFound = error { return nil }
      throw ProgramError(error)
    }
  }

  /// The path of a file in a folder.
  package static func path(of name: String, in folder: String) -> String {
    "\(trimmed(folder))/\(name)"
  }

  private static func trimmed(_ path: String) -> String {
    var text = Substring(path)
    while text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
    // What begins with a dash would be read as an option.
    return text.hasPrefix("-") ? "./\(text)" : String(text)
  }
}
