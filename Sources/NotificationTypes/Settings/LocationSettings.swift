/// What the user lets an app know of the place where the device is.
public enum LocationAccess: String, Codable, Hashable, Sendable, CaseIterable {
  /// The user has not been asked.
  case notDetermined = "not-determined"
  case denied
  /// While the app is used; its notifications may wait for a region.
  case whenInUse = "when-in-use"
  /// At any time.
  case always

  /// Whether the app's notifications may wait for a region.
  public var isAllowed: Bool { self == .whenInUse || self == .always }
}

/// An app's permission to use the place of the device, and its question about that.
public struct LocationSettings: Codable, Hashable, Sendable {
  /// What the user allows.
  public internal(set) var access: LocationAccess
  /// The access about which the user is to be asked; nil where there is no question.
  public internal(set) var requested: LocationAccess?
  /// The reason that the app gives for its question.
  public internal(set) var purpose: String
  /// Whether the user has refused ``LocationAccess/always`` to an app that may use it otherwise.
  private var isAlwaysRefused: Bool

  /// Settings; the default is that of a new app.
  public init(access: LocationAccess = .notDetermined) {
    self.access = access
    purpose = ""
    isAlwaysRefused = false
  }

  /// Takes an app's request. The user is asked once about each access; the answer stays.
  /// - Parameters:
  ///   - wanted: when-in-use or always.
  ///   - purpose: the reason, for the user to read.
  /// - Returns: whether the user has to be asked.
  public mutating func request(_ wanted: LocationAccess, purpose: String) -> Bool {
    guard wanted.isAllowed else { return false }
    switch access {
    case .notDetermined: break
    case .whenInUse where wanted == .always && !isAlwaysRefused: break
    case .denied, .whenInUse, .always: return false
    }
    // An app that asks for both before the answer gets one question, about the greater one.
    if requested != .always { requested = wanted }
    self.purpose = purpose
    return true
  }

  /// Stores the user's answer to the question; without one it does nothing.
  public mutating func answer(_ isAllowed: Bool) {
    guard let wanted = requested else { return }
    requested = nil
    if isAllowed {
      access = wanted
    } else if access == .notDetermined {
      access = .denied
    } else {
      isAlwaysRefused = true
    }
  }

  /// Forgets the question, because it ended without an answer.
  public mutating func withdrawRequest() { requested = nil }

  /// Sets what the user allows, without a question.
  public mutating func set(_ access: LocationAccess) { self = LocationSettings(access: access) }

  private enum CodingKeys: String, CodingKey { case access, requested, purpose, isAlwaysRefused }

  /// Reads the settings. Omitted values are those of new settings.
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    access = try container.decode(.access, or: .notDetermined)
    requested = try container.decodeIfPresent(LocationAccess.self, forKey: .requested)
    purpose = try container.decode(.purpose, or: "")
    isAlwaysRefused = try container.decode(.isAlwaysRefused, or: false)
  }
}
