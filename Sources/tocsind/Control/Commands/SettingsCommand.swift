public import ArgumentParser
import ConsoleOutput
import FoundationEssentials
import NotificationStorage
public import NotificationTypes

/// A switch on the command line.
enum Switch: String, ExpressibleByArgument, CaseIterable {
  case on, off
  var setting: NotificationSettings.Setting { self == .on ? .enabled : .disabled }
}

extension AppSettings.AlertStyle: ExpressibleByArgument {}
extension AppSettings.Previews: ExpressibleByArgument {}
extension ProvisionalAnswer: ExpressibleByArgument {}
extension LocationAccess: ExpressibleByArgument {}

struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show or change what apps may do.",
    discussion: """
      EXAMPLES
        tocsinctl settings
        tocsinctl settings org.example.mail --sound off
        tocsinctl settings org.example.mail --authorization on --critical on
        tocsinctl settings org.example.mail --provisional keep-quiet
      """)

  @Argument(help: "The app; without one, all are listed.") var app: String?
  @Option(help: "Whether it may send notifications at all.") var authorization: Switch?
  @Option(help: "Banners.") var alert: Switch?
  @Option(help: "Sounds.") var sound: Switch?
  @Option(help: "Numbers on icons.") var badge: Switch?
  @Option(help: "The list of delivered notifications.") var list: Switch?
  @Option(help: "The locked screen.") var lockScreen: Switch?
  @Option(help: "Critical alerts, which sound in spite of silence.") var critical: Switch?
  @Option(help: "Time-sensitive ones, in spite of quiet hours.") var timeSensitive: Switch?
  @Option(help: "none, banner or alert.") var style: AppSettings.AlertStyle?
  @Option(help: "Who may read texts: always, when-unlocked or never.")
  var previews: AppSettings.Previews?
  @Option(help: "The factor of its sounds, 0 to 1.") var volume: Double?
  @Option(help: "Ends the trial of quiet delivery: keep-prominent, keep-quiet or turn-off.")
  var provisional: ProvisionalAnswer?
  @Option(help: "The place of this box: denied, when-in-use or always; not-determined asks again.")
  var location: LocationAccess?
  @Flag(name: .customLong("json"), help: "Print them as JSON.") var wantsJSON = false

  func validate() throws {
    guard app != nil || !isChange && location == nil else { throw ValidationError("name the app") }
    guard volume.map((0...1).contains) ?? true else {
      throw ValidationError("--volume must be 0 to 1")
    }
  }

  func run() throws {
    let store = try NotificationSchedule.ofUser().store
    var all = try store.read(.profiles).compactMapValues(\.storedSettings)
    if let app {
      all = [app: all[app] ?? AppSettings()]
      if let location {
        all[app] = try store.change(app) { profile in
          profile.settings.location.set(location)
          return profile.settings
        }
        // Whoever delivers watches the position, and the app may wait for the answer.
        store.waker.wake(.profiles)
        AppPresence.wake(app, in: .standard())
      }
      if isChange {
        if provisional != nil, all[app]?.permissions.authorization != .provisional {
          throw Failure("'\(app)' is not on trial")
        }
        all[app] = try store.change(app) { profile in
          change(&profile.settings)
          return profile.settings
        }
        // Notifications may wait for the answer, and the app may.
        store.waker.wake(.profiles)
        AppPresence.wake(app, in: .standard())
      }
    }
    if wantsJSON { return try Console.printJSON(all) }
    guard !all.isEmpty else { return Console.complain("nothing is set for any app") }
    var table = Table(
      "APP", "AUTHORIZED", "ALERT", "SOUND", "BADGE", "CRITICAL", "STYLE", "VOLUME",
      "LOCATION")
    for (app, settings) in all.sorted(by: { $0.key < $1.key }) {
      let permissions = settings.permissions
      table.append(
        app, permissions.authorization.rawValue, Self.text(permissions.alert),
        Self.text(permissions.sound), Self.text(permissions.badge),
        Self.text(permissions.criticalAlert), settings.alertStyle.rawValue, "\(settings.volume)",
        settings.location.access.rawValue)
    }
    Console.print(table.text)
  }

  private var isChange: Bool {
    [authorization, alert, sound, badge, list, lockScreen, critical, timeSensitive]
      .contains { $0 != nil } || style != nil || previews != nil || volume != nil
      || provisional != nil
  }

  private func change(_ settings: inout AppSettings) {
    if let provisional { settings.answer(provisional) }
    let wasAsked = settings.permissions.authorization != .notDetermined
    if let authorization {
      settings.allow(authorization == .on)
    } else if !wasAsked, provisional == nil {
      // Setting a switch of an app without an answer counts as the user's permission.
      settings.answer(true, to: AppSettings.usualOptions)
    }
    func set(
      _ choice: Switch?, _ path: WritableKeyPath<NotificationSettings, NotificationSettings.Setting>
    ) {
      if let choice { settings.permissions[keyPath: path] = choice.setting }
    }
    set(alert, \.alert)
    set(sound, \.sound)
    set(badge, \.badge)
    set(list, \.notificationCentre)
    set(lockScreen, \.lockScreen)
    set(critical, \.criticalAlert)
    set(timeSensitive, \.timeSensitive)
    if let style { settings.alertStyle = style }
    if let previews { settings.previews = previews }
    if let volume { settings.setVolume(volume) }
  }

  private static func text(_ setting: NotificationSettings.Setting) -> String {
    switch setting {
    case .notSupported: "-"
    case .disabled: "off"
    case .enabled: "on"
    }
  }
}
