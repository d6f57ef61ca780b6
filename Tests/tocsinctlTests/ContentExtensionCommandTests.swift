import Foundation
import TestSupport
import Testing

@Suite("tocsinctl app register --content-extension")
struct ContentExtensionCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    for name in ["timer", "tea"] {
      try FileManager.default.createDirectory(
        at: place.folder.url(name), withIntermediateDirectories: true)
      try place.folder.write("<p>page".utf8, to: "\(name)/index.html")
    }
  }

  private func register(_ pages: String...) throws -> ToolResult {
    try place.run(
      ["app", "register", "org.example.kitchen"] + pages.flatMap { ["--content-extension", $0] })
  }

  private func pages() throws -> [[String: Any]] {
    let app = try #require(try place.items("app", "list", "--json").first)
    return try #require(app["contentExtensions"] as? [[String: Any]])
  }

  /// Writes what Apple's extensions declare, beside the page.
  private func declare(_ attributes: [String: Any], in name: String) throws {
    let list = ["NSExtension": ["NSExtensionAttributes": attributes]]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    try place.folder.write(data, to: "\(name)/Info.plist")
  }

  @Test("I101: a page for a category has the usual size; Info.plist beside it says what differs")
  func registered() throws {
    try declare(
      [
        "UNNotificationExtensionCategory": ["green", "black"],
        "UNNotificationExtensionInitialContentSizeRatio": 0.25,
        "UNNotificationExtensionDefaultContentHidden": true,
        "UNNotificationExtensionOverridesDefaultTitle": true,
        "UNNotificationExtensionUserInteractionEnabled": true,
      ], in: "tea")
    let result = try register("timer=timer/index.html", "./tea/../tea/index.html")
    #expect(result.status == 0, "\(result.errors)")
    let found = try pages()
    try #require(found.count == 2)
    #expect(found[0]["categories"] as? [String] == ["timer"])
    #expect(found[0]["page"] as? String == place.folder.path("timer/index.html"))
    #expect(found[0]["initialContentSizeRatio"] as? Double == 0.5)
    #expect(found[0]["isDefaultContentHidden"] as? Bool == false)
    #expect(found[1]["categories"] as? [String] == ["green", "black"])
    #expect(found[1]["page"] as? String == place.folder.path("tea/index.html"))
    #expect(found[1]["initialContentSizeRatio"] as? Double == 0.25)
    for fact in ["isDefaultContentHidden", "overridesDefaultTitle", "isUserInteractionEnabled"] {
      #expect(found[1][fact] as? Bool == true, "\(fact)")
    }
    // The command line goes before the file.
    #expect(try register("oolong=tea/index.html").status == 0)
    #expect(try pages().first?["categories"] as? [String] == ["oolong"])
  }

  @Test("What cannot be shown is refused with the reason, and nothing is registered")
  func refused() throws {
    try place.folder.write("{".utf8, to: "timer/Info.plist")
    try declare(["UNNotificationExtensionCategory": "green"], in: "tea")
    try place.folder.write("<p>".utf8, to: "timer/page.txt")
    for (page, reason) in [
      ("a=nothing/index.html", "there is no page"), ("a=timer", "there is no page"),
      ("a=", "there is no page"), ("a=timer/page.txt", "must end in .html"),
      ("a=timer/index.html", "is no property list"),
      ("tea/index.html", "UNNotificationExtensionInitialContentSizeRatio, a number above 0"),
    ] {
      let result = try register(page)
      #expect(result.status == 1 && result.errors.contains(reason), "\(page): \(result.errors)")
    }
    try FileManager.default.removeItem(at: place.folder.url("timer/Info.plist"))
    try FileManager.default.removeItem(at: place.folder.url("tea/Info.plist"))
    for page in ["timer/index.html", "=timer/index.html"] {
      let result = try register(page)
      #expect(result.status == 1 && result.errors.contains("needs a category"), "\(result.errors)")
    }
    let twice = try register("a=timer/index.html", "a=tea/index.html")
    #expect(twice.status == 1 && twice.errors.contains("category 'a' has two pages"))
    #expect(try place.items("app", "list", "--json").isEmpty)
  }

  @Test("A page lies in a folder of its own: it could show all that is beside it")
  func ownFolder() throws {
    try place.folder.write("<p>".utf8, to: "index.html")
    let result = try place.run(
      ["app", "register", "a", "--content-extension", "a=index.html"], home: true)
    #expect(result.status == 1 && result.errors.contains("in a folder of its own"))
  }
}
