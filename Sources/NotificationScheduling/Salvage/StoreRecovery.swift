public import Foundation

/// What was done about a damaged store.
public struct StoreRecovery: Codable, Sendable, Hashable, CustomStringConvertible {
  /// When it was done.
  public let date: Date
  /// What was found to be wrong.
  public let damage: String
  /// Where the damaged files are now; nothing is thrown away.
  public let quarantine: String
  /// So many requests were read from the damaged database.
  public internal(set) var salvagedCount = 0
  /// So many more came from the backup: what became of them since is not known.
  public internal(set) var restoredCount = 0
  /// So many requests are known to have been there, and are lost.
  public internal(set) var lostCount = 0
  /// Whether more may be lost than is known.
  public internal(set) var mayHaveLostMore = false

  init(date: Date, damage: String, quarantine: String) {
    self.date = date
    self.damage = damage
    self.quarantine = quarantine
  }

  /// So long it is told, in seconds: thirty days, as what was delivered.
  static let lifetime = 30 * 86_400.0

  /// A clock that has gone back hides none.
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
    return text + "; the damaged files are \(quarantine)*"
  }
}

extension StoreRecovery {
  /// The keys of notes that tell of recoveries begin so.
  static let notePrefix = "recovery "

  var noteKey: String { Self.notePrefix + "\(date.microseconds)" }

  var note: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  init?(note: String) {
    guard let recovery = try? JSONDecoder().decode(StoreRecovery.self, from: Data(note.utf8))
    else { return nil }
    self = recovery
  }
}
