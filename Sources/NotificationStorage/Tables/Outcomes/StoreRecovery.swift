public import FoundationEssentials
import LinuxProcess

/// The repair of a damaged store.
public struct StoreRecovery: Codable, Sendable, Hashable, CustomStringConvertible {
  /// The date of the repair.
  public let date: Date
  /// The damage that was found.
  public let damage: String
  /// The path of the damaged files; nothing is deleted.
  public let quarantine: String
  /// The number of requests that were read from the damaged database.
  public package(set) var salvagedCount = 0
  /// The number of requests that came from the backup in addition; changes since the backup are
  /// unknown.
  public package(set) var restoredCount = 0
  /// The number of requests that are known to be lost.
  public package(set) var lostCount = 0
  /// Whether more requests may be lost than is known.
  public package(set) var mayHaveLostMore = false
  /// What is lost of the other tables; empty where nothing is.
  public package(set) var others: [Loss] {
    get { losses ?? [] }
    set { losses = newValue }
  }
  /// Nil in the notes of versions that did not count it.
  private var losses: [Loss]?

  package init(date: Date, damage: String, quarantine: String) {
    self.date = date
    self.damage = damage
    self.quarantine = quarantine
  }

  /// A table of the store besides that of the requests.
  public enum Table: String, Codable, Sendable, CaseIterable {
    case delivered, missed, inbox, registration, setting, category, badge, delivery
    case remoteRegistration = "remote_registration"
    case remotePosition = "remote_position"
    case remoteTaken = "remote_taken"
    /// One of these, of which it is not known which.
    case other

    fileprivate var noun: String {
      switch self {
      case .delivered: "delivered notifications"
      case .missed: "missed notifications"
      case .inbox: "responses and messages for apps"
      case .registration: "registered apps"
      case .setting: "settings of apps"
      case .category: "categories of actions"
      case .badge: "badges"
      case .delivery: "deliveries"
      case .remoteRegistration: "registrations with servers"
      case .remotePosition: "positions in the streams of servers"
      case .remoteTaken: "names of received messages"
      case .other: "other entries"
      }
    }
  }

  /// What is lost of one table.
  public struct Loss: Codable, Sendable, Hashable, CustomStringConvertible {
    /// The table.
    public let table: Table
    /// The number of rows that are known to be lost.
    public let lostCount: Int
    /// Whether more may be lost than is known.
    public let mayHaveLostMore: Bool

    package init(table: Table, lostCount: Int, mayHaveLostMore: Bool) {
      self.table = table
      self.lostCount = lostCount
      self.mayHaveLostMore = mayHaveLostMore
    }

    /// A clause for people, such as "6 registered apps are lost".
    public var description: String {
      if lostCount == 0 { return "some \(table.noun) may be lost" }
      return "\(lostCount)\(mayHaveLostMore ? " or more" : "") \(table.noun) are lost"
    }
  }

  /// Seconds for which it is reported: thirty days, as for delivered notifications.
  package static let lifetime = 30 * 86_400.0

  /// A date in the future, after a clock was set back, counts as recent.
  var isRecent: Bool { Date().timeIntervalSince(date) < Self.lifetime }

  /// A sentence for people.
  public var description: String {
    var text =
      "the database of the notifications was damaged (\(damage)): \(salvagedCount) requests were salvaged"
    if restoredCount > 0 { text += ", \(restoredCount) came from the backup" }
    if lostCount > 0 {
      text += ", \(lostCount)\(mayHaveLostMore ? " or more" : "") are lost"
    } else {
      text += mayHaveLostMore ? ", some may be lost" : ", none is lost"
    }
    for loss in others { text += "; \(loss)" }
    return text + "; the damaged files are \(quarantine)*"
  }
}

extension StoreRecovery {
  /// The beginning of the keys of notes about recoveries.
  package static let notePrefix = "recovery "

  package var noteKey: String { Self.notePrefix + "\(date.microseconds)" }

  package var note: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  package init?(note: String) {
    guard let recovery = try? JSONDecoder().decode(StoreRecovery.self, from: Data(note.utf8))
    else { return nil }
    self = recovery
  }
}
