extension NotificationSchedule {
  /// Whether a request of an app is due; false where the store cannot be read.
  package func hasDue(app: String) -> Bool {
    guard let next = try? store.nextDue(app: app) else { return false }
    let now = clock.now
    return next.wall.map { $0 <= now.wall } ?? false
      || next.elapsed.map { $0 <= now.elapsed } ?? false
  }
}
