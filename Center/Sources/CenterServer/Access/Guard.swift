import HTTPTypes
import HummingbirdCore
import RequestParsing

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
    _ request: Request, _ target: RequestTarget, hosts: Hosts, needsToken: Bool
  ) throws(Refusal) {
    try checkSource(request, hosts: hosts)
    guard let session = session(of: request) else {
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

  /// The session that the request's cookie names.
  func session(of request: Request) -> Sessions.Session? {
    request.headers[values: .cookie].lazy
      .compactMap { CookieField.value(of: Self.cookie, in: $0) }.first
      .flatMap(sessions.session)
  }
}

/// The names under which a server may be addressed.
enum Hosts: Sendable {
  /// On the loopback, at a port.
  case loopback(port: Int)
  /// On a Unix socket, which is reached through a forwarded port of any number.
  case socket

  func contains(_ host: String) -> Bool {
    let (name, port) = host.cut(at: ":")
    guard name == "127.0.0.1" || name == "localhost" else { return false }
    switch self {
    case .loopback(let own): return port == "\(own)"
    // The name becomes part of header fields.
    case .socket: return port.map { UInt16($0).map(String.init) == String($0) } ?? true
    }
  }
}

extension HTTPField.Name {
  static let token = named("X-Tocsin-Token")
  static let fetchSite = named("Sec-Fetch-Site")
  static let fetchMode = named("Sec-Fetch-Mode")
  static let fetchDestination = named("Sec-Fetch-Dest")
}
