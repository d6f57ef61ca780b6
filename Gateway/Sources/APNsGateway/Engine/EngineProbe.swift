import CNats
import Dispatch
import Foundation
import Synchronization

/// Finds out what a push would get, without one: whether the stream answers, and whether the engine
/// stores an entry of a table that has as many replicas.
package final class EngineProbe: @unchecked Sendable {
  private let connection: EngineConnection
  private let replicas: Int
  private let noteMissingStream: @Sendable () -> Void
  private let queue = DispatchQueue(label: "tocsin.engine-probe")
  // On the queue.
  private var bucket: KeyValueBucket?
  private var last: (condition: EngineCondition, end: ContinuousClock.Instant)?

  /// Milliseconds.
  private static let timeout: Int64 = 2_000
  /// How long a result is that of later questions, too.
  private static let validity = Duration.seconds(1)

  /// - Parameter noteMissingStream: called when the engine has no stream.
  package init(
    _ connection: EngineConnection, replicas: Int,
    noteMissingStream: @escaping @Sendable () -> Void = {}
  ) {
    self.connection = connection
    self.replicas = replicas
    self.noteMissingStream = noteMissingStream
  }

  /// Asks the engine, and answers on a thread of its own. Questions that arrive meanwhile get the
  /// same answer.
  func condition(_ answer: @escaping @Sendable (EngineCondition) -> Void) {
    queue.async { [self] in answer(recent()) }
  }

  /// Asks the engine and waits.
  package func condition() -> EngineCondition { queue.sync { recent() } }

  private func recent() -> EngineCondition {
    if let last, .now - last.end < Self.validity { return last.condition }
    let condition = examine()
    if condition == .withoutStream { noteMissingStream() }
    last = (condition, .now)
    return condition
  }

  private func examine() -> EngineCondition {
    guard connection.isConnected else { return .away }
    switch askStream() {
    case NATS_OK: break
    case NATS_NO_RESPONDERS: return isStreamMissing() ? .withoutStream : unable
    default: return isSilent() ? .silent : unable
    }
    do throws(GatewayError) {
      if bucket == nil {
        bucket = try KeyValueBucket("HEALTH", connection, replicas: replicas)
      }
      try bucket?.put("gateway", [])
      return .ready
    } catch {
      bucket = nil
      if !connection.isConnected { return .away }
      return isSilent() ? .silent : unable
    }
  }

  /// What an engine is that answers and does not store.
  private var unable: EngineCondition { replicas > 1 ? .withoutQuorum : .notStoring }

  /// Offers the stream a message that it must refuse, because it names another stream.
  private func askStream() -> natsStatus {
    var message: OpaquePointer?
    let status = natsMsg_Create(&message, "push.0.0.health", nil, nil, 0)
    guard status == NATS_OK else { return status }
    defer { natsMsg_Destroy(message) }
    natsMsgHeader_Set(message, "Nats-Expected-Stream", "none")
    var reply: OpaquePointer?
    defer { natsMsg_Destroy(reply) }
    return natsConnection_RequestMsg(&reply, connection.handle, message, Self.timeout)
  }

  /// Of three, the engine that leads answers this; it says nothing if there is none.
  private func isStreamMissing() -> Bool {
    struct Answer: Decodable {
      struct Failure: Decodable { var err_code: Int? }
      var error: Failure?
    }
    guard
      let bytes = try? connection.request(
        "$JS.API.STREAM.INFO.PUSH", "", timeout: Self.timeout),
      let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes))
    else { return false }
    return answer.error?.err_code == Int(JSStreamNotFoundErr.rawValue)
  }

  private func isSilent() -> Bool {
    natsConnection_FlushTimeout(connection.handle, Self.timeout) != NATS_OK
  }
}
