/// The next step after an app's request for authorization.
public enum AuthorizationStep: Hashable, Sendable {
  /// The user has to be asked, once: pass the answer to ``AppSettings/answer(_:to:)``.
  case ask
  /// The answer is known; `true` only if everything requested is allowed.
  case answered(granted: Bool)
}

/// The user's answer to a provisional notification.
public enum ProvisionalAnswer: String, Codable, Hashable, Sendable {
  /// Everything that the app asked for.
  case keepProminent = "keep-prominent"
  /// The list alone.
  case keepQuiet = "keep-quiet"
  case turnOff = "turn-off"
}

extension AppSettings {
  /// Takes an app's request for `options`.
  ///
  /// The first request asks the user, or grants quiet delivery if the app wants that. All later
  /// ones return the existing answer.
  public mutating func request(_ options: AuthorizationOptions) -> AuthorizationStep {
    guard permissions.authorization == .notDetermined else {
      return .answered(granted: allows(options))
    }
    guard options.contains(.provisional) else {
      // An app that asks twice before the answer gets one question and one answer for all options.
      requested.formUnion(options)
      return .ask
    }
    requested = options
    permissions = Self.permissions(.provisional, for: options, .enabled)
    return .answered(granted: true)
  }

  /// Takes an app's registration for no options at all. It may request some later.
  public mutating func registerForNothing() { silence = true }

  /// Stores the user's answer to the question that `options` led to.
  /// - Returns: the answer for the app.
  @discardableResult
  public mutating func answer(_ isAllowed: Bool, to options: AuthorizationOptions) -> Bool {
    guard permissions.authorization == .notDetermined else { return allows(options) }
    requested = options
    permissions = Self.permissions(
      isAllowed ? .authorized : .denied, for: options, isAllowed ? .enabled : .disabled)
    return allows(options)
  }

  /// What a person allows who allows an app that has not asked.
  public static let usualOptions: AuthorizationOptions = [.alert, .sound, .badge, .timeSensitive]

  /// Sets whether the app may send notifications at all, as the user's switch does at any time.
  ///
  /// Without an answer so far it is the answer. After a "no" to all that the app has asked for, it
  /// allows that; switches that the user has set by themselves stay.
  public mutating func allow(_ isAllowed: Bool) {
    let options = requested.isEmpty ? Self.usualOptions : requested
    let switches = [permissions.alert, permissions.sound, permissions.badge]
    if permissions.authorization == .notDetermined {
      answer(isAllowed, to: options)
    } else if isAllowed, permissions.authorization == .denied,
      !(switches + [permissions.notificationCentre]).contains(.enabled)
    {
      permissions = Self.permissions(.authorized, for: options, .enabled)
    } else {
      permissions.authorization = isAllowed ? .authorized : .denied
    }
  }

  /// Forgets the app's requests, because the question ended without an answer.
  public mutating func withdrawRequest() {
    if permissions.authorization == .notDetermined { requested = [] }
  }

  /// Ends the trial of quiet delivery; without a trial it does nothing.
  public mutating func answer(_ answer: ProvisionalAnswer) {
    guard permissions.authorization == .provisional else { return }
    switch answer {
    case .keepProminent:
      permissions = Self.permissions(.authorized, for: requested, .enabled)
    case .keepQuiet:
      permissions = Self.permissions(.authorized, for: requested, .disabled)
      permissions.notificationCentre = .enabled
    case .turnOff:
      permissions = Self.permissions(.denied, for: requested, .disabled)
    }
  }

  /// Whether everything in `options` is allowed; quiet delivery is allowed by being there.
  private func allows(_ options: AuthorizationOptions) -> Bool {
    switch permissions.authorization {
    case .notDetermined, .denied: return false
    case .authorized, .provisional: break
    }
    let settings: [(AuthorizationOptions, NotificationSettings.Setting)] = [
      (.badge, permissions.badge), (.sound, permissions.sound), (.alert, permissions.alert),
      (.criticalAlert, permissions.criticalAlert), (.timeSensitive, permissions.timeSensitive),
    ]
    return settings.allSatisfy { !options.contains($0.0) || $0.1 == .enabled }
  }

  /// Settings in which everything that was asked for is `setting`.
  private static func permissions(
    _ authorization: NotificationSettings.Authorization, for options: AuthorizationOptions,
    _ setting: NotificationSettings.Setting
  ) -> NotificationSettings {
    func value(_ option: AuthorizationOptions) -> NotificationSettings.Setting {
      options.contains(option) ? setting : .notSupported
    }
    // Quiet delivery only uses the list; the other permissions are known when the user has chosen.
    return NotificationSettings(
      authorization: authorization, alert: value(.alert), sound: value(.sound),
      badge: value(.badge), notificationCentre: setting,
      lockScreen: authorization == .provisional ? .disabled : value(.alert),
      criticalAlert: value(.criticalAlert), timeSensitive: value(.timeSensitive))
  }
}
