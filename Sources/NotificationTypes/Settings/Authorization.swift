/// What an app's request for authorization comes to.
public enum AuthorizationStep: Hashable, Sendable {
  /// The user has to be asked, once: pass the answer to ``AppSettings/answer(_:to:)``.
  case ask
  /// The answer stands; `true` only if everything that was asked for is allowed.
  case answered(granted: Bool)
}

/// What the user answers to a provisional notification.
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
  /// The first one asks the user, or grants quiet delivery where the app wants that; all later ones
  /// return what stands.
  public mutating func request(_ options: AuthorizationOptions) -> AuthorizationStep {
    guard permissions.authorization == .notDetermined else {
      return .answered(granted: allows(options))
    }
    guard options.contains(.provisional) else {
      // Who asks twice before the answer gets one question and one answer for all of it.
      requested.formUnion(options)
      return .ask
    }
    requested = options
    permissions = Self.permissions(.provisional, for: options, .enabled)
    return .answered(granted: true)
  }

  /// Remembers the user's answer to the question that `options` led to.
  /// - Returns: what the app is told.
  @discardableResult
  public mutating func answer(_ isAllowed: Bool, to options: AuthorizationOptions) -> Bool {
    guard permissions.authorization == .notDetermined else { return allows(options) }
    requested = options
    permissions = Self.permissions(
      isAllowed ? .authorized : .denied, for: options, isAllowed ? .enabled : .disabled)
    return allows(options)
  }

  /// Forgets what the app has asked for: the question has gone without an answer.
  public mutating func withdrawRequest() {
    if permissions.authorization == .notDetermined { requested = [] }
  }

  /// Ends the trial of quiet delivery; without one it does nothing.
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
    // Quiet delivery is for the list; what the app may do beyond is known when the user has chosen.
    return NotificationSettings(
      authorization: authorization, alert: value(.alert), sound: value(.sound),
      badge: value(.badge), notificationCentre: setting,
      lockScreen: authorization == .provisional ? .disabled : value(.alert),
      criticalAlert: value(.criticalAlert), timeSensitive: value(.timeSensitive))
  }
}
