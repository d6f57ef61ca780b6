/// What has changed in a store: a wake-up carries it as one byte.
package struct StoreParts: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  /// Requests were added, or are due.
  package static let requests = StoreParts(rawValue: 1)
  /// Responses, messages, and answers of apps.
  package static let inbox = StoreParts(rawValue: 2)
  /// Settings, registrations, badges and questions of apps.
  package static let profiles = StoreParts(rawValue: 4)
  /// The list of delivered notifications.
  package static let list = StoreParts(rawValue: 8)
  package static let everything: StoreParts = [.requests, .inbox, .profiles, .list]

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// - Parameter message: the byte of a wake-up. Earlier versions send 0, later ones may send what
  ///   is not known here: both mean anything.
  package init(message: UInt8) {
    let parts = StoreParts(rawValue: message)
    self = !parts.isEmpty && parts.isSubset(of: .everything) ? parts : .everything
  }
}
