import NotificationStorage
import NotificationTypes

/// The permission to use the place of the device.
extension DeliveryService {
  /// Asks about the apps that want to use the place.
  func askAboutLocation(_ all: [String: LocationSettings]) {
    for (app, location) in all where location.requested != nil && (self.app ?? app) == app {
      switch policy.authorization {
      case .ask:
        ask(
          Question(kind: .location, app: app, options: [], purpose: location.purpose),
          isWanted: true)
      case .allow, .deny: settleLocation(app, isAllowed: policy.authorization == .allow)
      }
    }
  }

  /// Stores the policy's answer, for an app that waits for one.
  func settleLocation(_ app: String, isAllowed: Bool) {
    do {
      try answerLocation(app, isAllowed: isAllowed)
      log(
        DeliveryEvent(
          .notice, "the policy \(isAllowed ? "allows" : "denies") the use of the place",
          ["app": app]))
      consultation.wake(app)
    } catch {
      log(DeliveryEvent(.error, "\(error)", ["app": app]))
    }
  }

  func answerLocation(_ app: String, isAllowed: Bool) throws(StoreError) {
    try store.change(app) { $0.settings.location.answer(isAllowed) }
    // Whoever watches the position has to know.
    wake()
  }

  /// Handles a question that has disappeared without an answer: the app may ask again.
  func withdrawLocation(_ app: String) {
    log(DeliveryEvent(.notice, "the user does not answer", ["app": app]))
    do {
      try store.change(app) { $0.settings.location.withdrawRequest() }
    } catch {
      log(DeliveryEvent(.error, "\(error)", ["app": app]))
    }
  }

  /// Whether an app learns of a user's action on this notification: where it is due to a region, only
  /// an app that may use the place does.
  func isToBeTold(of response: NotificationResponse) -> Bool {
    guard case .region? = response.notification?.request.trigger else { return true }
    return (try? store.profile(of: response.app).settings.location.access.isAllowed) ?? false
  }
}
