import Dispatch
import Synchronization

/// A request to a library: the name of a sound, and its owner.
public struct SoundRequest: Hashable, Sendable {
  /// nil is the default sound.
  public var name: String?
  /// The app whose folders are searched first.
  public var owner: SoundOwner
  /// Whether the default is that of critical alerts.
  public var isCritical: Bool

  /// - Parameters:
  ///   - name: nil, and Apple's `default`, are the default sound.
  ///   - owner: the app whose folders are searched first.
  ///   - isCritical: whether the default is that of critical alerts.
  public init(_ name: String?, owner: SoundOwner, isCritical: Bool = false) {
    self.name = name == "default" ? nil : name
    self.owner = owner
    self.isCritical = isCritical
  }
}

/// Sounds, decoded once and kept; a call waits at most one second for one.
///
/// Files are read on the library's own threads, at most four. A disk that hangs blocks only those,
/// and callers get the default sound, which is in memory from the start.
public final class SoundLibrary: Sendable {
  /// Finds a sound by its name, and may take its time.
  typealias Find =
    @Sendable (String, SoundOwner) throws(SoundFallback) -> ResolvedSound

  private struct Search {
    var number: Int
    var waiting: [CheckedContinuation<ResolvedSound, Never>] = []
  }

  private struct State {
    var cache: SoundCache
    var searches: [SoundRequest: Search] = [:]
    var searchCount = 0
    /// Searches that wait for a thread.
    var pending: [(request: SoundRequest, number: Int)] = []
    /// Threads that read, those of searches that were given up among them.
    var busyThreads = 0
  }

  static let threadLimit = 4
  /// Searches that wait for a thread, at most.
  static let pendingLimit = 256

  private let state: Mutex<State>
  private let find: Find
  private let budget: Duration
  private let now: @Sendable () -> Duration
  private let standard: ResolvedSound
  private let critical: ResolvedSound
  private let limits = DispatchQueue(label: "sound-library.limits")

  /// A library over `resolver`. It reads the default sounds at once.
  /// - Parameters:
  ///   - resolver: finds the files.
  ///   - byteLimit: the maximum memory of the samples.
  ///   - budget: the maximum time to read and decode one sound.
  public convenience init(
    _ resolver: SoundResolver, byteLimit: Int = 12 << 20, budget: Duration = .seconds(1)
  ) {
    let start = ContinuousClock.now
    self.init(
      standard: resolver.resolveDefault(), critical: resolver.resolveDefault(isCritical: true),
      byteLimit: byteLimit, budget: budget, now: { start.duration(to: .now) }
    ) { (name, owner) throws(SoundFallback) in try resolver.find(name, for: owner) }
  }

  init(
    standard: ResolvedSound, critical: ResolvedSound, byteLimit: Int, budget: Duration,
    now: @escaping @Sendable () -> Duration, find: @escaping Find
  ) {
    state = Mutex(State(cache: SoundCache(byteLimit: byteLimit)))
    self.standard = standard
    self.critical = critical
    self.budget = budget
    self.now = now
    self.find = find
  }

  /// The sound for `request`: from memory, or else from disk, or else the default sound.
  public func sound(for request: SoundRequest) async -> ResolvedSound {
    if request.name == nil { return defaultSound(request) }
    return await search(request, takingKnown: true)
  }

  /// Reads the sound for `request` again, to have it when it is needed; call it when a notification
  /// is scheduled.
  ///
  /// A file that was replaced by another good one is taken. If it has been removed or has become
  /// bad, the known sound stays.
  /// - Returns: the result of the search on disk.
  @discardableResult
  public func warm(_ request: SoundRequest) async -> ResolvedSound {
    request.name == nil ? defaultSound(request) : await search(request, takingKnown: false)
  }

  /// The memory that the samples take.
  public var byteCount: Int { state.withLock(\.cache.byteCount) }

  private func defaultSound(_ request: SoundRequest) -> ResolvedSound {
    request.isCritical ? critical : standard
  }

  private func tooSlow(_ request: SoundRequest) -> ResolvedSound {
    defaultSound(request).instead(because: .tooSlow(name: request.name ?? ""))
  }

  /// The sound on disk; all requests for a default sound share the one in memory.
  private func resolve(_ request: SoundRequest) -> ResolvedSound {
    guard let name = request.name else { return defaultSound(request) }
    do throws(SoundFallback) {
      return try find(name, request.owner)
    } catch {
      return defaultSound(request).instead(because: error)
    }
  }

  /// Takes the sound in memory, joins a running search for `request`, or begins one.
  ///
  /// It locks the state once: a search that ends between two locks would be repeated.
  private func search(_ request: SoundRequest, takingKnown: Bool) async -> ResolvedSound {
    let now = now()
    return await withCheckedContinuation { continuation in
      enum Step { case take(ResolvedSound), join, refuse, begin(Int, startsThread: Bool) }
      let step = state.withLock { state -> Step in
        if takingKnown, let known = state.cache.find(request, at: now) { return .take(known) }
        if state.searches[request] != nil {
          state.searches[request]?.waiting.append(continuation)
          return .join
        }
        guard state.pending.count < Self.pendingLimit else { return .refuse }
        state.searchCount += 1
        state.searches[request] = Search(number: state.searchCount, waiting: [continuation])
        state.pending.append((request, state.searchCount))
        let startsThread = state.busyThreads < Self.threadLimit
        if startsThread { state.busyThreads += 1 }
        return .begin(state.searchCount, startsThread: startsThread)
      }
      switch step {
      case .take(let known): continuation.resume(returning: known)
      case .join: break
      case .refuse: continuation.resume(returning: tooSlow(request))
      case .begin(let number, let startsThread):
        limit(request, number)
        // A queue of its own gets a thread of its own, not one of the pool that tasks share: after
        // their first use those wake the process each second.
        if startsThread { DispatchQueue(label: "sound-library").async { [self] in work() } }
      }
    }
  }

  /// Ends the search `number` with the default sound if it is not over within the budget.
  private func limit(_ request: SoundRequest, _ number: Int) {
    let end = DispatchTime.now() + budget / .seconds(1)
    limits.asyncAfter(deadline: end) { [weak self] in
      guard let self else { return }
      self.end(request, number, with: self.tooSlow(request))
    }
  }

  /// Searches until the queue is empty.
  private func work() {
    while let (request, number) = next() {
      let found = resolve(request)
      let now = now()
      // However late: the next one will have it.
      state.withLock { $0.cache.keep(found, for: request, at: now) }
      end(request, number, with: found)
    }
  }

  /// - Returns: nil if this thread is to end.
  private func next() -> (SoundRequest, Int)? {
    state.withLock { state in
      if state.pending.isEmpty {
        state.busyThreads -= 1
        return nil
      }
      return state.pending.removeFirst()
    }
  }

  /// Answers all callers that wait for the search `number`, which may have been given up before.
  private func end(_ request: SoundRequest, _ number: Int, with sound: ResolvedSound) {
    let waiting = state.withLock { state in
      guard state.searches[request]?.number == number else {
        return [CheckedContinuation<ResolvedSound, Never>]()
      }
      return state.searches.removeValue(forKey: request)?.waiting ?? []
    }
    for continuation in waiting { continuation.resume(returning: sound) }
  }
}
