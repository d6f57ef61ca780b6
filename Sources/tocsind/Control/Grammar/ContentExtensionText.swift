import ConsoleOutput
import Foundation
import NotificationTypes

/// A page as `--content-extension` names it: `CATEGORY=PAGE`, or a page whose `Info.plist` names the
/// categories. That file stands beside the page, as in Apple's extensions.
struct ContentExtensionText {
  private let category: String?
  private let page: URL

  init(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    category = parts.count > 1 ? String(parts[0]) : nil
    page = URL(fileURLWithPath: String(parts.last ?? "")).standardizedFileURL
  }

  /// - Throws: ``Failure`` with the reason why no page can be shown from it.
  func contentExtension() throws -> ContentExtension {
    try checkPage()
    let file = page.deletingLastPathComponent().appending(path: "Info.plist").path
    let isThere = FileManager.default.fileExists(atPath: file)
    let attributes = ContentExtensionAttributes(file: file)
    guard !isThere || attributes != nil else {
      throw Failure("'\(file)' cannot be read, or is no property list")
    }
    if isThere, attributes?.initialContentSizeRatio == nil {
      throw Failure(
        "'\(file)': NSExtensionAttributes needs \(ContentExtensionAttributes.Key.initialContentSizeRatio), a number above 0"
      )
    }
    let categories = category.map { [$0] } ?? attributes?.categories
    guard let categories, !categories.contains("") else {
      throw Failure(
        "'\(page.path)' needs a category: CATEGORY=\(page.lastPathComponent), or \(ContentExtensionAttributes.Key.category) in Info.plist beside it"
      )
    }
    return ContentExtension(
      categories: categories, page: page.path,
      initialContentSizeRatio: attributes?.initialContentSizeRatio
        ?? ContentExtension.usualContentSizeRatio,
      isDefaultContentHidden: attributes?.isDefaultContentHidden ?? false,
      overridesDefaultTitle: attributes?.overridesDefaultTitle ?? false,
      isUserInteractionEnabled: attributes?.isUserInteractionEnabled ?? false)
  }

  private func checkPage() throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: page.path, isDirectory: &isFolder),
      !isFolder.boolValue
    else { throw Failure("there is no page '\(page.path)'") }
    guard ["html", "htm"].contains(page.pathExtension.lowercased()) else {
      throw Failure("'\(page.path)' is no page: its name must end in .html")
    }
    // The page can show whatever is beside it.
    let folder = page.deletingLastPathComponent().path
    let home = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()
    guard folder != "/", folder != URL(fileURLWithPath: home).standardizedFileURL.path else {
      throw Failure("'\(page.path)' must be in a folder of its own, with its files alone")
    }
  }

  /// The pages of one app.
  /// - Throws: ``Failure``, also where two pages are for one category.
  static func all(_ texts: [String]) throws -> [ContentExtension] {
    let pages = try texts.map { try ContentExtensionText($0).contentExtension() }
    var known: Set<String> = []
    for category in pages.flatMap(\.categories) where !known.insert(category).inserted {
      throw Failure("category '\(category)' has two pages: --content-extension names it twice")
    }
    return pages
  }
}
