import Foundation

/// The identifiers of requests that were made by an API which has none, or needs none.
enum LocalIdentifier {
  /// Of a request that stands for the first date of one that repeats.
  private static let companion = "/first"

  /// The last one is the notification's own.
  static func new(count: Int, _ given: String? = nil) -> [String] {
    let own = given ?? UUID().uuidString
    return count < 2 ? [own] : [own + companion, own]
  }

  static func isCompanion(_ identifier: String) -> Bool { identifier.hasSuffix(companion) }

  static func own(of identifier: String) -> String {
    isCompanion(identifier) ? String(identifier.dropLast(companion.count)) : identifier
  }

  static func withCompanion(_ own: String) -> [String] { [own, own + companion] }
}

enum Complaint {
  static func write(_ reason: String) {
    FileHandle.standardError.write(
      Data("tocsin: the notification is not scheduled: \(reason)\n".utf8))
  }
}
