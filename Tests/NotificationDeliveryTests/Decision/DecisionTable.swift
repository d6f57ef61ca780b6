import NotificationTypes

@testable import NotificationDelivery

/// The rules, one situation each.
///
/// The numbers are those of the list of Apple's rules that Tocsin follows: B is authorization, F is
/// sounds, G is delivery; the levels of interruption are those of `UNNotificationInterruptionLevel`.
enum DecisionTable {
  private static let night = QuietHours(start: .at("22:00"), end: .at("07:00"))
  private static func play(
    _ name: String? = "ding", _ priority: RingPriority = .normal, _ volume: Double = 1
  ) -> SoundPlan { .play(SoundOrder(name: name, priority: priority, volume: volume)) }

  private static func nothing(_ cause: DeliveryDecision.Cause) -> Delivered {
    Delivered(shown: .none, isListed: false, sound: .silent(cause), badge: nil)
  }

  static let authorization: [DecisionRow] = [
    DecisionRow("G77", "everything is allowed, the app is in the background") { _ in },
    DecisionRow("G77", "the app is not running") { $0.app = .notRunning },
    DecisionRow("B10", "the user has not been asked") {
      $0.settings = AppSettings()
      $0.expected = nothing(.notAuthorized)
    },
    DecisionRow("B22", "the user has refused") {
      $0.settings.permissions.authorization = .denied
      $0.expected = nothing(.notAuthorized)
    },
    DecisionRow("B16", "no sound is allowed: shown without it") {
      $0.settings.permissions.sound = .disabled
      $0.expected.sound = .silent(.switchedOff)
    },
    DecisionRow("B16", "no sound was asked for: shown without it") {
      $0.settings.permissions.sound = .notSupported
      $0.expected.sound = .silent(.notAuthorized)
    },
    DecisionRow("B16", "no badge is allowed") {
      $0.settings.permissions.badge = .disabled
      $0.expected.badge = nil
    },
    DecisionRow("B16, B25", "no alert is allowed: it is in the list all the same, with its sound") {
      $0.settings.permissions.alert = .disabled
      $0.expected.shown = .list
    },
    DecisionRow("B16", "no list is allowed") {
      $0.settings.permissions.notificationCentre = .disabled
      $0.expected.isListed = false
    },
    DecisionRow("B17", "nothing was asked for: it arrives silently") {
      var settings = AppSettings()
      settings.answer(true, to: [])
      $0.settings = settings
      $0.expected = Delivered(
        shown: .list, sound: .silent(.notAuthorized), badge: nil)
    },
    DecisionRow("B19", "on trial it is in the list, and nowhere else") {
      $0.settings.permissions.authorization = .provisional
      $0.expected = Delivered(shown: .list, sound: .silent(.provisional), badge: nil)
    },
    DecisionRow("B19", "on trial not even a critical one sounds") {
      $0.settings.permissions.authorization = .provisional
      $0.content.interruptionLevel = .critical
      $0.expected = Delivered(shown: .list, sound: .silent(.provisional), badge: nil)
    },
    DecisionRow("B19", "on trial without a list there is nothing") {
      $0.settings.permissions.authorization = .provisional
      $0.settings.permissions.notificationCentre = .disabled
      $0.expected = nothing(.provisional)
    },
    DecisionRow("B21", "kept quiet: the list, no alert, no sound, no badge") {
      var settings = AppSettings()
      _ = settings.request([.alert, .sound, .badge, .provisional])
      settings.answer(.keepQuiet)
      $0.settings = settings
      $0.expected = Delivered(shown: .list, sound: .silent(.switchedOff), badge: nil)
    },
    DecisionRow("B21", "kept prominent: everything that was asked for") {
      var settings = AppSettings()
      _ = settings.request([.alert, .sound, .badge, .provisional])
      settings.answer(.keepProminent)
      $0.settings = settings
    },
    DecisionRow("B22", "turned off") {
      var settings = AppSettings()
      _ = settings.request([.alert, .sound, .badge, .provisional])
      settings.answer(.turnOff)
      $0.settings = settings
      $0.expected = nothing(.notAuthorized)
    },
    DecisionRow("B28", "the alert style: until it is dealt with") {
      $0.settings.alertStyle = .alert
      $0.expected.shown = .alert
    },
    DecisionRow("B28", "the alert style: none") {
      $0.settings.alertStyle = .none
      $0.expected.shown = .list
    },
    DecisionRow("B28", "the lock screen is switched off, and locked") {
      $0.settings.permissions.lockScreen = .disabled
      $0.surroundings.isScreenLocked = true
      $0.expected.shown = .list
    },
    DecisionRow("B28", "the lock screen is switched off, and not locked") {
      $0.settings.permissions.lockScreen = .disabled
    },
  ]

  static let sounds: [DecisionRow] = [
    DecisionRow("F71", "the default sound") {
      $0.content.sound = .standard
      $0.expected.sound = play(nil)
    },
    DecisionRow("F72", "a notification without a sound") {
      $0.content.sound = nil
      $0.expected.sound = .silent(nil)
    },
    DecisionRow("F72", "a sound without text and without badge is not played") {
      $0.content = NotificationContent(sound: NotificationSound(name: "ding"))
      $0.expected = nothing(.soundAlone)
    },
    DecisionRow("F72", "a sound with a badge alone is played") {
      $0.content = NotificationContent(badge: 3, sound: NotificationSound(name: "ding"))
      $0.expected = Delivered(shown: .none, isListed: false)
    },
    DecisionRow("F72", "neither alert, nor list, nor badge is allowed") {
      $0.settings.permissions.alert = .disabled
      $0.settings.permissions.notificationCentre = .disabled
      $0.settings.permissions.badge = .disabled
      $0.expected = Delivered(
        shown: .none, isListed: false, sound: .silent(.soundAlone), badge: nil)
    },
    DecisionRow("F72", "a critical alert sounds even where nothing may be shown") {
      $0.settings.permissions.alert = .disabled
      $0.settings.permissions.notificationCentre = .disabled
      $0.settings.permissions.badge = .disabled
      $0.content.interruptionLevel = .critical
      $0.expected = Delivered(
        shown: .none, isListed: false, sound: play("ding", .critical), badge: nil)
    },
    DecisionRow("F72", "but not without a word") {
      $0.content = NotificationContent(
        sound: NotificationSound(name: "ding", isCritical: true), interruptionLevel: .critical)
      $0.expected = nothing(.soundAlone)
    },
    DecisionRow("F76", "the user's volume") {
      $0.settings.setVolume(0.25)
      $0.expected.sound = play("ding", .normal, 0.25)
    },
    DecisionRow("F76", "the user's volume is zero") {
      $0.settings.setVolume(0)
      $0.expected.sound = .silent(.switchedOff)
    },
    DecisionRow("F76", "the box is muted: shown, not played") {
      $0.surroundings.isMuted = true
      $0.expected.sound = .silent(.muted)
    },
  ]

  static let foreground: [DecisionRow] = [
    DecisionRow("F75, G78", "in the foreground all is silent") {
      $0.app = .foreground(nil)
      $0.expected = nothing(.foreground)
    },
    DecisionRow("G78", "the delegate wants nothing") {
      $0.app = .foreground([])
      $0.expected = nothing(.foreground)
    },
    DecisionRow("G78", "the delegate wants all") {
      $0.app = .foreground([.banner, .list, .sound, .badge])
    },
    DecisionRow("G78", "the delegate wants a banner and its sound") {
      $0.app = .foreground([.banner, .sound])
      $0.expected.isListed = false
      $0.expected.badge = nil
    },
    DecisionRow("G78, F72", "the delegate wants a sound alone") {
      $0.app = .foreground([.sound])
      $0.expected = nothing(.soundAlone)
    },
    DecisionRow("G78, B16", "the delegate wants what the user does not allow") {
      $0.app = .foreground([.banner, .list, .sound, .badge])
      $0.settings.permissions.sound = .disabled
      $0.expected.sound = .silent(.switchedOff)
    },
    DecisionRow("G78", "a critical alert is the delegate's business too") {
      $0.app = .foreground(nil)
      $0.content.interruptionLevel = .critical
      $0.expected = nothing(.foreground)
    },
  ]

  static let interruption: [DecisionRow] = [
    DecisionRow("passive", "the list and the badge, no sound") {
      $0.content.interruptionLevel = .passive
      $0.expected.shown = .list
      $0.expected.sound = .silent(.passive)
    },
    DecisionRow("active", "do not disturb: the list, no sound") {
      $0.surroundings.doNotDisturb = true
      $0.expected.shown = .list
      $0.expected.sound = .silent(.doNotDisturb)
    },
    DecisionRow("active", "quiet hours: the list, no sound") {
      $0.surroundings.quietHours = night
      $0.surroundings.time = .at("23:30")
      $0.expected.shown = .list
      $0.expected.sound = .silent(.quietHours)
    },
    DecisionRow("active", "criteria that the user lists: through do not disturb and quiet hours") {
      $0.content.filterCriteria = "work"
      $0.surroundings = Surroundings(
        time: .at("03:00"), doNotDisturb: true, quietHours: night,
        passingCriteria: ["family", "work"])
    },
    DecisionRow("active", "other criteria: the list, no sound") {
      $0.content.filterCriteria = "games"
      $0.surroundings = Surroundings(
        time: .at("03:00"), doNotDisturb: true, passingCriteria: ["family", "work"])
      $0.expected.shown = .list
      $0.expected.sound = .silent(.doNotDisturb)
    },
    DecisionRow("active", "criteria that the user lists: not through mute") {
      $0.content.filterCriteria = "work"
      $0.surroundings = Surroundings(
        time: .at("12:00"), passingCriteria: ["work"], isMuted: true)
      $0.expected.sound = .silent(.muted)
    },
    DecisionRow("passive", "criteria that the user lists do not make it active") {
      $0.content.interruptionLevel = .passive
      $0.content.filterCriteria = "work"
      $0.surroundings.passingCriteria = ["work"]
      $0.expected.shown = .list
      $0.expected.sound = .silent(.passive)
    },
    DecisionRow("active", "after the quiet hours") {
      $0.surroundings.quietHours = night
      $0.surroundings.time = .at("07:00")
    },
    DecisionRow("time-sensitive", "through do not disturb and quiet hours") {
      $0.content.interruptionLevel = .timeSensitive
      $0.surroundings = Surroundings(time: .at("03:00"), doNotDisturb: true, quietHours: night)
      $0.expected.sound = play("ding", .timeSensitive)
    },
    DecisionRow("time-sensitive", "not through mute") {
      $0.content.interruptionLevel = .timeSensitive
      $0.surroundings.isMuted = true
      $0.expected.sound = .silent(.muted)
    },
    DecisionRow("time-sensitive", "not allowed: an active one") {
      $0.content.interruptionLevel = .timeSensitive
      $0.settings.permissions.timeSensitive = .disabled
      $0.surroundings.doNotDisturb = true
      $0.expected.shown = .list
      $0.expected.sound = .silent(.doNotDisturb)
    },
    DecisionRow("critical", "through mute, do not disturb and quiet hours, with its volume") {
      $0.content.interruptionLevel = .critical
      $0.content.sound = NotificationSound(name: "ding", isCritical: true, volume: 0.7)
      $0.settings.setVolume(0.1)
      $0.surroundings = Surroundings(
        time: .at("03:00"), doNotDisturb: true, quietHours: night, isMuted: true)
      $0.expected.sound = play("ding", .critical, 0.7)
    },
    DecisionRow("critical", "a critical sound makes an active alert critical") {
      $0.content.sound = NotificationSound(name: "ding", isCritical: true)
      $0.surroundings.isMuted = true
      $0.expected.sound = play("ding", .critical)
    },
    DecisionRow("critical", "the switch for sounds does not concern it") {
      $0.content.interruptionLevel = .critical
      $0.settings.permissions.sound = .disabled
      $0.expected.sound = play("ding", .critical)
    },
    DecisionRow("critical", "not allowed: an active one, with the user's volume") {
      $0.content.interruptionLevel = .critical
      $0.content.sound = NotificationSound(name: "ding", isCritical: true, volume: 0.7)
      $0.settings.permissions.criticalAlert = .disabled
      $0.settings.setVolume(0.1)
      $0.expected.sound = play("ding", .normal, 0.1)
    },
    DecisionRow("critical", "not allowed: mute holds") {
      $0.content.interruptionLevel = .critical
      $0.settings.permissions.criticalAlert = .notSupported
      $0.surroundings.isMuted = true
      $0.expected.sound = .silent(.muted)
    },
  ]
}
