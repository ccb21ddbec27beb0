/// The commonest words of spoken English, in small letters and without apostrophes: sentences are made of them.
///
/// Few enough of them are in BIP-39's list (one word in fifteen) that a draw is rarely made of them.
enum CommonWords {
  private static let words: StaticString = """
    a i u ah am an as at be by do eh go ha he hi id if im in is it me mr ms my no of oh ok on or so to
    up us we all and any are ask ate bad bed big boy but buy bye can dad day did due eat far for fun get
    god got guy had has her hey him his hot how its ive let lie lot man may men mom new not now one our
    out ran sad sat saw say see sex she sit the too try two was way who why won yes yet you baby back
    been best both boys came cant care cold come dead dear died does done dont down each easy else even
    ever fact feel feet fell felt find fine free from full gave girl give goes gone good guys half hand
    hard hate have hear hell help here hers home hope just keep kept kill kind kiss knew know last less
    life like live long look lord lose lost lots love made make many mean meet mind mine miss more most
    much must name need next nice once only over past play poor said seen self send sing some song soon
    stay stop such sure take talk tell than that them then they this time told took true very wait want
    week well went were what when wife will with work year your about after again angel began being
    could didnt dream drink every first funny girls going gonna great happy heart hello honey house
    knows later lived loved lover loves maybe might money never night other right shall sleep smile
    sorry still sweet thank thats their there these thing think those three today trust truth wanna
    where which while whole women words world would years youre yours always before better called doesnt
    dreams family father forget friend listen little living loving mother myself nobody people please
    really should thanks things though trying because believe feeling forever friends getting husband
    looking morning nothing someone thought through tonight without children daughter everyday everyone
    remember together tomorrow boyfriend everybody something sometimes wonderful yesterday everything
    girlfriend
    """

  /// Whether a run of small letters is one of them.
  static func contains(_ word: UnsafeRawBufferPointer) -> Bool {
    words.withUTF8Buffer { list in
      var start = 0
      while start < list.count {
        var end = start
        while end < list.count, list[end] > 0x20 { end += 1 }
        if end - start == word.count, list[start..<end].elementsEqual(word) { return true }
        start = end + 1
      }
      return false
    }
  }
}
