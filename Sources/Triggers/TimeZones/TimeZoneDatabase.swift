import Glibc
import Synchronization

/// A source of time zone rules for triggers.
public protocol TimeZoneSource: Sendable {
  /// The zone that the device is in: floating triggers follow it.
  var deviceZone: TimeZoneRules { get }

  /// The rules of a zone of the tz database.
  /// - Throws: ``TimeZoneError`` where there is no such zone.
  func zone(_ identifier: String) throws(TimeZoneError) -> TimeZoneRules

  /// The name of the current state of all rules: while it is the same, the dates of triggers are
  /// the same.
  var version: String { get }

  /// Forgets cached rules, so that they are read again.
  func reload()

  /// The files whose replacement changes the rules.
  var watchedFiles: [String] { get }
}

extension TimeZoneSource {
  /// A source without watched files is read again only by a call of ``reload()``.
  public var watchedFiles: [String] { [] }
}

/// The reason why there are no rules for a zone.
public enum TimeZoneError: Error, Equatable, CustomStringConvertible {
  case unknown(String)
  /// The file of the zone is not valid.
  case malformed(String)

  /// What is wrong and what to do about it, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .unknown(let identifier):
      "there is no time zone '\(identifier)' (such as Europe/Berlin; is tzdata installed?)"
    case .malformed(let identifier): "the file of the time zone '\(identifier)' is damaged"
    }
  }
}

/// The compiled tz database of this machine, as the C library reads it: an update of it takes
/// effect without a new build of Tocsin.
public final class TimeZoneDatabase: TimeZoneSource {
  private struct Cache {
    var zones: [String: TimeZoneRules] = [:]
    var device: TimeZoneRules?
  }

  private let folder: String
  private let deviceFile: String
  private let environmentZone: String?
  private let cache = Mutex(Cache())

  /// - Parameters:
  ///   - folder: the compiled zones; nil is the environment's TZDIR or /usr/share/zoneinfo.
  ///   - deviceFile: the compiled zone of the device.
  ///   - environmentZone: a zone in a form of the environment's TZ, which takes precedence over
  ///     `deviceFile`; nil is none.
  public init(
    folder: String? = nil, deviceFile: String = "/etc/localtime", environmentZone: String? = nil
  ) {
    self.folder = folder ?? getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
    self.deviceFile = deviceFile
    self.environmentZone = environmentZone
  }

  /// The database and the zone that the C library uses, including the environment's TZ.
  public static let system = TimeZoneDatabase(
    environmentZone: getenv("TZ").map { String(cString: $0) })

  /// The zone that the device is in, read at the first call and kept until ``reload()``.
  public var deviceZone: TimeZoneRules {
    if let known = cache.withLock({ $0.device }) { return known }
    let rules = readDeviceZone()
    cache.withLock { $0.device = rules }
    return rules
  }

  /// The rules of a zone by its name in the tz database, kept until ``reload()``, or of one that is
  /// hours and minutes from Greenwich, as Foundation names it: `GMT+0530`.
  /// - Throws: ``TimeZoneError/unknown(_:)`` where there is no such file,
  ///   ``TimeZoneError/malformed(_:)`` where it is damaged.
  public func zone(_ identifier: String) throws(TimeZoneError) -> TimeZoneRules {
    if let known = cache.withLock({ $0.zones[identifier] }) { return known }
    if let offset = Self.offset(fromGreenwich: identifier) {
      return TimeZoneRules(fixedOffset: offset)
    }
    guard Self.isName(identifier), let bytes = Self.read("\(folder)/\(identifier)") else {
      throw .unknown(identifier)
    }
    guard let rules = try? TZifFile.rules(parsing: bytes) else { throw .malformed(identifier) }
    cache.withLock { $0.zones[identifier] = rules }
    return rules
  }

  /// The seconds east of Greenwich of `GMT+hhmm`; nil for other names.
  private static func offset(fromGreenwich identifier: String) -> Int? {
    let name = Array(identifier.utf8)
    guard name.count == 8, identifier.hasPrefix("GMT"), name[3] == 0x2B || name[3] == 0x2D else {
      return nil
    }
    let digits = name[4...].map { Int($0) - 0x30 }
    guard digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
    let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    guard hours <= 18, minutes < 60 else { return nil }
    return (hours * 3_600 + minutes * 60) * (name[3] == 0x2D ? -1 : 1)
  }

  /// The release of the tz database and the rules of the device's zone.
  public var version: String {
    // The first line is "# version 2025b".
    let text = Self.read(folder + "/tzdata.zi").map { bytes in
      String(decoding: bytes.prefix { $0 != 10 }.prefix(80), as: UTF8.self)
    }
    return (text ?? "unknown") + ", device " + String(deviceZone.fingerprint, radix: 16)
  }

  /// Forgets what was read.
  public func reload() { cache.withLock { $0 = Cache() } }

  /// The files that change with the device's zone and with the tz database.
  public var watchedFiles: [String] { [deviceFile, folder + "/tzdata.zi"] }

  /// As in the C library: the environment's zone, else the device's file, else UTC.
  private func readDeviceZone() -> TimeZoneRules {
    if let given = environmentZone {
      let name = given.hasPrefix(":") ? String(given.dropFirst()) : given
      if name.hasPrefix("/") {
        return Self.read(name).flatMap { try? TZifFile.rules(parsing: $0) } ?? .utc
      }
      if let rules = try? zone(name) { return rules }
      return POSIXTimeZone(given).map(TimeZoneRules.init) ?? .utc
    }
    return Self.read(deviceFile).flatMap { try? TZifFile.rules(parsing: $0) } ?? .utc
  }

  /// Whether the identifier is a name, and not a path that leaves the folder.
  private static func isName(_ identifier: String) -> Bool {
    let parts = identifier.split(separator: "/", omittingEmptySubsequences: false)
    return identifier.utf8.count <= 255
      && parts.allSatisfy { part in
        !part.isEmpty && part.first != "."
          && part.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
              UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
              UInt8(ascii: "+"), UInt8(ascii: "."):
              true
            default: false
            }
          }
      }
  }

  /// The largest zone of the database has under 4 KB.
  private static let maximumSize = 1 << 18

  /// The bytes of a plain file of a reasonable size.
  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (1...maximumSize).contains(Int(status.st_size))
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled)
      }
      guard count > 0 || (count < 0 && errno == EINTR) else { return nil }
      filled += max(count, 0)
    }
    return bytes
  }
}
