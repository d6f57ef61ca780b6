package import FoundationEssentials
import LinuxProcess

/// The process that receives messages from servers; other processes see it as an app.
package enum RemoteReceiver {
  /// Its identifier.
  package static let app = "tocsin-remote"

  /// The key of the note with its state: seconds since 1970, and a text.
  package static let statusNote = "remote-status"

  /// The beginning of its state while the engine can be reached.
  package static let connected = "connected"

  /// The key of the note with the error of the box's clock; no text while it is right.
  package static let clockNote = "remote-clock"

  /// The key of the note with its last comparison with the engine.
  package static let comparisonNote = "remote-comparison"

  /// The key of the note with its state for the ntfy server at an address.
  package static func ntfyNote(_ server: String) -> String { "remote-ntfy " + server }

  /// Wakes it after a change of registrations or of the enrolment.
  /// - Returns: false where it does not run.
  @discardableResult
  package static func wake(in folder: StoreFolder) -> Bool { AppPresence.wake(app, in: folder) }
}

/// The state that the receiver last noted, of the engine or of an ntfy server.
package struct ReceiverState: Sendable, Hashable {
  /// The state, for people.
  package let text: String
  /// The time since which it holds.
  package let since: Date

  init?(note: String) {
    let parts = note.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let seconds = Double(parts[0]) else { return nil }
    text = String(parts[1])
    since = Date(timeIntervalSince1970: seconds)
  }
}

/// A comparison of the box with the engine: the receiver has asked for the newest push of each class
/// of each app, and has got all answers.
package struct ReceiverComparison: Codable, Sendable, Hashable {
  /// The time when the last answer came.
  package let date: Date
  /// The number of pushes that the box could not take.
  package let behind: Int
  /// Seconds since the gateway received the oldest of them; nil where there is none, or the server's
  /// time is not known.
  package let seconds: Double?

  package init(date: Date, behind: Int, seconds: Double?) {
    self.date = date
    self.behind = behind
    self.seconds = seconds
  }
}

extension NotificationSchedule {
  /// The receiver's last comparison with the engine; nil where there was none.
  /// - Throws: `StoreError` where the database cannot be read.
  package func receiverComparison() throws(StoreError) -> ReceiverComparison? {
    try store.read(.note(RemoteReceiver.comparisonNote)).flatMap {
      try? JSONDecoder().decode(ReceiverComparison.self, from: Data($0.utf8))
    }
  }

  /// Notes a comparison for other processes. A store that cannot be written is passed over.
  package func noteReceiver(_ comparison: ReceiverComparison) {
    guard let data = try? JSONEncoder().encode(comparison) else { return }
    _ = try? store.apply(
      .noted(RemoteReceiver.comparisonNote, String(decoding: data, as: UTF8.self)))
  }

  /// The state under a key of ``RemoteReceiver``; nil where none was noted.
  /// - Throws: `StoreError` where the database cannot be read.
  package func receiverState(_ key: String) throws(StoreError) -> ReceiverState? {
    try store.read(.note(key)).flatMap(ReceiverState.init)
  }

  /// Notes the receiver's state, as of now, for other processes. A store that cannot be written is
  /// passed over.
  package func noteReceiver(_ key: String, _ text: String) {
    let seconds = Int64(clock.now.wall.timeIntervalSince1970)
    _ = try? store.apply(.noted(key, "\(seconds) \(text)"))
  }
}
