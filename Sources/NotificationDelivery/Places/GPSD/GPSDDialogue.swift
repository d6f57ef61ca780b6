import FoundationEssentials
import NotificationStorage
import Triggers

/// What is said on one connection to gpsd: it greets, is asked for positions, and sends them until the
/// end. A value that knows neither socket nor clock.
struct GPSDDialogue: Sendable {
  enum Step: Sendable, Equatable {
    /// These bytes are to be sent.
    case send([UInt8])
    case fix(GeoCoordinate, accuracy: Double?, time: Date?)
    /// The other side is not a gpsd, or one that has gone mad.
    case hangUp(reason: String)
  }

  /// The maximum number of lines in a row that are not gpsd's.
  private static let patience = 20
  /// gpsd_json(5): reports from all devices as JSON, from now on.
  private static let watch = Array(#"?WATCH={"enable":true,"json":true};"#.utf8 + [0x0A])

  private var isGreeted = false
  private var garbageCount = 0

  mutating func take(_ line: [UInt8]) -> Step? {
    let report = GPSDReport(line)
    guard isGreeted else {
      guard case .version = report else { return .hangUp(reason: "it is not a gpsd") }
      isGreeted = true
      return .send(Self.watch)
    }
    switch report {
    case .fix(let place, let accuracy, let time):
      garbageCount = 0
      return .fix(place, accuracy: accuracy, time: time)
    case .noFix, .other, .version:
      garbageCount = 0
      return nil
    case .garbage:
      garbageCount += 1
      return garbageCount > Self.patience ? .hangUp(reason: "it sends no reports") : nil
    }
  }
}
