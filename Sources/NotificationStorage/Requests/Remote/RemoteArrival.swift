import LinuxProcess
package import NotificationTypes
import Triggers

/// The content of one push: its place among earlier ones, and what the store keeps of it. All of it
/// is stored together, or nothing.
package struct RemoteArrival: Sendable {
  /// The position of a push in the engine's stream.
  package struct Position: Sendable, Hashable {
    /// The class of the push; each class of an app has positions of its own.
    package let pushClass: String
    package let number: Int64
    /// The time when the gateway took it, by the gateway's clock: milliseconds since 1970; 0 where
    /// it is unknown. It is signed, so the engine cannot make an old push look new.
    package let received: Int64

    package init(pushClass: String, number: Int64, received: Int64 = 0) {
      self.pushClass = pushClass
      self.number = number
      self.received = received
    }
  }

  /// A message of a server without numbers: its name, and the server's time.
  package struct Mark: Sendable, Hashable {
    package let identifier: String
    /// Seconds since 1970.
    package let time: Int64

    package init(identifier: String, time: Int64) {
      self.identifier = identifier
      self.time = time
    }
  }

  /// The app that the push is for.
  package let app: String
  /// The position in the engine's stream; nil for a push that the engine has not stored.
  package let position: Position?
  /// The mark; nil for a push that has a position, or neither.
  package let mark: Mark?
  /// The notification for the user; nil where there is none, or the app does not want it any more.
  package var request: NotificationRequest?
  /// The request of an earlier push that this one withdraws, with its notification; nil for none.
  package var withdrawn: String?
  /// Whether the app's service extension may change the notification before it is delivered: it
  /// waits for that in the store.
  package var waitsForExtension = false
  /// The message that the app is woken with.
  package var message: RemoteMessage?

  package init(
    app: String, position: Position?, mark: Mark? = nil, request: NotificationRequest? = nil,
    message: RemoteMessage? = nil
  ) {
    self.app = app
    self.position = position
    self.mark = mark
    self.request = request
    self.message = message
  }
}

extension NotificationSchedule {
  /// Stores a push once. A push changes nothing if it, or a later one, was taken before.
  /// - Returns: whether it is new.
  /// - Throws: `StoreError` where it cannot be written: it has not been taken then.
  package func take(_ arrival: RemoteArrival) throws(StoreError) -> Bool {
    let moment = clock.now
    let new = arrival.request.map {
      ScheduledRequest(request: $0, due: .now(moment), added: moment.wall)
    }
    let isNew = try store.apply(.arrived(arrival, new, at: moment.wall)) > 0
    let isDue = arrival.request != nil && !arrival.waitsForExtension
    var parts: StoreParts = isDue ? .requests : []
    if arrival.message != nil { parts.insert(.inbox) }
    if arrival.withdrawn != nil { parts.formUnion([.requests, .list]) }
    if isNew, !parts.isEmpty { store.waker.wake(parts) }
    return isNew
  }
}
