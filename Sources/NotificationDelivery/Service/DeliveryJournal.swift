import Dispatch
import Foundation
import NotificationScheduling
import Synchronization

/// Brings what was seen and heard into the store, in the order in which it comes, as much at once as
/// there is: ten thousand notifications in a second are a few transactions.
final class DeliveryJournal: Sendable {
  enum Entry: Sendable {
    case note(DeliveryNote)
    case amendment(DeliveryAmendment)
    case badge(Int, app: String)
    /// The user has dealt with it.
    case removal(app: String, identifier: String)
  }

  private struct State {
    var entries: [Entry] = []
    /// Where the notes are among the entries.
    var notes: [NoteKey: Int] = [:]
    var isScheduled = false
    var hasFailed = false
  }

  private struct NoteKey: Hashable {
    let app: String
    let identifier: String
    let date: Date
  }

  /// A store that cannot be written for long is not waited for with more than this.
  private static let limit = 20_000

  /// What is shown and heard of a notification comes in several parts, soon one after the other.
  private static let pause = DispatchTimeInterval.milliseconds(5)

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "tocsin.journal")
  private let store: NotificationStore
  private let onFailure: @Sendable (StoreError) -> Void

  init(_ store: NotificationStore, onFailure: @escaping @Sendable (StoreError) -> Void) {
    self.store = store
    self.onFailure = onFailure
  }

  func append(_ entry: Entry) {
    let starts = state.withLock { state in
      if !Self.merge(entry, into: &state), !state.hasFailed || state.entries.count < Self.limit {
        if case .note(let note) = entry { state.notes[Self.key(note)] = state.entries.count }
        state.entries.append(entry)
      }
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if starts { queue.asyncAfter(deadline: .now() + Self.pause) { self.write() } }
  }

  private static func key(_ note: DeliveryNote) -> NoteKey {
    NoteKey(app: note.app, identifier: note.identifier, date: note.date)
  }

  /// Puts an amendment into the note that it is about, if that waits, too.
  private static func merge(_ entry: Entry, into state: inout State) -> Bool {
    guard case .amendment(let item) = entry,
      let index = state.notes[
        NoteKey(app: item.app, identifier: item.identifier, date: item.date)],
      case .note(var note) = state.entries[index]
    else { return false }
    item.apply(to: &note.record)
    state.entries[index] = .note(note)
    return true
  }

  /// Returns when everything that came before is in the store, or cannot be brought there.
  func flush() { queue.sync { write() } }

  private func write() {
    let entries = state.withLock { state in
      defer { state = State(hasFailed: state.hasFailed) }
      return state.entries
    }
    do {
      try write(entries)
      state.withLock { $0.hasFailed = false }
    } catch {
      onFailure(error)
      keep(entries)
    }
  }

  /// Runs of one kind go together; their order stays.
  private func write(_ entries: [Entry]) throws(StoreError) {
    var notes: [DeliveryNote] = []
    var amendments: [DeliveryAmendment] = []
    var badges: [String: Int] = [:]
    func end() throws(StoreError) {
      if !notes.isEmpty { try store.record(notes) }
      if !amendments.isEmpty { try store.amend(amendments) }
      notes = []
      amendments = []
    }
    for entry in entries {
      switch entry {
      case .note(let note):
        if !amendments.isEmpty { try end() }
        notes.append(note)
      // Notes are written before amendments: one may follow the note that it is about.
      case .amendment(let amendment): amendments.append(amendment)
      case .badge(let count, let app): badges[app] = count
      case .removal(let app, let identifier):
        try end()
        _ = try store.removeDelivered(app: app, identifiers: [identifier])
      }
    }
    try end()
    for (app, count) in badges { try store.setBadge(count, app: app) }
  }

  /// What could not be written goes with what comes next; writing it twice does no harm.
  private func keep(_ entries: [Entry]) {
    state.withLock { state in
      state.entries = Array((entries + state.entries).prefix(Self.limit))
      // Amendments of these follow their notes.
      state.notes = [:]
      state.hasFailed = true
    }
  }
}
