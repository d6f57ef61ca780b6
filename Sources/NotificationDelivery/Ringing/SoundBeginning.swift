import Synchronization

/// The moment in which a sound is heard first, or from which on it is certain that it never will be.
final class SoundBeginning: Sendable {
  private struct State {
    var hasBegun: Bool?
    var waiting: [CheckedContinuation<Bool, Never>] = []
    var followers: [SoundBeginning] = []
  }

  private let state = Mutex(State())

  /// The first answer counts.
  /// - Parameter hasBegun: whether it is settled: heard, or of no use to be tried again.
  func give(_ hasBegun: Bool) {
    let (waiting, followers) = state.withLock { state in
      guard state.hasBegun == nil else {
        return ([CheckedContinuation<Bool, Never>](), [SoundBeginning]())
      }
      state.hasBegun = hasBegun
      defer { (state.waiting, state.followers) = ([], []) }
      return (state.waiting, state.followers)
    }
    for continuation in waiting { continuation.resume(returning: hasBegun) }
    for follower in followers { follower.give(hasBegun) }
  }

  /// Answers as another sound does, which speaks for this one, too.
  func follow(_ leader: SoundBeginning) {
    let known = leader.state.withLock { state in
      if state.hasBegun == nil { state.followers.append(self) }
      return state.hasBegun
    }
    if let known { give(known) }
  }

  var value: Bool {
    get async {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state in
          if state.hasBegun == nil { state.waiting.append(continuation) }
          return state.hasBegun
        }
        if let known { continuation.resume(returning: known) }
      }
    }
  }
}
