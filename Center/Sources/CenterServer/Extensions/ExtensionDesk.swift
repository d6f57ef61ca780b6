import Foundation
import HTTPTypes
import HummingbirdCore
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import RequestParsing
import SoundResolution

/// Serves the pages of apps that show notifications in the place of their own content.
struct ExtensionDesk: Sendable {
  /// What the paths of all such files begin with; a page's key follows.
  static let path = "/extension/"
  /// Bytes of the largest file that is served.
  static let byteLimit: Int64 = 8 << 20

  private let store: NotificationStore
  private let keys = ExtensionKeys()

  init(_ store: NotificationStore) { self.store = store }

  /// The page for a notification, and what the page gets.
  /// - Throws: ``Refusal`` where no page shows it.
  func describe(_ target: RequestTarget) throws -> Response {
    guard let number: Int64 = target.integer("number"),
      let item = try store.fetch(.delivered(), numbered: [number]).first?.element,
      let declared = try store.profile(of: item.request.app).registration?
        .contentExtension(of: item.request.content.categoryIdentifier)
    else { throw Refusal(.notFound, "No page shows this notification.") }
    let key = keys.key(of: .init(app: item.request.app, page: declared.page))
    let name = URL(fileURLWithPath: declared.page).lastPathComponent
      .addingPercentEncoding(
        withAllowedCharacters: .alphanumerics.union(.init(charactersIn: ".-_")))
    return try Reply.json(
      ExtensionRecord(
        declared, page: "\(Self.path)\(key)/\(name ?? "")", item, AppTexts(store)))
  }

  /// A file of a page's folder, as long as the app has the page.
  /// - Throws: ``Refusal`` for everything else.
  func file(_ request: Request, _ target: RequestTarget, host: String) throws -> Response {
    let steps = target.segments.dropFirst()
    // Each name is decoded alone: a slash in one does not make it two.
    let names = steps.dropFirst().map { PercentEncoding.decode($0) ?? "" }
    guard request.method == .get, let key = steps.first.map(String.init),
      let place = keys.place(key),
      try store.profile(of: place.app).registration?.contentExtensions
        .contains(where: { $0.page == place.page }) == true,
      // What a folder hides is not for the page: `.git`, `.env`.
      names.allSatisfy({ !$0.hasPrefix(".") }),
      let type = names.last.flatMap(ExtensionReply.type),
      let bytes = AppFile.content(
        of: names, beneath: URL(fileURLWithPath: place.page).deletingLastPathComponent().path,
        byteLimit: Self.byteLimit)
    else { throw Refusal(.notFound, "There is nothing here.") }
    return ExtensionReply.bytes(bytes, type, site: "http://" + host, folder: Self.path + key + "/")
  }
}
