import Dispatch
import Foundation
import Synchronization

/// One run of an extension on one notification.
final class ServiceExtensionRun: Sendable {
  /// The content does not change: it was copied when the extension delivered it.
  struct Answer: @unchecked Sendable {
    let content: UNNotificationContent
  }

  private struct State {
    var answer: Answer?
    /// The last chance has passed without an answer.
    var hasGivenUp = false
    var isClosed = false
    var waiter: (@Sendable () -> Void)?
  }

  private struct Extension: @unchecked Sendable {
    let object: UNNotificationServiceExtension
  }

  private let subject: Extension
  private let state = Mutex(State())

  init(_ object: UNNotificationServiceExtension) { subject = Extension(object: object) }

  /// On a thread of its own, because it may block.
  func begin(_ request: UNNotificationRequest) {
    let subject = subject
    DispatchQueue(label: "tocsin.service-extension").async { [self] in
      subject.object.didReceive(request) { content in
        self.take(Answer(content: UNNotificationContent(fields: content.fields)))
      }
    }
  }

  /// Informs the extension that its time is over; if that returns without an answer, there is none.
  func expire() {
    let subject = subject
    DispatchQueue(label: "tocsin.service-extension.expiry").async { [self] in
      subject.object.serviceExtensionTimeWillExpire()
      change { $0.hasGivenUp = true }
    }
  }

  /// The answer, as soon as there is one; nil after `limit`, or if none can come.
  func answer(within limit: Duration, on clock: any Clock<Duration>) async -> Answer? {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.waitForChange() }
      group.addTask { try? await clock.sleep(for: limit) }
      await group.next()
      group.cancelAll()
      change { _ in }
    }
    return state.withLock(\.answer)
  }

  /// Ignores answers from now on.
  func close() -> Answer? {
    state.withLock { state in
      state.isClosed = true
      return state.answer
    }
  }

  /// The first answer counts.
  private func take(_ answer: Answer) {
    change { state in
      if state.answer == nil, !state.isClosed { state.answer = answer }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let waiter = state.withLock { state in
      body(&state)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?()
  }

  private func waitForChange() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard state.answer == nil, !state.hasGivenUp else { return true }
        state.waiter = { continuation.resume() }
        return false
      }
      if isOver { continuation.resume() }
    }
  }
}
