import CNats
import NIOCore
import Synchronization

/// Sends pushes to the engine and waits for the acknowledgement that they are stored. It does not
/// keep them.
package final class PushOutbox: @unchecked Sendable {
  /// The timeout (milliseconds) for the engine; after it, the provider is asked to try again.
  private static let maximumWait: Int64 = 8_000
  /// The maximum number of pushes in flight; more would only delay all of them.
  private static let maximumInFlight = 20_000

  private let connection: EngineConnection
  private let context: OpaquePointer
  private let waiting: Waiting
  private let lifetimes = Atomic(false)

  /// - Throws: ``GatewayError`` if libnats has no memory.
  package init(_ connection: EngineConnection) throws(GatewayError) {
    self.connection = connection
    waiting = Waiting()
    var options = jsOptions()
    jsOptions_Init(&options)
    options.PublishAsync.MaxPending = Int64(Self.maximumInFlight) * 2
    options.PublishAsync.AckHandler = acknowledged
    options.PublishAsync.AckHandlerClosure = Unmanaged.passRetained(waiting).toOpaque()
    var context: OpaquePointer?
    try EngineConnection.check(
      natsConnection_JetStream(&context, connection.handle, &options), "JetStream")
    guard let context else { throw GatewayError("JetStream: no context.") }
    self.context = context
  }

  deinit {
    jsCtx_Destroy(context)
  }

  var isConnected: Bool { connection.isConnected }

  /// Pushes that the engine has not acknowledged yet.
  var inFlight: Int { waiting.count }

  /// Whether the engine said that it has no stream to store a push in, since this was last cleared.
  package var lacksStream: Bool {
    get { waiting.lacksStream.load(ordering: .relaxed) }
    set { waiting.lacksStream.store(newValue, ordering: .relaxed) }
  }

  /// Whether the engine removes a message by itself when its `Nats-TTL` is over (2.11 and newer).
  package var engineKnowsLifetimes: Bool {
    get { lifetimes.load(ordering: .relaxed) }
    set { lifetimes.store(newValue, ordering: .relaxed) }
  }

  /// Sends a push to the engine, whose acknowledgement goes to `answers`.
  /// - Throws: ``Refusal`` if it cannot be sent.
  func publish(
    _ push: PushMessage, _ ticket: PushTicket, _ answers: EngineAnswers
  ) throws(Refusal) {
    guard waiting.count < Self.maximumInFlight, let message = message(push) else {
      throw Refusal(.serviceUnavailable)
    }
    if push.isTransient {
      try publishOnce(message)
      return answers.add(ticket, isStored: true)
    }
    waiting.add(message, Waiting.Push(ticket: ticket, answers: answers))
    var options = jsPubOptions()
    options.MaxWait = Self.maximumWait
    var handle: OpaquePointer? = message
    guard js_PublishMsgAsync(context, &handle, &options) != NATS_OK else { return }
    // libnats calls back only for messages that it has accepted.
    _ = waiting.take(message)
    natsMsg_Destroy(handle)
    throw Refusal(.serviceUnavailable)
  }

  /// Publishes once, for the devices that are connected at this moment.
  private func publishOnce(_ message: OpaquePointer) throws(Refusal) {
    defer { natsMsg_Destroy(message) }
    guard isConnected, natsConnection_PublishMsg(connection.handle, message) == NATS_OK else {
      throw Refusal(.serviceUnavailable)
    }
  }

  private func message(_ push: PushMessage) -> OpaquePointer? {
    var message: OpaquePointer?
    let status = push.payload.withUnsafeBytes { bytes in
      natsMsg_Create(
        &message, push.subject, nil, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(bytes.count))
    }
    guard status == NATS_OK else { return nil }
    for (name, value) in push.headers { natsMsgHeader_Set(message, name, value) }
    return message
  }
}

/// Takes the engine's acknowledgement of one message, on a thread of libnats.
private nonisolated func acknowledged(
  _: OpaquePointer?, _ message: OpaquePointer?, _ acknowledgement: UnsafeMutablePointer<jsPubAck>?,
  _ error: UnsafeMutablePointer<jsPubAckErr>?, _ closure: UnsafeMutableRawPointer?
) {
  guard let message, let closure else { return }
  defer { natsMsg_Destroy(message) }
  let waiting = Unmanaged<Waiting>.fromOpaque(closure).takeUnretainedValue()
  if error?.pointee.Err == NATS_NO_RESPONDERS {
    waiting.lacksStream.store(true, ordering: .relaxed)
  }
  guard let push = waiting.take(message) else { return }
  push.answers.add(push.ticket, isStored: acknowledgement != nil)
}

/// The tickets that wait, by message. libnats passes back the same message object that was
/// published.
private final class Waiting: Sendable {
  struct Push {
    var ticket: PushTicket
    var answers: EngineAnswers
  }

  let lacksStream = Atomic(false)
  private let pushes = Mutex<[UInt: Push]>([:])

  var count: Int { pushes.withLock { $0.count } }

  func add(_ message: OpaquePointer, _ push: Push) {
    pushes.withLock { $0[UInt(bitPattern: message)] = push }
  }

  func take(_ message: OpaquePointer) -> Push? {
    pushes.withLock { $0.removeValue(forKey: UInt(bitPattern: message)) }
  }
}
