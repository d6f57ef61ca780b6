import FoundationEssentials
import NotificationStorage
import NotificationTypes
import RemoteNotifications

/// The reason why a message is dropped.
enum Refusal: String, Error, Sendable, CaseIterable {
  case foreignStream = "it is of another stream"
  case foreignSubject = "it is not for this device"
  case unknownApp = "it is for an app that has not registered"
  case notStored = "it was not stored by the engine, and should have been"
  case notAuthentic = "it is not signed with the key of this device"
  case malformed = "its headers cannot be read"
  case stale = "it is an old one, sent again"
}

/// An accepted message: a push for this device.
struct Inspected: Sendable {
  let app: String
  let envelope: PushEnvelope
  /// Its number in the stream; nil if it is not stored.
  let number: Int64?
}

/// Decides whether a message is a push for this device (pure). If its authentication code is wrong,
/// none of its content is used.
struct Inspection: Sendable {
  let device: String
  let key: DeviceKey
  /// The registered apps, by their names in subjects.
  var apps: [String: String] = [:]

  static let stream = "PUSH"
  /// The maximum time in transit (milliseconds) of a push that is sent only once.
  private static let tryTime: Int64 = 300_000

  /// - Parameter serverTime: milliseconds since 1970; nil if it is not known.
  func inspect(_ message: EngineMessage, at serverTime: Int64?) throws(Refusal) -> Inspected {
    let (subject, number) = try place(of: message)
    // A device that requests its own message can have the answer sent to another device.
    guard subject.device == device else { throw .foreignSubject }
    let envelope: PushEnvelope
    do throws(EnvelopeError) {
      envelope = try PushEnvelope(subject: subject, payload: message.payload, key: key) {
        message.headers[$0]
      }
    } catch {
      throw error == .notAuthentic ? .notAuthentic : .malformed
    }
    guard let app = apps[subject.app] else { throw .unknownApp }
    if number == nil {
      guard envelope.expiration == 0 else { throw .notStored }
      if let serverTime, serverTime - envelope.received > Self.tryTime { throw .stale }
    }
    return Inspected(app: app, envelope: envelope, number: number)
  }

  private func place(of message: EngineMessage) throws(Refusal) -> (PushSubject, Int64?) {
    guard let stream = message.headers["Nats-Stream"] else {
      guard message.subject.hasPrefix("live."), let subject = PushSubject(parsing: message.subject)
      else { throw .foreignSubject }
      return (subject, nil)
    }
    guard stream == Self.stream else { throw .foreignStream }
    guard let name = message.headers["Nats-Subject"], name.hasPrefix("push."),
      let subject = PushSubject(parsing: name)
    else { throw .foreignSubject }
    guard let number = message.headers["Nats-Sequence"].flatMap({ Int64($0) }), number > 0 else {
      throw .malformed
    }
    return (subject, number)
  }
}

extension Inspected {
  /// The arrival for the store, and a note for the log, if any. It waits for the app's extension, if
  /// there is one, where the payload allows that.
  /// - Parameters:
  ///   - isExpired: whether the push has expired; then only its place is kept.
  ///   - date: the time of arrival, by the box's own clock.
  func arrival(isExpired: Bool, at date: Date) -> (arrival: RemoteArrival, note: String?) {
    let position = number.map {
      RemoteArrival.Position(
        pushClass: envelope.subject.pushClass.rawValue, number: $0, received: envelope.received)
    }
    var arrival = RemoteArrival(app: app, position: position)
    guard !isExpired else { return (arrival, "expired") }
    let payload: PushPayload
    do {
      payload = try PushPayload(parsing: envelope.payload, type: envelope.type)
    } catch {
      return (arrival, error.description)
    }
    if envelope.type != .background, payload.isNoticeable {
      arrival.request = NotificationRequest(
        identifier: envelope.requestIdentifier, app: app, content: payload.content, trigger: .push)
      arrival.waitsForExtension = payload.isMutable && payload.hasAlert
    }
    if payload.isContentAvailable {
      arrival.message = RemoteMessage(
        app: app, identifier: envelope.id, userInfo: payload.content.userInfo, date: date)
    }
    let saysNothing = arrival.request == nil && arrival.message == nil
    return (arrival, saysNothing ? "the payload says nothing" : nil)
  }
}
