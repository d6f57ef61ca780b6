import FoundationEssentials
import NotificationStorage
import Triggers

/// The objects of gpsd's JSON protocol that matter here (gpsd_json(5)).
enum GPSDReport: Sendable, Equatable {
  /// The first line of a connection.
  case version(release: String)
  /// A position, and its time where the receiver knows it.
  case fix(GeoCoordinate, accuracy: Double?, time: Date?)
  /// A receiver without a position: mode 0 or 1.
  case noFix
  /// An object of another class.
  case other
  /// Not an object of gpsd's.
  case garbage

  init(_ line: [UInt8]) {
    guard line.first == UInt8(ascii: "{"), let object = Self.decoded(Head.self, line) else {
      self = .garbage
      return
    }
    switch object.class {
    case "VERSION": self = .version(release: object.release ?? "")
    case "TPV": self = Self.decoded(Position.self, line).map(Self.position) ?? .garbage
    default: self = .other
    }
  }

  private static func decoded<Value: Decodable>(_ type: Value.Type, _ line: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(line))
  }

  private struct Head: Decodable {
    let `class`: String
    let release: String?
  }

  /// Class TPV. Lengths are metres; `eph` is the error on the ground, `epx` and `epy` are its parts.
  private struct Position: Decodable {
    let mode: Int
    let time: String?
    let lat: Double?
    let lon: Double?
    let eph: Double?
    let epx: Double?
    let epy: Double?
  }

  private static func position(_ report: Position) -> GPSDReport {
    guard report.mode >= 2, let latitude = report.lat, let longitude = report.lon else {
      return .noFix
    }
    guard let place = GeoCoordinate(latitude: latitude, longitude: longitude) else {
      return .garbage
    }
    let parts: Double? =
      if let x = report.epx, let y = report.epy { (x * x + y * y).squareRoot() } else { nil }
    return .fix(place, accuracy: report.eph ?? parts, time: report.time.flatMap(Self.date))
  }

  private static func date(_ text: String) -> Date? {
    let whole = Date.ISO8601FormatStyle()
    return (try? whole.year().month().day().time(includingFractionalSeconds: true).parse(text))
      ?? (try? whole.parse(text))
  }
}
