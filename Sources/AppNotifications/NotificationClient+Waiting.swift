import Dispatch
import NotificationStorage
package import NotificationTypes

// For Apple's older API, whose functions return when their work is done.
extension NotificationClient {
  /// The number on the app's icon.
  package func badgeCount() async -> Int {
    let profile = try? await perform { [self] in try schedule.store.profile(of: app.identifier) }
    return profile?.badge ?? 0
  }

  /// The responses that no handler has taken yet, the oldest first.
  package func waitingResponses() async -> [NotificationResponse] {
    let stored = try? await perform { [self] in
      try schedule.store.fetch(.responses(app: app.identifier))
    }
    return stored?.map(\.response) ?? []
  }

  /// Serves a call after all earlier ones, before it returns, because the program may end then.
  package func now<Value: Sendable>(
    _ work: @escaping @Sendable (NotificationClient) async -> Value
  ) -> Value {
    let answer = Answer<Value>()
    inOrder {
      answer.value = await work(self)
      answer.isThere.signal()
    }
    answer.isThere.wait()
    guard let value = answer.value else { preconditionFailure("it was signalled without a value") }
    return value
  }
}

/// Written by one thread, then read by another, with the semaphore in between.
private final class Answer<Value>: @unchecked Sendable {
  var value: Value?
  let isThere = DispatchSemaphore(value: 0)
}
