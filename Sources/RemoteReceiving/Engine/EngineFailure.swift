import CNats
import FoundationEssentials
import Glibc
import RemoteNotifications

/// The reason why the engine is not reached, as a sentence for people without its full stop.
struct EngineFailure: Sendable, Hashable, CustomStringConvertible {
  let description: String

  /// - Parameters:
  ///   - status: the library's status of an attempt to connect.
  ///   - text: the library's text.
  ///   - address: where the engine should be.
  ///   - today: the day by the box's clock.
  ///   - resolution: why the name of the address has no number; nil if it has one.
  init(
    _ status: natsStatus, _ text: String, _ address: EngineEndpoint, today: String,
    resolution: String?
  ) {
    if let resolution {
      description = "the name '\(address.host)' does not resolve: \(resolution)"
      return
    }
    switch status {
    case NATS_SSL_ERROR: description = Self.certificate(text, address, today)
    case NATS_CONNECTION_AUTH_FAILED:
      description = Self.isRevocation(text) ? Self.revoked : Self.refused
    case NATS_NO_SERVER: description = "nothing listens at \(address)"
    case NATS_TIMEOUT: description = "\(address) does not answer"
    default: description = "\(address): \(Self.plain(text))"
    }
  }

  /// The numbers are OpenSSL's (X509_STORE_CTX_get_error(3)).
  private static func certificate(
    _ text: String, _ address: EngineEndpoint, _ today: String
  ) -> String {
    let whose = "the certificate of '\(address.host)'"
    switch number(in: text) {
    case 9:
      return "\(whose) is not valid yet by this box's clock, which says \(today): is that right?"
    case 10:
      return "\(whose) has expired by this box's clock, which says \(today): is that right?"
    case 18, 19, 20, 21:
      return "\(whose) is of another authority than that of the enrolment"
    case 62, 63, 64: return "\(whose) is for another name"
    default: return "no secure connection to \(address): \(plain(text))"
    }
  }

  static let revoked =
    "this box is revoked: enrol it again, with a file of `tocsin-gateway device add`"
  static let refused =
    "the engine does not accept this box: it is revoked, or was enrolled with another gateway; "
    + "`tocsin-gateway device list` shows which"

  /// - Parameter text: the library's text.
  static func isRevocation(_ text: String) -> Bool { text.lowercased().contains("revoked") }

  /// In `(conn.c:733): SSL handshake error: 20:unable to …`.
  private static func number(in text: String) -> Int? {
    text.split(separator: " ").lazy
      .compactMap { word in
        word.firstIndex(of: ":").flatMap { Int(word[..<$0]) }
      }.first
  }

  /// Without the place in the library's source.
  private static func plain(_ text: String) -> String {
    guard text.hasPrefix("("), let end = text.firstRange(of: "): ") else { return text }
    return String(text[end.upperBound...])
  }
}

/// Host and port of an engine's URL.
struct EngineEndpoint: Sendable, Hashable, CustomStringConvertible {
  let host: String
  let port: String

  init(url: String) {
    var rest = url[...]
    if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
    if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    rest = rest.prefix { $0 != "/" }
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
      host = String(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...]
    } else {
      host = String(rest.prefix { $0 != ":" })
      rest = rest.dropFirst(host.count)
    }
    port = rest.hasPrefix(":") && rest.count > 1 ? String(rest.dropFirst()) : "4222"
  }

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Why the name has no number; nil if it has one. It may take long.
  func resolutionFailure() -> String? {
    var list: UnsafeMutablePointer<addrinfo>?
    defer { if list != nil { freeaddrinfo(list) } }
    let status = getaddrinfo(host, nil, nil, &list)
    return status == 0 ? nil : String(cString: gai_strerror(status))
  }
}

extension EngineFailure {
  /// Looks for the reason why the box is not connected. It may take long.
  /// - Parameter today: the day by the box's clock.
  /// - Returns: the first engine's reason; nil if one of them accepts the box.
  static func find(_ enrolment: RemoteEnrolment, today: String) -> EngineFailure? {
    var first: EngineFailure?
    for url in enrolment.engine {
      let address = EngineEndpoint(url: url)
      let failure: EngineFailure
      if let resolution = address.resolutionFailure() {
        failure = EngineFailure(NATS_NO_SERVER, "", address, today: today, resolution: resolution)
      } else {
        do {
          guard let attempt = try EngineConnection.attempt(enrolment, url: url) else { return nil }
          failure = EngineFailure(
            attempt.status, attempt.text, address, today: today, resolution: nil)
        } catch {
          failure = EngineFailure(NATS_ERR, "\(error)", address, today: today, resolution: nil)
        }
      }
      first = first ?? failure
    }
    return first
  }
}
