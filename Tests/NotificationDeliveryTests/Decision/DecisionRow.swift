import NotificationTypes
import Testing

@testable import NotificationDelivery

/// What somebody gets of a notification.
struct Delivered: Equatable, CustomStringConvertible {
  var shown = DeliveryDecision.Presentation.banner
  var isListed = true
  var sound = SoundPlan.play(SoundOrder(name: "ding", priority: .normal, volume: 1))
  var badge: Int? = 3

  static let everything = Delivered()
  static func silent(_ cause: DeliveryDecision.Cause?) -> SoundPlan { .silent(cause) }

  var description: String { "\(shown), listed: \(isListed), \(sound), badge: \(badge ?? -1)" }
}

/// One rule, in one situation: the standard one, and what is different in it.
struct DecisionRow: CustomTestStringConvertible {
  var rule: String
  var what: String
  var content = NotificationContent(
    title: "Tea", body: "It is ready", badge: 3, sound: NotificationSound(name: "ding"))
  var settings = AppSettings.everything
  var app = AppState.background
  var surroundings = Surroundings(time: .noon)
  var expected = Delivered.everything

  init(_ rule: String, _ what: String, _ change: (inout DecisionRow) -> Void) {
    self.rule = rule
    self.what = what
    change(&self)
  }

  var testDescription: String { "\(rule): \(what)" }

  var decision: DeliveryDecision {
    DeliveryDecision(of: content, settings: settings, app: app, in: surroundings)
  }

  var delivered: Delivered {
    let decision = decision
    return Delivered(
      shown: decision.presentation, isListed: decision.isListed, sound: decision.sound,
      badge: decision.badge)
  }
}

extension AppSettings {
  /// The user has allowed all there is.
  static let everything = AppSettings(
    permissions: NotificationSettings(
      authorization: .authorized, alert: .enabled, sound: .enabled, badge: .enabled,
      notificationCentre: .enabled, lockScreen: .enabled, criticalAlert: .enabled,
      timeSensitive: .enabled),
    requested: .interactions)
}

extension TimeOfDay {
  /// A time that a test has written correctly.
  static func at(_ text: String) -> TimeOfDay {
    guard let time = TimeOfDay(text) else { fatalError("no time: \(text)") }
    return time
  }

  static let noon = at("12:00")
}
