package import Glibc

/// One call over a message bus, from the connection to the answer, a step at a time. Nothing here waits.
package final class BusExchange {
  package enum Step {
    case answered(IncomingMessage)
    /// There may be more to do at once.
    case goesOn
    /// For the bus, or for this time on the monotonic clock.
    case waits(pollfd, until: Duration)
  }

  /// Makes the call.
  package typealias Call = @Sendable (BusConnection) throws(BusError) -> UInt64

  private let connection: BusConnection
  private let call: Call
  private let deadline: Duration
  /// Of the call, once it is made.
  private var number: UInt64?

  package init(address: String, timeout: Duration, call: @escaping Call) throws(BusError) {
    deadline = MonotonicClock.now + timeout
    connection = try BusConnection(address: address, timeout: timeout)
    self.call = call
  }

  /// - Throws: `ETIMEDOUT` after the deadline; with a ``BusError/refusal`` where the answer is an error.
  package func step() throws(BusError) -> Step {
    if number == nil, connection.isReady { number = try call(connection) }
    let (message, goesOn) = try connection.process()
    if let message, let number, try isAnswer(message, to: number) { return .answered(message) }
    if message != nil || goesOn { return .goesOn }
    let left = deadline - MonotonicClock.now
    guard left > .zero else { throw BusError(code: ETIMEDOUT) }
    if number == nil, connection.isReady { return .goesOn }
    let interest = try connection.interest()
    return .waits(interest.descriptor, until: min(deadline, interest.wakeUp ?? deadline))
  }

  private func isAnswer(_ message: IncomingMessage, to number: UInt64) throws(BusError) -> Bool {
    switch message.kind {
    case .answer(number): return true
    case .failure(number, let name, let text):
      let text = PlainText.clean(text, limit: PlainText.longestLine)
      throw BusError(code: 0, refusal: "\(text) (\(name))")
    case .call: message.refuse()
    default: break
    }
    return false
  }
}
