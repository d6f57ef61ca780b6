/// The place where the engine keeps pushes: one for each device, app and class, which holds the
/// newest push.
///
///     push.<device>.<app>.<class>        and  live.…  for devices that listen at the moment
public struct PushSubject: Sendable, Hashable {
  /// The classes of pushes, kept apart so that a push without an alert never replaces one with an
  /// alert.
  public enum Class: String, Sendable, Hashable, CaseIterable {
    /// Alerts, and all other pushes that users notice.
    case alert = "a"
    /// For the app alone: `apns-push-type: background`.
    case background = "b"
  }

  /// 16 lower-case hexadecimal digits, given with the enrolment.
  public let device: String
  /// 16 lower-case hexadecimal digits: the first eight bytes of the topic's SHA-256.
  public let app: String
  /// The class, which decides between the app's two places.
  public let pushClass: Class

  /// The place of an app's pushes on a device; nil where `device` is not 16 hexadecimal digits.
  /// - Parameters:
  ///   - device: 16 lowercase hexadecimal digits.
  ///   - topic: the identifier of the app.
  ///   - pushClass: the class of the pushes.
  public init?(device: String, topic: String, pushClass: Class) {
    self.init(device: device, app: Self.app(ofTopic: topic), pushClass: pushClass)
  }

  /// A place by the names of subjects; nil if one of them is invalid.
  public init?(device: some StringProtocol, app: some StringProtocol, pushClass: Class) {
    guard Self.isName(device), Self.isName(app) else { return nil }
    self.device = String(device)
    self.app = String(app)
    self.pushClass = pushClass
  }

  /// A place by the numbers that its names are the digits of.
  public init(device: UInt64, app: UInt64, pushClass: Class) {
    self.device = Hexadecimal.text(device)
    self.app = Hexadecimal.text(app)
    self.pushClass = pushClass
  }

  /// Reads `push.<device>.<app>.<class>`, or the same with `live`; nil for anything else.
  public init?(parsing text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "push" || parts[0] == "live",
      let pushClass = Class(rawValue: String(parts[3]))
    else { return nil }
    self.init(device: parts[1], app: parts[2], pushClass: pushClass)
  }

  /// The name under which the stream stores it.
  public var stored: String { "push." + path }
  /// The subject on which the push is sent to devices that listen.
  public var live: String { "live." + path }
  /// The subject at which a device asks its gateway for the newest one. It is that of NATS's direct
  /// get from the stream `PUSH`.
  public var directGet: String { "$JS.API.DIRECT.GET.PUSH." + stored }

  private var path: String { "\(device).\(app).\(pushClass.rawValue)" }

  /// An app as subjects name it.
  public static func app(ofTopic topic: String) -> String {
    Hexadecimal.text(appNumber(ofTopic: topic))
  }

  /// The number that an app's name in subjects is the digits of.
  public static func appNumber(ofTopic topic: String) -> UInt64 {
    Digests.sha256(Array(topic.utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether it can name a device or an app.
  public static func isName(_ text: some StringProtocol) -> Bool {
    Hexadecimal.number(text) != nil
  }
}
