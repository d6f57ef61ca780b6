import Glibc

/// One call over a message bus, for which its thread waits.
struct BusCall {
  enum Failure: Error {
    case bus(BusError)
    /// The one that was called has answered with an error.
    case refused(String)
    case late
  }

  let address: String
  let patience: Duration

  /// - Parameter call: makes it.
  func answer(
    _ call: (BusConnection) throws(BusError) -> UInt64
  ) throws(Failure) -> IncomingMessage {
    let deadline = MonotonicClock.now + patience
    do throws(BusError) {
      let connection = try BusConnection(address: address, patience: patience)
      while !connection.isReady { _ = try step(connection, deadline) }
      let number = try call(connection)
      while true {
        guard let message = try step(connection, deadline) else { continue }
        switch message.kind {
        case .answer(number): return message
        case .failure(number, let name, let text):
          let text = PlainText.clean(text, limit: PlainText.longestLine)
          throw BusError(code: 0, refusal: "\(text) (\(name))")
        case .call: message.refuse()
        default: break
        }
      }
    } catch {
      if let text = error.refusal { throw .refused(text) }
      throw error.code == ETIMEDOUT ? .late : .bus(error)
    }
  }

  /// Takes what has come, or waits for something to come.
  private func step(
    _ connection: BusConnection, _ deadline: Duration
  ) throws(BusError) -> IncomingMessage? {
    let (message, goesOn) = try connection.process()
    if message != nil || goesOn { return message }
    let left = deadline - MonotonicClock.now
    guard left > .zero else { throw BusError(code: ETIMEDOUT) }
    let interest = try connection.interest()
    var descriptor = interest.descriptor
    let wait = min(left, interest.wakeUp.map { $0 - MonotonicClock.now } ?? left)
    let milliseconds = (max(wait, .zero) / .milliseconds(1)).rounded(.up)
    poll(&descriptor, 1, Int32(min(milliseconds, 60_000)))
    return nil
  }
}
