import Testing

@testable import BundlePreflight

@Suite("Sounds that an app's resources name")
struct NamedResourceTests {
  @Test(
    "are doubtful references",
    arguments: [
      Snippet(
        "Localizable.xcstrings",
        """
        { "strings": { "alarm.caf": { "localizations": {
          "de": { "stringUnit": { "state": "translated", "value" : ▸"gong.caf" } },
          "fr": { "stringUnit": { "state": "translated", "value" : "gong.caf" } } } } } }
        """, "?gong.caf@apple"),
      Snippet(
        "en.lproj/Localizable.strings",
        """
        /* "comment.caf" */
        "sound" = ▸"ding.caf";
        "text" = "Open ding.caf now";
        """, "?ding.caf@apple"),
      Snippet(
        "App/Info.plist",
        """
        <plist version="1.0"><dict>
          <key>bell.wav</key>
          <string>▸tea-time.aiff</string>
        </dict></plist>
        """, "?tea-time.aiff@apple"),
    ])
  func found(_ snippet: Snippet) { #expect(snippet.found == snippet.expected) }

  @Test(
    "end wherever the text does", arguments: ["\"a\" = \".caf", ".caf\"", "<string>.caf<", ".wav"])
  func hostile(_ text: String) {
    #expect(ReferenceScan.scan(Array(text.utf8), path: "a.strings").references.isEmpty)
  }
}
