internal import Refusals

/// A limit of a vault or of a home that a person may change, by the name that the person types.
public protocol HomeSetting: CaseIterable, RawRepresentable, Sendable where RawValue == String {
  /// What it decides, for a person.
  var meaning: String { get }
  /// What may be set.
  var range: ClosedRange<Int64> { get }
  /// The value where nothing was set.
  var standard: Int64 { get }
}

extension Console {
  /// The setting of this name, once the person has typed the name to have it changed to `value`.
  ///
  /// Never from a script: `current` is shown beside the new value, and the answer comes from the terminal.
  ///
  /// - Throws: `ProgramError` for a name that is not known or a value that is not allowed, and when
  ///   the name is not typed.
  public func changed<Setting: HomeSetting>(
    _ name: String, to value: Int64?, current: (Setting) throws(ProgramError) -> Int64
  ) throws(ProgramError) -> (setting: Setting, value: Int64) {
    guard let setting = Setting(rawValue: name) else {
      throw ProgramError(
        "there is no setting \(ForeignText.shown(name))",
        hint: "choose one of: " + Setting.allCases.map(\.rawValue).joined(separator: ", "),
        exitCode: .wrongUsage)
    }
    guard let value, setting.range.contains(value) else {
      throw ProgramError(
        "\(name) takes a number from \(setting.range.lowerBound) to \(setting.range.upperBound)",
        hint: setting.meaning, exitCode: .wrongUsage)
    }
    let isSure = try typed(
      name,
      to: "\(name): \(setting.meaning).\nThis changes it from \(try current(setting)) to \(value).",
      orElse: "settings are changed on the terminal only")
    guard isSure else {
      throw ProgramError("declined: nothing was changed", hint: "type the setting's name")
    }
    return (setting, value)
  }
}
