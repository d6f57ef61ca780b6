import Synchronization

/// The keys of links that were not used yet, and the browsers that have used one.
final class Sessions: Sendable {
  /// A browser has two secrets. Cookies of one host go to all of its ports, so a server of another
  /// user at another port could learn the cookie; the token stays with the page's own origin.
  struct Session: Sendable {
    let cookie: String
    let token: String
  }

  private struct State {
    var keys: [String] = []
    var sessions: [Session] = []
  }

  /// More browsers than one person has; of more the oldest is forgotten.
  private static let limit = 16
  private let state = Mutex(State())

  /// A key that opens one session, once.
  func makeKey() -> String {
    let key = Secret.make()
    state.withLock { state in
      state.keys.append(key)
      if state.keys.count > Self.limit { state.keys.removeFirst() }
    }
    return key
  }

  /// The session that a key opens; nil for any other text, and for a key that was used.
  func open(_ key: String) -> Session? {
    state.withLock { state in
      guard let index = state.keys.indices.filter({ Secret.isSame(state.keys[$0], key) }).first
      else { return nil }
      state.keys.remove(at: index)
      let session = Session(cookie: Secret.make(), token: Secret.make())
      state.sessions.append(session)
      if state.sessions.count > Self.limit { state.sessions.removeFirst() }
      return session
    }
  }

  /// The session of a cookie.
  func session(_ cookie: String) -> Session? {
    state.withLock { state in state.sessions.filter { Secret.isSame($0.cookie, cookie) }.first }
  }
}
