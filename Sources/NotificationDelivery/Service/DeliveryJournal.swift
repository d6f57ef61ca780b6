import Dispatch
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
    var isWriting = false
  }

  /// A store that cannot be written for long is not waited for with more than this.
  private static let limit = 20_000

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "tocsin.journal")
  private let store: any NotificationStore
  private let onFailure: @Sendable (StoreError) -> Void

  init(_ store: any NotificationStore, onFailure: @escaping @Sendable (StoreError) -> Void) {
    self.store = store
    self.onFailure = onFailure
  }

  func append(_ entry: Entry) {
    let starts = state.withLock { state in
      if state.entries.count < Self.limit { state.entries.append(entry) }
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if starts { queue.async { self.write() } }
  }

  /// Returns when everything that came before is in the store, or cannot be brought there.
  func flush() { queue.sync {} }

  private func write() {
    while true {
      let entries = state.withLock { state in
        defer { state.entries = [] }
        if state.entries.isEmpty { state.isWriting = false }
        return state.entries
      }
      guard !entries.isEmpty else { return }
      do {
        try write(entries)
      } catch {
        onFailure(error)
        keep(entries)
        return
      }
    }
  }

  /// Runs of one kind go together; their order stays.
  private func write(_ entries: [Entry]) throws(StoreError) {
    var notes: [DeliveryNote] = []
    var amendments: [DeliveryAmendment] = []
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
      case .badge(let count, let app):
        try end()
        try store.setBadge(count, app: app)
      case .removal(let app, let identifier):
        try end()
        _ = try store.removeDelivered(app: app, identifiers: [identifier])
      }
    }
    try end()
  }

  /// What could not be written goes with what comes next; writing it twice does no harm.
  private func keep(_ entries: [Entry]) {
    state.withLock { state in
      state.entries = Array((entries + state.entries).prefix(Self.limit))
      state.isWriting = false
    }
  }
}
