/// A number with the noun it counts: `1 coin`, `2 coins`; `plural` where the noun does not just
/// take an s.
public func counted(
  _ count: some BinaryInteger, _ noun: String, plural: String? = nil
) -> String {
  "\(count) " + (count == 1 ? noun : plural ?? noun + "s")
}
