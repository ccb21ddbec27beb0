/// The radios of this machine and their switches (`/sys/class/rfkill`).
struct RadioSwitches {
  let findings: [MachineFinding]

  /// Folders that list the radios of a kind, and what their switches are called.
  private static let kinds = [
    (folder: "ieee80211", type: "wlan"), (folder: "bluetooth", type: "bluetooth"),
    (folder: "wwan", type: "wwan"), (folder: "nfc", type: "nfc"),
  ]

  private static let mend = "block it: rfkill block all; better, take the card out"

  init(_ files: KernelFiles) {
    var found: [MachineFinding] = []
    do throws(KernelFileError) {
      let folder = "/sys/class/rfkill"
      var types: Set<String> = []
      for name in try files.names(folder) ?? [] {
        let type = try files.word("\(folder)/\(name)/type") ?? "radio"
        types.insert(type)
        do throws(KernelFileError) {
          if try Self.isBlocked("\(folder)/\(name)", files) { continue }
          found.append(
            MachineFinding(
              "the radio \(MachineFinding.shown(name)) (\(MachineFinding.shown(type))) is not blocked",
              mend: Self.mend))
        } catch {
          found.append(
            .unknown("whether the radio \(MachineFinding.shown(name)) is blocked", error))
        }
      }
      for kind in Self.kinds where !types.contains(kind.type) {
        // The controller's links are listed beside it, as hci0:1.
        let radios = (try files.names("/sys/class/\(kind.folder)") ?? [])
          .filter { !$0.contains(":") }
        for radio in radios {
          found.append(
            MachineFinding(
              "the radio \(MachineFinding.shown(radio)) (\(kind.type)) has no switch that could block it",
              mend:
                "take the card out, or keep its driver from loading (Airgap/install --lock-down)"
            ))
        }
      }
    } catch {
      found.append(.unknown("which radios there are", error))
    }
    findings = found
  }

  /// Whether a switch blocks its radio, by software or by hand.
  ///
  /// `state` says the same in one number on old kernels: 1 is not blocked.
  private static func isBlocked(
    _ folder: String, _ files: KernelFiles
  ) throws(KernelFileError) -> Bool {
    var isBlocked = false
    for name in ["soft", "hard"] {
      switch try files.word("\(folder)/\(name)") {
      case "1": isBlocked = true
      case "0": break
      case nil: throw .unreadable(path: "\(folder)/\(name)", code: 2)
      case .some(let word): throw .odd(path: "\(folder)/\(name)", what: MachineFinding.shown(word))
      }
    }
    if try files.word("\(folder)/state") == "1" { return false }
    return isBlocked
  }
}
