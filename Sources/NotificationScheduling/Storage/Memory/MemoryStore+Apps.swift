public import NotificationTypes
import Synchronization

extension MemoryStore {
  public func settings(app: String) throws(StoreError) -> AppSettings? {
    state.withLock { $0.settings[app] }
  }

  public func allSettings() throws(StoreError) -> [String: AppSettings] {
    state.withLock { $0.settings }
  }

  public func changeSettings<Result>(
    app: String, _ change: (inout AppSettings) -> Result
  ) throws(StoreError) -> (settings: AppSettings, result: Result) {
    // What `change` returns need not be sendable, so it does not leave the lock's closure by value.
    var result: Result?
    let settings = state.withLock { state in
      let old = state.settings[app] ?? AppSettings()
      var settings = old
      result = change(&settings)
      if settings != old { state.settings[app] = settings }
      return settings
    }
    guard let result else { throw .other("the change did not run") }
    return (settings, result)
  }

  public func register(_ app: RegisteredApp) throws(StoreError) {
    state.withLock { $0.apps[app.identifier] = app }
  }

  public func unregister(app: String) throws(StoreError) -> Bool {
    state.withLock { $0.apps.removeValue(forKey: app) != nil }
  }

  public func registeredApps(_ app: String?) throws(StoreError) -> [RegisteredApp] {
    state.withLock { state in
      state.apps.values.filter { app == nil || $0.identifier == app }
        .sorted { $0.identifier < $1.identifier }
    }
  }

  public func setCategories(
    _ categories: [NotificationCategory], app: String
  ) throws(StoreError) {
    state.withLock { state in
      var last: [NotificationCategory] = []
      for category in categories {
        last.removeAll { $0.identifier == category.identifier }
        last.append(category)
      }
      state.categories[app] = last.isEmpty ? nil : last
    }
  }

  public func categories(app: String) throws(StoreError) -> [NotificationCategory] {
    state.withLock { $0.categories[app] ?? [] }
  }

  public func appsWithCategories() throws(StoreError) -> [String] {
    state.withLock { $0.categories.keys.sorted() }
  }

  public func badge(app: String) throws(StoreError) -> Int {
    state.withLock { $0.badges[app] ?? 0 }
  }

  public func setBadge(_ count: Int, app: String) throws(StoreError) {
    state.withLock { $0.badges[app] = count > 0 ? count : nil }
  }

  public func allBadges() throws(StoreError) -> [String: Int] { state.withLock { $0.badges } }

  // MARK: Deliveries

  public func record(_ records: [DeliveryNote]) throws(StoreError) {
    state.withLock { state in
      for note in records {
        state.deliveryNotes[.init(app: note.app, identifier: note.identifier)] = note
      }
    }
  }

  public func amend(_ amendments: [DeliveryAmendment]) throws(StoreError) {
    state.withLock { state in
      for item in amendments {
        let key = MemoryState.Key(app: item.app, identifier: item.identifier)
        guard var note = state.deliveryNotes[key], note.date == item.date else { continue }
        item.apply(to: &note.record)
        state.deliveryNotes[key] = note
      }
    }
  }

  // MARK: Responses

  public func record(_ response: NotificationResponse) throws(StoreError) {
    state.withLock { state in
      state.lastResponse += 1
      state.responses.append(StoredResponse(number: state.lastResponse, response: response))
    }
  }

  public func takeResponses(app: String) throws(StoreError) -> [NotificationResponse] {
    state.withLock { state in
      let taken = state.responses.filter { $0.response.app == app }.map(\.response)
      state.responses.removeAll { $0.response.app == app }
      return taken
    }
  }

  public func responses(app: String?) throws(StoreError) -> [StoredResponse] {
    state.withLock { state in
      state.responses.filter { app == nil || $0.response.app == app }
    }
  }

  public func removeResponses(_ numbers: [Int64]) throws(StoreError) {
    state.withLock { state in state.responses.removeAll { numbers.contains($0.number) } }
  }
}
