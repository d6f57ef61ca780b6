import Configuration
import Foundation
import Logging
import NotificationDelivery
import SoundResolution

/// What a user sets for the daemon: in `tocsin.yml`, or in the environment by names such as
/// `TOCSIN_AUDIO_DEVICE`, which go first.
struct DaemonConfiguration: Sendable, Hashable {
  var host = HostConfiguration()
  var logLevel = "info"

  private static let keys: Set<String> = [
    "audio.device", "audio.wait", "banners.enabled", "banners.wait", "sound.default", "sound.theme",
    "sound.folders",
    "authorization.unanswered", "authorization.unattended", "quiet.doNotDisturb", "quiet.muted",
    "quiet.hours", "commands.limit", "log.level",
  ]

  /// Why a setting cannot be used.
  struct Invalid: Error, CustomStringConvertible {
    let key: String
    let reason: String
    var description: String { "\(key): \(reason)" }
  }

  /// Why a configuration cannot be used, in the words of whoever has read it.
  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameter path: of the file; one that is not there is an empty one, unless it was asked for.
  static func load(_ path: String, isRequired: Bool) throws -> DaemonConfiguration {
    do {
      let environment = EnvironmentVariablesProvider().prefixKeys(with: "tocsin")
      let file = try ConfigurationFile(path: path, isRequired: isRequired, keys: keys)
      let provider = InMemoryProvider(name: path, values: file.values)
      return try DaemonConfiguration(ConfigReader(providers: [environment, provider]))
    } catch {
      throw Unusable(description: "\(path): \(error)")
    }
  }

  /// `$XDG_CONFIG_HOME/tocsin/tocsin.yml`, or `/etc/tocsin/tocsin.yml` for who has no home.
  static var standardPath: String {
    let environment = ProcessInfo.processInfo.environment
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return folder + "/tocsin/tocsin.yml"
    }
    let own = environment["HOME"].map { $0 + "/.config/tocsin/tocsin.yml" }
    if let own, FileManager.default.fileExists(atPath: own) { return own }
    return "/etc/tocsin/tocsin.yml"
  }

  init() {}

  init(_ reader: ConfigReader) throws {
    self.init()
    if let device = try reader.text("audio.device") {
      host.devices = device.split(separator: " ").map(String.init)
    }
    host.ringing.deviceGrace = try reader.seconds("audio.wait", 0...3_600) ?? Self.wait
    host.hasBanners = try reader.flag("banners.enabled") ?? true
    host.bannerWait = try reader.seconds("banners.wait", 0...3_600) ?? Self.wait
    if let text = try reader.text("sound.default") {
      guard let sound = DefaultSound(text) else {
        throw Invalid(key: "sound.default", reason: "'\(text)' is no sound's name")
      }
      host.defaultSound = sound
    }
    if let theme = try reader.text("sound.theme") { host.soundTheme.name = theme }
    if let folders = try reader.text("sound.folders") {
      host.soundFolders = folders.split(separator: ":").map(String.init)
      if let folder = host.soundFolders.first(where: { !$0.hasPrefix("/") }) {
        throw Invalid(key: "sound.folders", reason: "'\(folder)' is no absolute path")
      }
    }
    host.policy = try Self.policy(reader)
    if let level = try reader.text("log.level") {
      guard Logger.Level(rawValue: level) != nil else {
        let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        throw Invalid(key: "log.level", reason: "'\(level)' is none of \(levels)")
      }
      logLevel = level
    }
  }

  private static func policy(_ reader: ConfigReader) throws -> DeliveryPolicy {
    var policy = DeliveryPolicy()
    if let text = try reader.text("authorization.unanswered") {
      guard let value = DeliveryPolicy.Unanswered(rawValue: text) else {
        throw Invalid(
          key: "authorization.unanswered", reason: "'\(text)' is not ask, allow or deny")
      }
      policy.authorization = value
    }
    policy.unattended = try reader.flag("authorization.unattended") ?? policy.unattended
    policy.doNotDisturb = try reader.flag("quiet.doNotDisturb") ?? false
    policy.isMuted = try reader.flag("quiet.muted") ?? false
    if let text = try reader.text("quiet.hours") {
      let times = text.split(separator: "-").map { TimeOfDay(String($0)) }
      guard times.count == 2, let start = times[0], let end = times[1] else {
        throw Invalid(key: "quiet.hours", reason: "'\(text)' is not like 22:00-07:00")
      }
      guard start != end else {
        throw Invalid(key: "quiet.hours", reason: "'\(text)' begins when it ends")
      }
      policy.quietHours = QuietHours(start: start, end: end)
    }
    policy.commandLimit =
      try reader.seconds("commands.limit", 0.001...3_600) ?? policy.commandLimit
    return policy
  }

  /// At boot and at login a desktop and a sound server take less.
  private static let wait = Duration.seconds(60)

  /// The settings that differ in `new` and that a running daemon does not take over.
  func needingRestart(to new: DaemonConfiguration) -> [String] {
    let differences = [
      ("audio.device", host.devices != new.host.devices),
      ("audio.wait", host.ringing != new.host.ringing),
      ("banners.enabled", host.hasBanners != new.host.hasBanners),
      ("banners.wait", host.bannerWait != new.host.bannerWait),
      ("log.level", logLevel != new.logLevel),
    ]
    return differences.filter(\.1).map(\.0)
  }
}

extension ConfigReader {
  /// A value as text, whatever it is in the file; nil where there is none.
  fileprivate func text(_ key: ConfigKey) throws -> String? {
    if let text = string(forKey: key) { return text }
    if let number = int(forKey: key) { return "\(number)" }
    if let number = double(forKey: key) { return "\(number)" }
    return bool(forKey: key).map { "\($0)" }
  }

  fileprivate func seconds(_ key: ConfigKey, _ range: ClosedRange<Double>) throws -> Duration? {
    guard let text = try text(key) else { return nil }
    guard let seconds = Double(text), range.contains(seconds) else {
      throw DaemonConfiguration.Invalid(
        key: "\(key)", reason: "'\(text)' is not a number of seconds up to 3600")
    }
    return .seconds(seconds)
  }

  fileprivate func flag(_ key: ConfigKey) throws -> Bool? {
    if let flag = bool(forKey: key) { return flag }
    guard let text = try text(key) else { return nil }
    switch text.lowercased() {
    case "true", "yes", "on", "1": return true
    case "false", "no", "off", "0": return false
    default:
      throw DaemonConfiguration.Invalid(key: "\(key)", reason: "'\(text)' is not true or false")
    }
  }
}
