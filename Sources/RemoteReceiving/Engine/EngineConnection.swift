import CNats
import FoundationEssentials
import Glibc
import RemoteNotifications

/// The failure of a request to the engine.
struct EngineError: Error, CustomStringConvertible {
  /// The library's text.
  let description: String
  /// Whether there was no answer, or none in time: a later attempt may succeed.
  let isAbsence: Bool

  init(_ status: natsStatus) {
    description = natsStatus_GetText(status).map { String(cString: $0) } ?? "unknown"
    isAbsence = [
      NATS_NO_RESPONDERS, NATS_TIMEOUT, NATS_CONNECTION_DISCONNECTED, NATS_CONNECTION_CLOSED,
    ].contains(status)
  }
}

/// The box's connection to the engine, which the library restores whenever it breaks.
///
/// The library calls back on threads of its own. All functions that it calls are in this file, are
/// not isolated to an actor, and only pass on events.
final class EngineConnection: @unchecked Sendable {
  enum Event: Sendable {
    /// Connected for the first time, or again: messages from the time between must be fetched.
    case connected(String)
    /// With the library's text, which may be empty.
    case disconnected(String)
    /// Closed permanently, for example because the engine does not accept the box; with the
    /// library's text.
    case closed(String)
    case message(EngineMessage)
  }

  /// The library's reference to this connection. It is never released, because the library's
  /// threads may call late.
  fileprivate final class Sink: Sendable {
    let take: @Sendable (Event) -> Void
    init(_ take: @escaping @Sendable (Event) -> Void) { self.take = take }
  }

  private var connection: OpaquePointer?
  private var subscription: OpaquePointer?

  /// Connects, and subscribes to the device's pushes.
  /// - Parameter take: called with each event; it must return quickly.
  init(_ enrolment: RemoteEnrolment, _ take: @escaping @Sendable (Event) -> Void) throws {
    let sink = Unmanaged.passRetained(Sink(take)).toOpaque()
    var options: OpaquePointer?
    try Self.check(natsOptions_Create(&options))
    defer { natsOptions_Destroy(options) }
    try Self.set(options, enrolment, sink)
    let status = natsConnection_Connect(&connection, options)
    if status != NATS_NOT_YET_CONNECTED { try Self.check(status) }
    try Self.check(
      natsConnection_Subscribe(
        &subscription, connection, "live.\(enrolment.device).>", takeMessage, sink))
    if status == NATS_OK { takeConnected(connection, sink) }
  }

  private static func set(
    _ options: OpaquePointer?, _ enrolment: RemoteEnrolment, _ sink: UnsafeMutableRawPointer
  ) throws {
    var urls = enrolment.engine.map { UnsafePointer<CChar>(strdup($0)) }
    defer { for url in urls { free(UnsafeMutableRawPointer(mutating: url)) } }
    try check(natsOptions_SetServersThrice(options, &urls, Int32(urls.count)))
    try identify(options, enrolment)
    try check(natsOptions_SetMaxReconnect(options, -1))
    try check(natsOptions_SetReconnectWait(options, 2_000))
    // Thousands of boxes lose a server at the same moment, so their attempts must be spread.
    try check(natsOptions_SetReconnectJitter(options, 1_000, 3_000))
    try check(natsOptions_SetPingInterval(options, 30_000))
    try check(natsOptions_SetMaxPingsOut(options, 2))
    try check(natsOptions_SetSendAsap(options, true))
    try check(natsOptions_SetFailRequestsOnDisconnect(options, true))
    try check(natsOptions_SetRetryOnFailedConnect(options, true, takeConnected, sink))
    try check(natsOptions_SetReconnectedCB(options, takeConnected, sink))
    try check(natsOptions_SetDisconnectedCB(options, takeDisconnected, sink))
    try check(natsOptions_SetClosedCB(options, takeClosed, sink))
  }

  /// Sets who this box is, and which engine it believes.
  /// - Returns: the library's reference to the credentials. That of a lasting connection is never
  ///   released, because the library's threads may ask late.
  @discardableResult
  private static func identify(
    _ options: OpaquePointer?, _ enrolment: RemoteEnrolment
  ) throws -> Unmanaged<EngineCredentials>? {
    // Without a handler the library prints errors.
    try check(natsOptions_SetErrorHandler(options, takeError, nil))
    try check(natsOptions_SetName(options, "tocsin-remote " + enrolment.name))
    // Only this device may receive the answers to its requests.
    try check(natsOptions_SetCustomInboxPrefix(options, "_INBOX." + enrolment.device))
    if enrolment.engine.contains(where: { $0.hasPrefix("tls://") }) {
      try check(natsOptions_SetSecure(options, true))
    }
    if let certificates = enrolment.ca {
      try check(natsOptions_SetCATrustedCertificates(options, certificates))
    }
    if let text = enrolment.credentials, !text.isEmpty, let options {
      guard let credentials = EngineCredentials(parsing: text) else {
        throw EnrolmentError.missing("credentials")
      }
      let (status, reference) = credentials.apply(to: options)
      try check(status)
      return reference
    }
    return nil
  }

  /// Milliseconds for one attempt.
  private static let attemptTimeout: Int64 = 5_000

  /// Tries to connect once, and closes that connection again: the library tells no reasons while it
  /// tries by itself.
  /// - Returns: the library's status and text of the failure; nil if the engine accepts the box.
  static func attempt(
    _ enrolment: RemoteEnrolment, url: String
  ) throws -> (status: natsStatus, text: String)? {
    var options: OpaquePointer?
    try check(natsOptions_Create(&options))
    defer { natsOptions_Destroy(options) }
    try check(natsOptions_SetURL(options, url))
    let credentials = try identify(options, enrolment)
    defer { credentials?.release() }
    try check(natsOptions_SetAllowReconnect(options, false))
    try check(natsOptions_SetTimeout(options, attemptTimeout))
    var connection: OpaquePointer?
    defer { natsConnection_Destroy(connection) }
    let status = natsConnection_Connect(&connection, options)
    if status == NATS_OK { return nil }
    var last = NATS_OK
    let text = nats_GetLastError(&last).map { String(cString: $0) }
    return (status, text ?? EngineError(status).description)
  }

  deinit { close() }

  /// Closes the connection; no events are reported from now on.
  func close() {
    natsSubscription_Destroy(subscription)
    subscription = nil
    natsConnection_Destroy(connection)
    connection = nil
  }

  /// Sends a request and waits up to 2 s for the answer; all other work waits meanwhile.
  func request(_ subject: String, _ body: [UInt8] = []) throws(EngineError) -> EngineMessage {
    var reply: OpaquePointer?
    let status = body.withUnsafeBytes { bytes in
      natsConnection_Request(
        &reply, connection, subject, bytes.baseAddress, Int32(bytes.count), Self.patience)
    }
    guard status == NATS_OK, let reply else { throw EngineError(status) }
    defer { natsMsg_Destroy(reply) }
    return EngineMessage(reply)
  }

  /// Milliseconds.
  private static let patience: Int64 = 2_000

  private static func check(_ status: natsStatus) throws(EngineError) {
    if status != NATS_OK { throw EngineError(status) }
  }
}

// MARK: Callbacks of the library

private func sink(_ closure: UnsafeMutableRawPointer?) -> EngineConnection.Sink? {
  closure.map { Unmanaged<EngineConnection.Sink>.fromOpaque($0).takeUnretainedValue() }
}

private func takeMessage(
  _ connection: OpaquePointer?, _ subscription: OpaquePointer?, _ message: OpaquePointer?,
  _ closure: UnsafeMutableRawPointer?
) {
  guard let message else { return }
  defer { natsMsg_Destroy(message) }
  sink(closure)?.take(.message(EngineMessage(message)))
}

private func takeConnected(_ connection: OpaquePointer?, _ closure: UnsafeMutableRawPointer?) {
  var url = [CChar](repeating: 0, count: 1_024)
  natsConnection_GetConnectedUrl(connection, &url, url.count)
  let text = url.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  sink(closure)?.take(.connected(withoutSecrets(text)))
}

private func takeDisconnected(_ connection: OpaquePointer?, _ closure: UnsafeMutableRawPointer?) {
  sink(closure)?.take(.disconnected(lastError(connection)))
}

private func takeClosed(_ connection: OpaquePointer?, _ closure: UnsafeMutableRawPointer?) {
  sink(closure)?.take(.closed(lastError(connection)))
}

private func lastError(_ connection: OpaquePointer?) -> String {
  var text: UnsafePointer<CChar>?
  natsConnection_GetLastError(connection, &text)
  return text.map { String(cString: $0) } ?? ""
}

private func takeError(
  _ connection: OpaquePointer?, _ subscription: OpaquePointer?, _ status: natsStatus,
  _ closure: UnsafeMutableRawPointer?
) {}

/// A URL may hold a password.
private func withoutSecrets(_ url: String) -> String {
  guard let at = url.lastIndex(of: "@"), let scheme = url.firstRange(of: "://") else { return url }
  return String(url[..<scheme.upperBound] + url[url.index(after: at)...])
}
