import Descriptors
import Testing

/// What is said of a wallet that counts its addresses in an unusual way.
@Suite struct UnusualBranchesTests {
  private static let a =
    "tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B"
  private static let b =
    "tpubD6NzVbkrYhZ4XJDrzRvuxHEyQaPd1mwwdDofEJwekX18tAdsqeKfxss79AJzg1431FybXg5rfpTrJF4iAhyR7RubberdzEQXiRmXGADH2eA"
  private static let lone = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"

  @Test(arguments: [
    // A bare extended key, or one with steps and no wildcard, has no range.
    ("wsh(multi(2,\(a)/<0;1>/*,\(b)))", UnusualBranches.fixedKey),
    ("wsh(multi(2,\(a),\(b)/<0;1>/*))", .fixedKey),
    ("wsh(multi(2,\(a)/<0;1>/*,\(b)/0/7))", .fixedKey),
    ("wsh(multi(2,\(lone),\(a)/<0;1>/*))", .fixedKey),
    // Beside it the keys with a range say how.
    ("wsh(multi(2,\(a),\(b)/<0;7>/*))", .others(receive: "0/*", change: "7/*")),
    ("wsh(multi(2,\(a),\(b)/0/*))", .oneBranch("0/*")),
  ]) func `a key that counts nothing is not said to receive anywhere`(
    text: String, unusual: UnusualBranches
  ) throws {
    #expect(try Descriptor(parsing: text).unusualBranches == unusual)
  }

  @Test(arguments: ["\(lone)", "\(a)", "\(a)/0/7"])
  func `the place of an address is told by the key that counts, wherever it stands`(
    fixed: String
  ) throws {
    for text in [
      "wsh(multi(2,\(fixed),\(Self.b)/<0;1>/*))", "wsh(multi(2,\(Self.b)/<0;1>/*,\(fixed)))",
    ] {
      let descriptor = try Descriptor(parsing: text)
      #expect(descriptor.steps(branch: 1, index: 7) == "1/7")
      #expect(descriptor.place(named: "family", branch: 0, index: 3) == "family 0/3")
    }
  }
}
