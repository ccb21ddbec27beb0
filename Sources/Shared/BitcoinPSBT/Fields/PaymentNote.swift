internal import Bytes

/// The note that whoever makes a payment sends along to those who sign it (docs/formats.md).
///
/// It stands in a proprietary field of the global map with the identifier `drawbridge`. No signature commits to it, and
/// nothing checks it: it is shown as somebody's word, never in the place of a fact.
public enum PaymentNote {
  /// The most bytes of UTF-8.
  public static let limit = 200

  private static let part: UInt8 = 2
  private static let keyData =
    [UInt8(ConfirmationProofs.identifier.count)] + ConfirmationProofs.identifier + [part]

  /// Whether a text can be a note: 1 to 200 bytes of UTF-8, without controls, line feeds among them.
  public static func isOne(_ text: some StringProtocol) -> Bool {
    (1...limit).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// Whether a field of the global map holds a note, whatever its form.
  public static func isField(_ field: PSBTField) -> Bool {
    field.type == PSBTGlobalKey.proprietary.rawValue && field.keyData.elementsEqual(keyData)
  }

  fileprivate static func field(_ value: [UInt8]) -> PSBTField {
    PSBTField(type: PSBTGlobalKey.proprietary.rawValue, keyData: keyData, value: value[...])
  }
}

extension PSBTGlobal {
  /// The note of whoever made the payment; nil for none, and for what cannot be one.
  ///
  /// Foreign text: it passes the gate before it is shown.
  public var note: String? {
    guard let field = map.fields.first(where: PaymentNote.isField),
      let text = String(validating: field.value, as: UTF8.self), PaymentNote.isOne(text)
    else { return nil }
    return text
  }

  /// Sets the note, of 1 to 200 bytes of UTF-8 without controls; nil, or what cannot be a note, removes it.
  public mutating func setNote(_ text: String?) {
    removeAll(where: PaymentNote.isField)
    guard let text, PaymentNote.isOne(text) else { return }
    setUnchecked(PaymentNote.field(Array(text.utf8)))
  }
}
