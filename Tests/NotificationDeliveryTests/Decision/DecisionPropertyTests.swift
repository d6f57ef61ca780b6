import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationDelivery

@Suite("What holds in every situation")
struct DecisionPropertyTests {
  private static let count = 5_000

  private func forAll(_ purpose: String, _ check: (DecisionRow, DeliveryDecision) -> Bool) {
    var generator = SeededGenerator.printed(for: purpose)
    for _ in 0..<Self.count {
      let row = DecisionRow.random(using: &generator)
      #expect(check(row, row.decision), "\(row)")
    }
  }

  @Test("A sound is never alone, but for a critical alert that has something to say")
  func accompanied() {
    forAll("accompanied sounds") { row, decision in
      guard case .play(let order) = decision.sound else { return true }
      let hasCompany =
        decision.presentation != .none || decision.isListed || decision.badge != nil
      let hasText = !(row.content.title + row.content.subtitle + row.content.body).isEmpty
      return hasCompany || order.priority == .critical && hasText
    }
  }

  @Test("Who is not authorized gives no sign; who is on trial is in the list at most")
  func unauthorized() {
    forAll("authorization") { row, decision in
      let isSilent = if case .silent = decision.sound { true } else { false }
      let isQuiet = decision.badge == nil && isSilent
      return switch row.settings.permissions.authorization {
      case .denied, .notDetermined:
        isQuiet && decision.presentation == .none && !decision.isListed && !decision.asksApp
      case .provisional:
        isQuiet && (decision.presentation == .list || decision.presentation == .none)
      case .authorized: true
      }
    }
  }

  @Test("Only what the user allows as critical sounds on a muted box, or is not normal at night")
  func quiet() {
    forAll("quiet") { row, decision in
      guard case .play(let order) = decision.sound else { return true }
      let permissions = row.settings.permissions
      if order.priority == .critical { return permissions.criticalAlert == .enabled }
      if row.surroundings.isMuted || row.content.interruptionLevel == .passive { return false }
      return !row.surroundings.doNotDisturb
        || order.priority == .timeSensitive && permissions.timeSensitive == .enabled
    }
  }

  @Test("A switch that is turned off takes something away, and never adds anything")
  func monotonic() {
    let switches: [WritableKeyPath<NotificationSettings, NotificationSettings.Setting>] = [
      \.alert, \.sound, \.badge, \.notificationCentre, \.lockScreen,
    ]
    forAll("switches") { row, decision in
      switches.allSatisfy { path in
        var less = row
        less.settings.permissions[keyPath: path] = .disabled
        return less.decision.reach.isSubset(of: decision.reach)
      }
    }
  }

  @Test("What mute, do not disturb and a locked screen do is to take away")
  func surroundings() {
    forAll("surroundings") { row, decision in
      let switches: [WritableKeyPath<Surroundings, Bool>] = [
        \.isMuted, \.doNotDisturb, \.isScreenLocked,
      ]
      return switches.allSatisfy { path in
        var less = row
        less.surroundings[keyPath: path] = true
        return less.decision.reach.isSubset(of: decision.reach)
      }
    }
  }

  @Test("What the notification brings is given or withheld with a cause, one of the two")
  func causes() {
    forAll("causes") { row, decision in
      let hasText = !(row.content.title + row.content.subtitle + row.content.body).isEmpty
      var brought: Set<DeliveryDecision.Interaction> = hasText ? [.banner, .list] : []
      if row.content.sound != nil { brought.insert(.sound) }
      if row.content.badge != nil { brought.insert(.badge) }
      let withheld = Set(decision.withheld.keys)
      return decision.reach.isDisjoint(with: withheld) && decision.reach.union(withheld) == brought
    }
  }
}

extension DeliveryDecision {
  /// What the user gets.
  fileprivate var reach: Set<Interaction> {
    var reach: Set<Interaction> = []
    if presentation == .banner || presentation == .alert { reach.insert(.banner) }
    if isListed { reach.insert(.list) }
    if badge != nil { reach.insert(.badge) }
    if case .play = sound { reach.insert(.sound) }
    return reach
  }
}

extension DecisionRow {
  fileprivate static func random(using generator: inout some RandomNumberGenerator) -> Self {
    func any<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: values.indices, using: &generator)]
    }
    func setting() -> NotificationSettings.Setting {
      any([.enabled, .enabled, .disabled, .notSupported])
    }
    var row = DecisionRow("", "") { _ in }
    row.content = NotificationContent(
      title: any(["", "Tea"]), body: any(["", "It is ready"]), badge: any([nil, 0, 3]),
      sound: any([
        nil, .standard, NotificationSound(name: "ding"),
        NotificationSound(name: "ding", isCritical: true, volume: any([nil, 0, 0.5, 1])),
      ]),
      interruptionLevel: any(InterruptionLevel.allCases))
    row.settings = AppSettings(
      permissions: NotificationSettings(
        authorization: any([.authorized, .authorized, .provisional, .denied, .notDetermined]),
        alert: setting(), sound: setting(), badge: setting(), notificationCentre: setting(),
        lockScreen: setting(), criticalAlert: setting(), timeSensitive: setting()),
      alertStyle: any(AppSettings.AlertStyle.allCases),
      previews: any(AppSettings.Previews.allCases), volume: any([0, 0.5, 1]))
    row.app = any([
      .notRunning, .background, .foreground(nil), .foreground([.banner, .sound]),
      .foreground([.banner, .list, .sound, .badge]), .foreground([.sound]),
    ])
    row.surroundings = Surroundings(
      time: .at(any(["03:00", "12:00", "22:00"])), doNotDisturb: any([true, false]),
      quietHours: any([nil, QuietHours(start: .at("22:00"), end: .at("07:00"))]),
      isMuted: any([true, false]), isScreenLocked: any([true, false]))
    return row
  }
}
