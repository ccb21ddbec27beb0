internal import Glibc

/// The network interfaces of this machine: which of them could carry something.
///
/// An interface is found when it has carrier or an address, when it is plugged into USB, or when it
/// makes this machine another one's USB device; loopback does not count. Sources: `/sys/class/net`,
/// `/proc/net/dev` and ``InternetAddresses``.
struct NetworkInterfaces {
  let findings: [MachineFinding]

  /// Words that `operstate` may say (RFC 2863, Documentation/ABI/testing/sysfs-class-net).
  private static let states: Set<String> = [
    "unknown", "notpresent", "down", "lowerlayerdown", "testing", "dormant", "up",
  ]

  /// Drivers of telephones and adapters on USB.
  private static let usbDrivers: Set<String> = [
    "cdc_ether", "cdc_ncm", "cdc_mbim", "cdc_eem", "cdc_subset", "rndis_host", "ipheth", "qmi_wwan",
    "usbnet", "huawei_cdc_ncm", "sierra_net", "hso",
  ]

  init(_ files: KernelFiles) {
    var found: [MachineFinding] = []
    var addresses = InternetAddresses()
    do throws(KernelFileError) {
      addresses = try InternetAddresses(files)
    } catch {
      found.append(.unknown("whether an address is set", error))
    }
    do throws(KernelFileError) {
      for name in try Self.names(files) {
        do throws(KernelFileError) {
          found += try Self.judged(name, addresses, files)
        } catch {
          found.append(
            .unknown(
              "whether the network interface \(MachineFinding.shown(name)) is connected", error))
        }
      }
    } catch {
      found.append(.unknown("which network interfaces there are", error))
    }
    for address in addresses.elsewhere {
      found.append(
        MachineFinding(
          "the address \(address) is set on no interface that could be found",
          mend: "remove it: ip address flush"))
    }
    findings = found
  }

  /// All names, of both lists: a name in one alone is looked at as well.
  private static func names(_ files: KernelFiles) throws(KernelFileError) -> [String] {
    guard let listed = try files.names("/sys/class/net") else {
      throw .unreadable(path: "/sys/class/net", code: ENOENT)
    }
    // bonding_masters is a file of the bonding driver, not an interface.
    var names = Set(listed.filter { $0 != "bonding_masters" })
    let counters = "/proc/net/dev"
    let lines = try files.lines(counters)
    guard lines.count >= 2, lines[0].hasPrefix("Inter-|"), lines[1].contains("face") else {
      throw .odd(path: counters, what: "it does not begin with its two lines of headings")
    }
    for line in lines.dropFirst(2) {
      guard let colon = line.lastIndex(of: ":") else {
        throw .odd(path: counters, what: "a line names no interface")
      }
      names.insert(String(line[..<colon].drop { $0 == " " }))
    }
    guard !names.isEmpty else { throw .odd(path: counters, what: "not even loopback is there") }
    return names.sorted()
  }

  private static func judged(
    _ name: String, _ addresses: InternetAddresses, _ files: KernelFiles
  ) throws(KernelFileError) -> [MachineFinding] {
    let folder = "/sys/class/net/\(name)"
    // ARPHRD_LOOPBACK: the name alone can be given to any interface.
    if try files.word("\(folder)/type") == "772" { return [] }
    let shown = MachineFinding.shown(name)
    if try files.value(of: "DEVTYPE", in: "\(folder)/uevent") == "gadget" {
      return [
        MachineFinding(
          "this machine is a network adapter for another one, over USB (\(shown))",
          mend: "unplug that cable, then: modprobe -r g_ether")
      ]
    }
    if try isOnUSB(folder, files) {
      return [
        MachineFinding(
          "a network adapter or a telephone is plugged into USB (\(shown))", mend: "unplug it")
      ]
    }
    var reasons: [String] = []
    if try isConnected(folder, files) { reasons.append("is connected") }
    let own = addresses.of(name)
    if !own.isEmpty { reasons.append("has the address \(own.joined(separator: " and "))") }
    guard !reasons.isEmpty else { return [] }
    return [
      MachineFinding(
        "the network interface \(shown) \(reasons.joined(separator: " and "))",
        mend:
          "unplug its cable and take it down: ip link set \(shown) down; better, take the card out"
      )
    ]
  }

  private static func isOnUSB(_ folder: String, _ files: KernelFiles) throws(KernelFileError)
    -> Bool
  {
    if let place = files.link(folder), place.contains("/usb") { return true }
    guard let driver = try files.value(of: "DRIVER", in: "\(folder)/device/uevent") else {
      return false
    }
    return usbDrivers.contains(driver)
  }

  /// Whether there is carrier.
  ///
  /// An interface that is down answers EINVAL, which is no.
  private static func isConnected(
    _ folder: String, _ files: KernelFiles
  ) throws(KernelFileError) -> Bool {
    var carrier: String?
    do throws(KernelFileError) {
      carrier = try files.word("\(folder)/carrier")
    } catch {
      guard case .unreadable(_, EINVAL) = error else { throw error }
      carrier = "0"
    }
    guard let state = try files.word("\(folder)/operstate") else {
      throw .unreadable(path: "\(folder)/operstate", code: ENOENT)
    }
    guard states.contains(state) else {
      throw .odd(path: "\(folder)/operstate", what: MachineFinding.shown(state))
    }
    switch carrier {
    case "1": return true
    case "0": return state == "up"
    case nil: throw .unreadable(path: "\(folder)/carrier", code: ENOENT)
    case .some(let word): throw .odd(path: "\(folder)/carrier", what: MachineFinding.shown(word))
    }
  }
}
