import FoundationEssentials
import NotificationTypes
import SoundResolution

/// The configuration of a user, for the daemon, for apps that deliver their own notifications and
/// for `tocsinctl notify`: `tocsin.yml`, and variables of the environment, which take precedence.
extension HostConfiguration {
  private static let keys: Set<String> = [
    "audio.device", "audio.wait", "banners.enabled", "banners.wait", "sound.default", "sound.theme",
    "sound.folders", "authorization.unanswered", "authorization.unattended", "critical.unmute",
    "quiet.doNotDisturb", "quiet.muted", "quiet.hours", "quiet.criteria", "commands.limit",
    "location.gpsd", "log.level",
  ]

  /// `$XDG_CONFIG_HOME/tocsin/tocsin.yml`, or `/etc/tocsin/tocsin.yml` for a user without a home.
  public static func standardPath(_ environment: [String: String]) -> String {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return folder + "/tocsin/tocsin.yml"
    }
    let own = environment["HOME"].map { $0 + "/.config/tocsin/tocsin.yml" }
    if let own, FileManager.default.fileExists(atPath: own) { return own }
    return "/etc/tocsin/tocsin.yml"
  }

  /// Takes over the user's settings; unusable ones are not changed.
  /// - Parameters:
  ///   - path: the path of the file; nil is the standard one, which may be missing.
  ///   - environment: the environment of the process.
  /// - Returns: the unusable settings, each with the reason.
  public mutating func read(
    _ path: String? = nil, environment: [String: String]
  ) -> [ConfigurationError] {
    let file = path ?? Self.standardPath(environment)
    var values = ConfigurationValues(
      environment: environment, path: file, isRequired: path != nil, keys: Self.keys)
    take(&values)
    takePolicy(&values)
    return values.problems.map { ConfigurationError(description: "\(file): \($0)") }
  }

  /// Sets the devices to names with spaces between them, in the order in which they are tried.
  package mutating func setDevices(_ names: String) {
    devices = names.split(separator: " ").map(String.init)
  }

  private mutating func take(_ values: inout ConfigurationValues) {
    if let text = values.text("audio.device"), !text.isEmpty {
      setDevices(text)
    }
    ringing.deviceGrace = values.seconds("audio.wait", 0...3_600) ?? ringing.deviceGrace
    ringing.unmutesForCritical = values.flag("critical.unmute") ?? ringing.unmutesForCritical
    hasBanners = values.flag("banners.enabled") ?? hasBanners
    bannerWait = values.seconds("banners.wait", 0...3_600) ?? bannerWait
    defaultSound =
      values.value("sound.default", "is not a sound's name") { DefaultSound($0) } ?? defaultSound
    if let theme = values.text("sound.theme") { soundTheme.name = theme }
    gpsd =
      values.value(
        "location.gpsd",
        "is not off, an absolute path, or an address of this machine such as localhost:2947"
      ) { GPSDAddress.parse($0) } ?? gpsd
    let folders = values.value("sound.folders", "is not a list of absolute paths") { text in
      let folders = text.split(separator: ":").map(String.init)
      return folders.allSatisfy { $0.hasPrefix("/") } ? folders : nil
    }
    soundFolders = folders ?? soundFolders
    logLevel =
      values.value("log.level", "is none of \(Self.logLevels.joined(separator: ", "))") { level in
        Self.logLevels.contains(level) ? level : nil
      } ?? logLevel
  }

  private mutating func takePolicy(_ values: inout ConfigurationValues) {
    policy.authorization =
      values.value("authorization.unanswered", "is not ask, allow or deny") {
        DeliveryPolicy.Unanswered(rawValue: $0)
      } ?? policy.authorization
    policy.unattended = values.flag("authorization.unattended") ?? policy.unattended
    policy.doNotDisturb = values.flag("quiet.doNotDisturb") ?? policy.doNotDisturb
    policy.isMuted = values.flag("quiet.muted") ?? policy.isMuted
    if let text = values.text("quiet.criteria") { policy.passingCriteria = Self.criteria(text) }
    let hours = values.value("quiet.hours", "is not like 22:00-07:00", Self.hours)
    if let hours {
      policy.quietHours =
        values.value("quiet.hours", "begins when it ends") { _ in
          hours.start == hours.end ? nil : hours
        } ?? policy.quietHours
    }
    policy.commandLimit =
      values.seconds("commands.limit", 0.001...3_600) ?? policy.commandLimit
  }

  /// The parts between commas, without the space around them.
  private static func criteria(_ text: String) -> Set<String> {
    let parts = text.split(separator: ",").map { $0.trimmed }
    return Set(parts.filter { !$0.isEmpty })
  }

  private static func hours(_ text: String) -> QuietHours? {
    let times = text.split(separator: "-").map { TimeOfDay(String($0)) }
    guard times.count == 2, let start = times[0], let end = times[1] else { return nil }
    return QuietHours(start: start, end: end)
  }

  /// The levels of swift-log.
  private static let logLevels = [
    "trace", "debug", "info", "notice", "warning", "error", "critical",
  ]

  /// The settings that differ in `new` and need a restart of a running daemon.
  public func needingRestart(to new: HostConfiguration) -> [String] {
    let differences = [
      ("audio.device", devices != new.devices),
      ("audio.wait", ringing.deviceGrace != new.ringing.deviceGrace),
      ("critical.unmute", ringing.unmutesForCritical != new.ringing.unmutesForCritical),
      ("banners.enabled", hasBanners != new.hasBanners),
      ("banners.wait", bannerWait != new.bannerWait), ("location.gpsd", gpsd != new.gpsd),
      ("log.level", logLevel != new.logLevel),
    ]
    return differences.filter(\.1).map(\.0)
  }
}
