import Glibc

/// One call over a message bus, for which its thread waits.
package struct BusCall {
  package enum Failure: Error {
    case bus(BusError)
    /// The one that was called has answered with an error.
    case refused(String)
    case late
  }

  package let address: String
  package let timeout: Duration

  /// - Parameter call: makes it.
  package func answer(_ call: @escaping BusExchange.Call) throws(Failure) -> IncomingMessage {
    do throws(BusError) {
      let exchange = try BusExchange(address: address, timeout: timeout, call: call)
      while true {
        switch try exchange.step() {
        case .answered(let message): return message
        case .goesOn: break
        case .waits(var descriptor, let time):
          let left = max(time - MonotonicClock.now, .zero)
          let milliseconds = (left / .milliseconds(1)).rounded(.up)
          poll(&descriptor, 1, Int32(min(milliseconds, 60_000)))
        }
      }
    } catch {
      if let text = error.refusal { throw .refused(text) }
      throw error.code == ETIMEDOUT ? .late : .bus(error)
    }
  }
}
