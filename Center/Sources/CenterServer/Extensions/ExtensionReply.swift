import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Answers with files of an app's page.
enum ExtensionReply {
  /// What a page may do: run its scripts, without an origin, and load files of its own folder. Scripts
  /// in its markup do not run: a page that makes markup of a notification's text would run those of
  /// whoever has sent it.
  /// - Parameters:
  ///   - site: this server, `http://host:port`.
  ///   - folder: the path of the page's folder.
  static func policy(site: String, folder: String) -> String {
    let own = site + folder
    return "sandbox allow-scripts; default-src 'none'; script-src \(own); "
      + "style-src \(own) 'unsafe-inline'; img-src \(own) data: blob:; font-src \(own) data:; "
      + "media-src \(own) data: blob:; base-uri 'none'; form-action 'none'; "
      + "frame-ancestors \(site); webrtc 'block'"
  }

  static func bytes(
    _ bytes: [UInt8], _ type: String, site: String, folder: String
  ) -> Response {
    var response = Reply.bytes(bytes, type)
    response.headers[.contentSecurityPolicy] = policy(site: site, folder: folder)
    // The policy names who may frame it.
    response.headers[.named("X-Frame-Options")] = nil
    // A page without an origin loads its own files as another site's. Only who knows the secret in the
    // path gets here.
    response.headers[.named("Cross-Origin-Resource-Policy")] = "cross-origin"
    response.headers[.accessControlAllowOrigin] = "null"
    // Looking up a name is a message to whoever answers for it.
    response.headers[.named("X-DNS-Prefetch-Control")] = "off"
    response.headers[.named("Connection-Allowlist")] = "(response-origin)"
    return response
  }

  /// The type of a file by its extension; nil for what a page does not need.
  static func type(of name: String) -> String? {
    types[URL(fileURLWithPath: name).pathExtension.lowercased()]
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "avif": "image/avif", "woff2": "font/woff2", "woff": "font/woff", "ttf": "font/ttf",
    "otf": "font/otf", "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg",
    "wav": "audio/wav", "mp4": "video/mp4", "webm": "video/webm",
  ]
}
