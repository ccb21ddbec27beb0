/// The 256 words of BCR-2020-012 in order of the byte they stand for.
package enum BytewordsTable {
  /// The words, with spaces and line breaks between them.
  package static let words: StaticString = """
    able acid also apex aqua arch atom aunt away axis back bald barn belt beta bias
    blue body brag brew bulb buzz calm cash cats chef city claw code cola cook cost
    crux curl cusp cyan dark data days deli dice diet door down draw drop drum dull
    duty each easy echo edge epic even exam exit eyes fact fair fern figs film fish
    fizz flap flew flux foxy free frog fuel fund gala game gear gems gift girl glow
    good gray grim guru gush gyro half hang hard hawk heat help high hill holy hope
    horn huts iced idea idle inch inky into iris iron item jade jazz join jolt jowl
    judo jugs jump junk jury keep keno kept keys kick kiln king kite kiwi knob lamb
    lava lazy leaf legs liar limp lion list logo loud love luau luck lung main many
    math maze memo menu meow mild mint miss monk nail navy need news next noon note
    numb obey oboe omit onyx open oval owls paid part peck play plus poem pool pose
    puff puma purr quad quiz race ramp real redo rich road rock roof ruby ruin runs
    rust safe saga scar sets silk skew slot soap solo song stub surf swan taco task
    taxi tent tied time tiny toil tomb toys trip tuna twin ugly undo unit urge user
    vast very veto vial vibe view visa void vows wall wand warm wasp wave waxy webs
    what when whiz wolf work yank yawn yell yoga yurt zaps zero zest zinc zone zoom
    """

  /// Four ASCII letters each; byte `n` is the slice from `4 * n`.
  static let letters: [UInt8] = words.withUTF8Buffer { words in
    words.filter { $0 != 0x20 && $0 != 0x0A }
  }

  /// The byte for each pair of first and last letter, at `first * 26 + last`; -1 where there is
  /// none.
  static let byteForPair: [Int16] = {
    var table = [Int16](repeating: -1, count: 26 * 26)
    for byte in 0..<256 {
      let first = Int(letters[4 * byte]) - 0x61
      let last = Int(letters[4 * byte + 3]) - 0x61
      table[first * 26 + last] = Int16(byte)
    }
    return table
  }()
}
