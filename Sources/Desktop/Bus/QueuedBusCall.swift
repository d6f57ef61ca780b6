import CLinux
package import Dispatch
import Glibc
import Synchronization

/// One call over a message bus for which nobody's thread waits: a queue goes on with it whenever the bus
/// has something to say.
package final class QueuedBusCall<Answer: Sendable>: Sendable {
  private struct State {
    let exchange: BusExchange
    /// Watches the bus for what it waits for, which changes.
    let watch: Int32
    let source: any DispatchSourceRead
  }

  private let state = Mutex<State?>(nil)
  private let queue: DispatchQueue
  private let read: @Sendable (IncomingMessage) -> Answer?
  private let end: @Sendable (Answer?) -> Void

  /// - Parameters:
  ///   - queue: goes on with it, and is never held up.
  ///   - read: what the answer says.
  ///   - end: is called once, with nil where there is no answer, or it says nothing.
  package init(
    on queue: DispatchQueue, read: @escaping @Sendable (IncomingMessage) -> Answer?,
    end: @escaping @Sendable (Answer?) -> Void
  ) {
    self.queue = queue
    self.read = read
    self.end = end
  }

  /// Begins.
  /// - Parameters:
  ///   - address: of the bus.
  ///   - timeout: how long the answer may take.
  ///   - call: makes the call.
  package func begin(_ address: String, timeout: Duration, _ call: @escaping BusExchange.Call) {
    queue.async { [self] in
      guard open(address, timeout, call) else { return end(nil) }
      let limit = DispatchTimeInterval.milliseconds(Int(timeout / .milliseconds(1)) + 1)
      queue.asyncAfter(deadline: .now() + limit) { self.finish(nil) }
      advance()
    }
  }

  private func open(
    _ address: String, _ timeout: Duration, _ call: @escaping BusExchange.Call
  ) -> Bool {
    state.withLock { state in
      guard
        let exchange = try? BusExchange(address: address, timeout: timeout, call: call),
        case let watch = tocsin_watch(), watch >= 0
      else { return false }
      let source = DispatchSource.makeReadSource(fileDescriptor: watch, queue: queue)
      source.setEventHandler { self.advance() }
      source.setCancelHandler { close(watch) }
      source.activate()
      state = State(exchange: exchange, watch: watch, source: source)
      return true
    }
  }

  private enum Outcome {
    case ended(Answer?)
    case goesOn
    case waits
  }

  private func advance() {
    switch state.withLock({ $0.map { Self.step($0, read) } ?? .waits }) {
    case .ended(let answer): finish(answer)
    // Other work of the queue gets its turn between two messages.
    case .goesOn: queue.async { self.advance() }
    case .waits: break
    }
  }

  private static func step(
    _ state: State, _ read: (IncomingMessage) -> Answer?
  ) -> Outcome {
    do throws(BusError) {
      switch try state.exchange.step() {
      case .answered(let message): return .ended(read(message))
      case .goesOn: return .goesOn
      case .waits(let descriptor, _):
        tocsin_watch_for(state.watch, descriptor.fd, descriptor.events)
        return .waits
      }
    } catch {
      return .ended(nil)
    }
  }

  private func finish(_ answer: Answer?) {
    let isFirst = state.withLock { state in
      state?.source.cancel()
      defer { state = nil }
      return state != nil
    }
    if isFirst { end(answer) }
  }
}
