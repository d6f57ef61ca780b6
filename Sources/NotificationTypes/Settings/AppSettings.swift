/// All that decides how the notifications of one app are delivered, as the user has set it.
public struct AppSettings: Codable, Hashable, Sendable {
  /// The appearance of an alert.
  public enum AlertStyle: String, Codable, Hashable, Sendable, CaseIterable {
    /// Only in the list.
    case none
    /// For a while.
    case banner
    /// It stays until the user handles it.
    case alert
  }

  /// When the text of a notification may be read.
  public enum Previews: String, Codable, Hashable, Sendable, CaseIterable {
    case always
    /// It is hidden on a locked screen.
    case whenUnlocked = "when-unlocked"
    case never
  }

  /// The user's permissions for the app.
  public var permissions: NotificationSettings
  /// The appearance of banners.
  public var alertStyle: AlertStyle
  /// When texts may be read on the screen.
  public var previews: Previews
  /// The factor of the app's sounds, 0 to 1; critical ones bring their own.
  public private(set) var volume: Double
  /// The options that the app has requested so far, with those of the request that the user
  /// answered.
  public internal(set) var requested: AuthorizationOptions
  /// What the app may know of the place of the device.
  public var location: LocationSettings
  /// True where ``isSilent``, else nil.
  var silence: Bool?

  /// Whether the app has registered for nothing: nobody is asked about it, and nothing of its
  /// notifications is shown or heard.
  public var isSilent: Bool {
    silence == true && permissions.authorization == .notDetermined && requested.isEmpty
  }

  /// Settings; the defaults are those of a new app. `volume` is kept within 0...1, and NaN counts
  /// as 1.
  public init(
    permissions: NotificationSettings = NotificationSettings(), alertStyle: AlertStyle = .banner,
    previews: Previews = .always, volume: Double = 1, requested: AuthorizationOptions = [],
    location: LocationSettings = LocationSettings()
  ) {
    self.permissions = permissions
    self.alertStyle = alertStyle
    self.previews = previews
    self.volume = Self.valid(volume)
    self.requested = requested
    self.location = location
  }

  /// Changes the factor of the app's sounds; it is kept within 0...1.
  public mutating func setVolume(_ volume: Double) { self.volume = Self.valid(volume) }

  private static func valid(_ volume: Double) -> Double {
    volume.isNaN ? 1 : min(max(volume, 0), 1)
  }

  private enum CodingKeys: String, CodingKey {
    case permissions, alertStyle, previews, volume, requested, location, silence
  }

  /// Reads the settings. Omitted values are those of new settings, so that a person can write a
  /// part of them.
  /// - Throws: `DecodingError`, ``NotificationFormatError`` where a later version has written the
  ///   permissions.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let new = AppSettings()
    self.init(
      permissions: try container.decodeIfPresent(NotificationSettings.self, forKey: .permissions)
        ?? new.permissions,
      alertStyle: try container.decodeIfPresent(AlertStyle.self, forKey: .alertStyle)
        ?? new.alertStyle,
      previews: try container.decodeIfPresent(Previews.self, forKey: .previews) ?? new.previews,
      volume: try container.decodeIfPresent(Double.self, forKey: .volume) ?? new.volume,
      requested: try container.decodeIfPresent(AuthorizationOptions.self, forKey: .requested)
        ?? new.requested,
      location: try container.decodeIfPresent(LocationSettings.self, forKey: .location)
        ?? new.location)
    silence = try container.decodeIfPresent(Bool.self, forKey: .silence)
  }
}
