import Foundation
import HTTPTypes
import HummingbirdCore

/// The files of the page, which are part of the program.
enum PageFile {
  private static let mark = "{{token}}"

  /// - Throws: ``Refusal`` for a path without a file.
  static func reply(_ path: String) throws(Refusal) -> Response {
    switch path {
    case "/": Reply.bytes(PackageResources.index_html, html)
    case "/center.css": Reply.bytes(PackageResources.center_css, "text/css; charset=utf-8")
    case "/center.js": Reply.bytes(PackageResources.center_js, script)
    case "/parts.js": Reply.bytes(PackageResources.parts_js, script)
    case "/extensions.js": Reply.bytes(PackageResources.extensions_js, script)
    case "/settings.js": Reply.bytes(PackageResources.settings_js, script)
    case "/sounds.js": Reply.bytes(PackageResources.sounds_js, script)
    case "/icon.svg": Reply.bytes(PackageResources.icon_svg, "image/svg+xml")
    case "/open.js": Reply.bytes(PackageResources.open_js, script)
    default: throw Refusal(.notFound, "There is nothing here.")
    }
  }

  /// The page that a link opens.
  static func opening(token: String) throws -> Response {
    let page = String(decoding: PackageResources.open_html, as: UTF8.self)
    return Reply.bytes(page.replacing(mark, with: token).utf8, html)
  }

  private static let html = "text/html; charset=utf-8"
  private static let script = "text/javascript; charset=utf-8"
}
