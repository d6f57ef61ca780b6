/// The sounds that are kept in memory, so that later changes of their files do no harm.
///
/// It holds no more than its limit: the least recently used sounds are dropped. A failed search is
/// remembered for a moment, too, so that a storm of notifications does not search the disk a
/// thousand times.
struct SoundCache {
  private struct Entry {
    var resolved: ResolvedSound
    var lastUse: Int
    /// When it is forgotten; nil for a sound that was found.
    var end: Duration?

    /// A default sound is shared by all requests for it and does not count.
    var byteCount: Int { resolved.isDefault ? 0 : resolved.sound?.byteCount ?? 0 }
  }

  let byteLimit: Int
  /// Names are chosen by apps: without a limit they could fill the memory by themselves.
  static let maximumCount = 1_024
  /// The time for which a failure is remembered.
  static let failureDuration = Duration.seconds(1)

  private var entries: [SoundRequest: Entry] = [:]
  private(set) var byteCount = 0
  private var useCount = 0

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  var count: Int { entries.count }

  /// The known result for `request` at `now`.
  mutating func find(_ request: SoundRequest, at now: Duration) -> ResolvedSound? {
    guard var entry = entries[request] else { return nil }
    if let end = entry.end, end <= now {
      remove(request)
      return nil
    }
    useCount += 1
    entry.lastUse = useCount
    entries[request] = entry
    return entry.resolved
  }

  /// Keeps `resolved`, unless it is a failure where a sound is known: that one stays.
  mutating func keep(_ resolved: ResolvedSound, for request: SoundRequest, at now: Duration) {
    let hasFailed = resolved.fallback != nil
    if hasFailed, let known = entries[request], known.end == nil { return }
    remove(request)
    useCount += 1
    let end = hasFailed ? now + Self.failureDuration : nil
    let entry = Entry(resolved: resolved, lastUse: useCount, end: end)
    guard entry.byteCount <= byteLimit else { return }
    while byteCount + entry.byteCount > byteLimit || entries.count >= Self.maximumCount {
      guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key else {
        break
      }
      remove(oldest)
    }
    entries[request] = entry
    byteCount += entry.byteCount
  }

  private mutating func remove(_ request: SoundRequest) {
    guard let entry = entries.removeValue(forKey: request) else { return }
    byteCount -= entry.byteCount
  }
}
