package import NotificationTypes

/// What one push brings: its place among those before it, and what is made of it. All of it comes into
/// the store together, or nothing.
package struct RemoteArrival: Sendable {
  /// Where the engine's stream has it.
  package struct Position: Sendable, Hashable {
    /// Pushes of one class of an app have places of their own.
    package let pushClass: String
    package let number: Int64

    package init(pushClass: String, number: Int64) {
      self.pushClass = pushClass
      self.number = number
    }
  }

  /// The app that it is for.
  package let app: String
  /// Nil for one that the engine has not stored.
  package let position: Position?
  /// What the user is to notice; nil where there is nothing, or nobody wants it any more.
  package var request: NotificationRequest?
  /// What the app is woken with.
  package var message: RemoteMessage?

  package init(
    app: String, position: Position?, request: NotificationRequest? = nil,
    message: RemoteMessage? = nil
  ) {
    self.app = app
    self.position = position
    self.request = request
    self.message = message
  }
}

extension NotificationSchedule {
  /// Takes a push over, once: one that was taken before, or one before it, changes nothing.
  /// - Returns: whether it is new.
  /// - Throws: ``StoreError`` where it cannot be written: it has not been taken then.
  package func take(_ arrival: RemoteArrival) throws(StoreError) -> Bool {
    let moment = clock.now
    let new = arrival.request.map {
      NewRequest(request: $0, due: .now(moment), added: moment.wall)
    }
    let isNew = try store.take(arrival, new)
    if isNew, arrival.request != nil || arrival.message != nil { wakeSchedulers() }
    return isNew
  }
}
