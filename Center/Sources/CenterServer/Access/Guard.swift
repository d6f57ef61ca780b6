import HTTPTypes
import HummingbirdCore

/// Decides who gets an answer.
struct Guard: Sendable {
  /// The name of the cookie.
  static let cookie = "tocsin-center"

  let sessions: Sessions

  /// Lets a request through that comes from a page of this server, and from a browser with a session.
  /// - Parameters:
  ///   - hosts: the names of this server, with its port.
  ///   - needsToken: whether the request needs the token of the session.
  /// - Throws: ``Refusal``.
  func check(
    _ request: Request, _ target: Target, hosts: Hosts, needsToken: Bool
  ) throws(Refusal) {
    try checkSource(request, hosts: hosts)
    guard let cookie = Self.cookie(of: request), let session = sessions.session(cookie) else {
      throw Refusal(.unauthorized, "Open the link that tocsin-center prints.")
    }
    guard needsToken else { return }
    let token = request.headers[.token] ?? target["t"] ?? ""
    guard Secret.isSame(token, session.token) else {
      throw Refusal(.forbidden, "The token of the page is missing or wrong.")
    }
  }

  /// Refuses pages of other servers. The name in `Host` must be one of this server: another site's
  /// name can be made to resolve to this machine (DNS rebinding).
  /// - Throws: ``Refusal``.
  func checkSource(_ request: Request, hosts: Hosts) throws(Refusal) {
    let host = try checkName(request, hosts: hosts)
    if let origin = request.headers[.origin], origin != "http://" + host {
      throw Refusal(.forbidden, "Another site may not use this server.")
    }
    let site = request.headers[.fetchSite] ?? "none"
    // A link in a mail or a chat may lead here, as a page of its own.
    let isLink =
      request.method == .get && request.headers[.fetchMode] == "navigate"
      && request.headers[.fetchDestination] == "document"
    guard site == "same-origin" || site == "none" || isLink else {
      throw Refusal(.forbidden, "Another site may not use this server.")
    }
  }

  /// - Returns: the name and port by which the server was called.
  /// - Throws: ``Refusal`` for another server's name.
  func checkName(_ request: Request, hosts: Hosts) throws(Refusal) -> String {
    guard let host = request.head.authority, hosts.contains(host) else {
      throw Refusal(.misdirectedRequest, "This server does not have that name.")
    }
    return host
  }

  private static func cookie(of request: Request) -> String? {
    for field in request.headers[values: .cookie] {
      for pair in field.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        if parts.count == 2, parts[0].drop(while: { $0 == " " }) == cookie {
          return String(parts[1])
        }
      }
    }
    return nil
  }
}

/// The names under which a server may be addressed.
enum Hosts: Sendable {
  /// On the loopback, at a port.
  case loopback(port: Int)
  /// On a Unix socket, which is reached through a forwarded port of any number.
  case socket

  func contains(_ host: String) -> Bool {
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first, parts.count <= 2, name == "127.0.0.1" || name == "localhost"
    else { return false }
    switch self {
    case .loopback(let port): return parts.count == 2 && parts[1] == "\(port)"
    // The name becomes part of header fields.
    case .socket: return parts.count == 1 || UInt16(parts[1]) != nil
    }
  }
}

extension HTTPField.Name {
  static let token = named("X-Tocsin-Token")
  static let fetchSite = named("Sec-Fetch-Site")
  static let fetchMode = named("Sec-Fetch-Mode")
  static let fetchDestination = named("Sec-Fetch-Dest")
}
