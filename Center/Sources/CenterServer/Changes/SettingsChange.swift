import NotificationTypes

/// A change of an app's settings; nil keeps one.
struct SettingsChange: Decodable {
  /// Nil is every app.
  let app: String?
  let authorization: Bool?
  let alert: Bool?
  let sound: Bool?
  let badge: Bool?
  let list: Bool?
  let lockScreen: Bool?
  let critical: Bool?
  let timeSensitive: Bool?
  let style: AppSettings.AlertStyle?
  let previews: AppSettings.Previews?
  let volume: Double?
  /// Ends the trial of quiet delivery.
  let provisional: ProvisionalAnswer?

  /// - Returns: false where the app is not on trial, but its trial was to end.
  func apply(to settings: inout AppSettings) -> Bool {
    if let provisional {
      guard settings.permissions.authorization == .provisional else { return false }
      settings.answer(provisional)
    }
    let wasAsked = settings.permissions.authorization != .notDetermined
    if let authorization {
      settings.allow(authorization)
    } else if !wasAsked {
      // Setting a switch of an app without an answer counts as the user's permission.
      settings.answer(true, to: AppSettings.usualOptions)
    }
    set(alert, \.alert, &settings)
    set(sound, \.sound, &settings)
    set(badge, \.badge, &settings)
    set(list, \.notificationCentre, &settings)
    set(lockScreen, \.lockScreen, &settings)
    set(critical, \.criticalAlert, &settings)
    set(timeSensitive, \.timeSensitive, &settings)
    if let style { settings.alertStyle = style }
    if let previews { settings.previews = previews }
    if let volume { settings.setVolume(volume) }
    return true
  }

  private func set(
    _ choice: Bool?, _ path: WritableKeyPath<NotificationSettings, NotificationSettings.Setting>,
    _ settings: inout AppSettings
  ) {
    if let choice { settings.permissions[keyPath: path] = choice ? .enabled : .disabled }
  }
}
