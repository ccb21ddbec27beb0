/// Whether this machine acts as a USB device of another one (`/sys/class/udc`).
struct USBGadgets {
  let findings: [MachineFinding]

  /// States in which no other machine talks to this one.
  private static let quiet: Set<String> = ["not attached", "attached", "powered"]

  init(_ files: KernelFiles) {
    var found: [MachineFinding] = []
    do throws(KernelFileError) {
      let folder = "/sys/class/udc"
      for name in try files.names(folder) ?? [] {
        let function = try files.value(of: "USB_UDC_DRIVER", in: "\(folder)/\(name)/uevent")
        let state = try files.word("\(folder)/\(name)/state") ?? "without a state"
        guard function != nil || !Self.quiet.contains(state) else { continue }
        found.append(
          MachineFinding(
            "this machine acts as a USB device for another one (\(MachineFinding.shown(name)))",
            mend: "unplug that cable, then: modprobe -r g_ether libcomposite"))
      }
    } catch {
      found.append(.unknown("whether this machine acts as a USB device", error))
    }
    findings = found
  }
}
