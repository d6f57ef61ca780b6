import CNats
import Foundation
import RemoteNotifications
import Synchronization
import Testing

/// What a gateway does at the engine: makes the stream, pushes by the contract, and answers devices.
final class TestGateway: @unchecked Sendable {
  /// What it answers, and how often it was asked.
  final class Desk: Sendable {
    let answers = Mutex<[String: TokenReply]>([:])
    let asked = Mutex(0)
    /// The topics whose tokens were given back.
    let returned = Mutex<[String]>([])
  }

  /// Milliseconds for an answer; a busy machine needs more than the library's defaults.
  static let patience: Int64 = 60_000

  let key: DeviceKey
  let desk = Desk()
  private var connection: OpaquePointer?
  private var subscription: OpaquePointer?

  init(_ engine: Engine, user: String = "gateway", keyStart: UInt8 = 0) throws {
    key = try #require(DeviceKey(bytes: Array(keyStart..<keyStart + 32)))
    var options: OpaquePointer?
    natsOptions_Create(&options)
    defer { natsOptions_Destroy(options) }
    natsOptions_SetURL(options, engine.url(user))
    natsOptions_SetTimeout(options, Self.patience)
    natsOptions_SetMaxReconnect(options, -1)
    natsOptions_SetReconnectWait(options, 50)
    natsOptions_SetReconnectJitter(options, 10, 10)
    natsOptions_SetSendAsap(options, true)
    try #require(natsConnection_Connect(&connection, options) == NATS_OK)
  }

  deinit {
    natsSubscription_Destroy(subscription)
    natsConnection_Destroy(connection)
  }

  /// The stream of the contract.
  func makeStream() throws {
    let stream = """
      {"name":"PUSH","subjects":["push.>"],"retention":"limits","max_consumers":-1,"max_msgs":-1,
      "max_bytes":-1,"max_msgs_per_subject":1,"discard":"old","storage":"file","num_replicas":1,
      "max_age":2592000000000000,"max_msg_size":16384,"allow_direct":true,
      "duplicate_window":120000000000,"republish":{"src":"push.>","dest":"live.>"}}
      """
    let answer = try #require(request("$JS.API.STREAM.CREATE.PUSH", stream))
    try #require(answer.contains("\"created\""), "\(answer)")
  }

  func deleteStream() throws {
    let answer = try #require(request("$JS.API.STREAM.DELETE.PUSH", ""))
    try #require(answer.contains("\"success\":true"), "\(answer)")
  }

  private func request(_ subject: String, _ text: String) -> String? {
    var reply: OpaquePointer?
    let status = natsConnection_Request(
      &reply, connection, subject, text, Int32(text.utf8.count), Self.patience)
    guard status == NATS_OK, let reply else { return nil }
    defer { natsMsg_Destroy(reply) }
    return natsMsg_GetData(reply).map { String(cString: $0) }
  }

  /// Answers for the tokens of apps, from threads of the library.
  func answerDevices() throws {
    let closure = Unmanaged.passRetained(desk).toOpaque()
    try #require(
      natsConnection_Subscribe(&subscription, connection, "reg.*.*", answer, closure) == NATS_OK)
    natsConnection_Flush(connection)
  }

  func envelope(
    _ topic: String, _ id: String, alert: String? = nil, type: PushType = .alert,
    expiration: Int64? = nil, collapse: String? = nil, received: Int64? = nil,
    payload: String? = nil
  ) throws -> PushEnvelope {
    let subject = try #require(
      PushSubject(device: Engine.device, topic: topic, pushClass: type.pushClass))
    let text = payload ?? #"{"aps":{"alert":"\#(alert ?? id)","sound":"default"}}"#
    return PushEnvelope(
      subject: subject, id: id, topic: topic, type: type, expiration: expiration,
      collapseIdentifier: collapse, received: received ?? now, payload: Array(text.utf8))
  }

  var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  /// Publishes and waits for the stream's acknowledgement; one that is tried once has none.
  /// - Parameter patience: milliseconds; less for who tries again.
  /// - Returns: whether it is acknowledged.
  @discardableResult
  func push(_ envelope: PushEnvelope, patience: Int64 = TestGateway.patience) -> Bool {
    let isTriedOnce = envelope.expiration == 0
    let subject = isTriedOnce ? envelope.subject.live : envelope.subject.stored
    var message: OpaquePointer?
    envelope.payload.withUnsafeBytes {
      _ = natsMsg_Create(
        &message, subject, nil, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count)
      )
    }
    defer { natsMsg_Destroy(message) }
    for (name, value) in envelope.headers(signedWith: key) {
      natsMsgHeader_Set(message, name, value)
    }
    if isTriedOnce {
      natsConnection_PublishMsg(connection, message)
      return natsConnection_FlushTimeout(connection, patience) == NATS_OK
    }
    var reply: OpaquePointer?
    guard natsConnection_RequestMsg(&reply, connection, message, patience) == NATS_OK, let reply
    else { return false }
    defer { natsMsg_Destroy(reply) }
    return natsMsg_GetData(reply).map { String(cString: $0).contains("\"seq\"") } ?? false
  }

  /// Asks for a message and has the answer sent to a subject of somebody else.
  func misdirect(_ subject: String, to reply: String) {
    natsConnection_PublishRequest(connection, subject, reply, nil, 0)
    natsConnection_Flush(connection)
  }
}

private func answer(
  _ connection: OpaquePointer?, _ subscription: OpaquePointer?, _ message: OpaquePointer?,
  _ closure: UnsafeMutableRawPointer?
) {
  guard let message, let closure else { return }
  defer { natsMsg_Destroy(message) }
  let desk = Unmanaged<TestGateway.Desk>.fromOpaque(closure).takeUnretainedValue()
  let length = Int(natsMsg_GetDataLength(message))
  let body = natsMsg_GetData(message).map { Data(bytes: $0, count: length) } ?? Data()
  guard let request = try? JSONDecoder().decode(TokenRequest.self, from: body) else { return }
  desk.asked.withLock { $0 += 1 }
  if request.unregisters == true { desk.returned.withLock { $0.append(request.topic) } }
  var reply = desk.answers.withLock { $0[request.topic] } ?? TokenReply(error: "not known")
  if reply.time == nil { reply.time = Int64(Date().timeIntervalSince1970 * 1_000) }
  guard let text = (try? JSONEncoder().encode(reply)).map({ String(decoding: $0, as: UTF8.self) })
  else { return }
  natsConnection_PublishString(connection, natsMsg_GetReply(message), text)
}
