import Testing

@testable import BundlePreflight

@Suite("Reports link to the rules' page")
struct RulesAddressTests {
  private static func address(_ path: String?, server: String? = "https://git.example") -> String? {
    RulesAddress.address { ["GITHUB_SERVER_URL": server, "GITHUB_ACTION_PATH": path][$0] ?? nil }
  }

  @Test("of the action that runs, at its revision")
  func action() {
    #expect(
      Self.address("/home/runner/work/_actions/bells/tocsin/v1.2")
        == "https://git.example/bells/tocsin/blob/v1.2/Documentation/rules.md")
  }

  @Test(
    "and to none elsewhere",
    arguments: [
      nil, "", "/home/me/tocsin", "/w/_actions/bells/tocsin", "/w/_actions/bells/tocsin/v1/sub",
      "/w/_actions/bells/to csin/v1",
    ])
  func elsewhere(_ path: String?) {
    #expect(Self.address(path) == nil)
    #expect(Self.address("/w/_actions/bells/tocsin/v1", server: nil) == nil)
  }
}
