import CNats
import Foundation
import Synchronization

/// The addresses and credentials for the engine.
package struct EngineAddress: Sendable {
  /// `tls://host:4222`; one for each machine of a cluster.
  package var servers: [String]
  /// A file with the certificate of the authority that has issued the engine's.
  package var certificateAuthority: String?
  /// A file with the user's token and seed.
  package var credentials: String?

  package init(servers: [String], certificateAuthority: String?, credentials: String?) {
    self.servers = servers
    self.certificateAuthority = certificateAuthority
    self.credentials = credentials
  }
}

/// A connection to the engine, NATS, that reconnects whenever the engine is back.
///
/// libnats calls back on threads of its own. All callbacks are `nonisolated` functions: a closure
/// that is isolated to an actor would stop the program there.
package final class EngineConnection: @unchecked Sendable {
  /// The subjects below this one are those of the gateways' own requests.
  package static let inbox = "_INBOX.gateway"

  let handle: OpaquePointer
  private let opened = Opened()

  /// Starts to connect without waiting: the engine may start after the gateway.
  /// - Throws: ``GatewayError`` if the address or one of its files cannot be used.
  package init(_ address: EngineAddress) throws(GatewayError) {
    var options: OpaquePointer?
    try Self.check(natsOptions_Create(&options), "NATS options")
    defer { natsOptions_Destroy(options) }
    try Self.set(options, address)
    natsOptions_SetRetryOnFailedConnect(
      options, true, { _, closure in Opened.of(closure).tell() }, opened.pointer)
    natsOptions_SetReconnectedCB(
      options, { _, closure in Opened.of(closure).tell() }, opened.pointer)
    var connection: OpaquePointer?
    let status = natsConnection_Connect(&connection, options)
    guard status == NATS_OK || status == NATS_NOT_YET_CONNECTED, let connection else {
      throw Self.error(status, "The engine at \(address.servers.joined(separator: ", "))")
    }
    handle = connection
    if status == NATS_OK { opened.tell() }
  }

  deinit {
    natsConnection_Destroy(handle)
  }

  private static func set(
    _ options: OpaquePointer?, _ address: EngineAddress
  ) throws(GatewayError) {
    var texts = address.servers.map { UnsafePointer<CChar>(strdup($0)) }
    defer { for text in texts { free(UnsafeMutableRawPointer(mutating: text)) } }
    try check(
      natsOptions_SetServersThrice(options, &texts, Int32(texts.count)),
      "The engine's addresses \(address.servers.joined(separator: ", "))")
    if let file = address.certificateAuthority {
      try check(natsOptions_LoadCATrustedCertificates(options, file), file)
      try check(natsOptions_SetSecure(options, true), "TLS")
    }
    if let file = address.credentials {
      try check(natsOptions_SetUserCredentialsFromFiles(options, file, nil), file)
    }
    natsOptions_SetName(options, "tocsin-gateway")
    try check(natsOptions_SetCustomInboxPrefix(options, inbox), "The inbox \(inbox)")
    natsOptions_SetMaxReconnect(options, -1)
    natsOptions_SetReconnectWait(options, 250)
    natsOptions_SetReconnectJitter(options, 100, 100)
    natsOptions_SetPingInterval(options, 10_000)
    natsOptions_SetMaxPingsOut(options, 2)
    // Providers repeat pushes that wait, so there is no need to buffer many.
    natsOptions_SetReconnectBufSize(options, 64 << 20)
  }

  /// Whether libnats has given up: every server has refused this gateway. It never tries again.
  package var isClosed: Bool { natsConnection_IsClosed(handle) }

  /// Whether the engine is connected at this moment.
  package var isConnected: Bool { natsConnection_Status(handle) == NATS_CONN_STATUS_CONNECTED }

  /// Calls `action` at once if the engine is connected, and after each reconnection. The call is on
  /// a thread of libnats, so it must not wait.
  func whenConnected(_ action: @escaping @Sendable () -> Void) { opened.add(action) }

  /// Sends a request and returns its answer.
  /// - Throws: ``GatewayError`` if there is none in time.
  package func request(
    _ subject: String, _ body: String, timeout milliseconds: Int64 = 5_000
  ) throws(GatewayError) -> [UInt8] {
    var reply: OpaquePointer?
    let status = natsConnection_RequestString(&reply, handle, subject, body, milliseconds)
    defer { natsMsg_Destroy(reply) }
    guard status == NATS_OK, let data = natsMsg_GetData(reply) else {
      throw Self.error(status, "The engine's answer to \(subject)")
    }
    let length = Int(natsMsg_GetDataLength(reply))
    return data.withMemoryRebound(to: UInt8.self, capacity: length) {
      Array(UnsafeBufferPointer(start: $0, count: length))
    }
  }

  static func check(_ status: natsStatus, _ what: String) throws(GatewayError) {
    guard status == NATS_OK else { throw error(status, what) }
  }

  static func error(_ status: natsStatus, _ what: String) -> GatewayError {
    GatewayError("\(what): \(String(cString: natsStatus_GetText(status))).")
  }
}

/// The actions for an opened connection. It lives as long as the process, because libnats may call
/// while the connection is being destroyed.
private final class Opened: Sendable {
  private struct State {
    var isOpen = false
    var actions: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  var pointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func of(_ pointer: UnsafeMutableRawPointer?) -> Opened {
    guard let pointer else { preconditionFailure("libnats lost its closure") }
    return Unmanaged<Opened>.fromOpaque(pointer).takeUnretainedValue()
  }

  func add(_ action: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      state.actions.append(action)
      return state.isOpen
    }
    if isOpen { action() }
  }

  func tell() {
    let actions = state.withLock { state in
      state.isOpen = true
      return state.actions
    }
    for action in actions { action() }
  }
}
