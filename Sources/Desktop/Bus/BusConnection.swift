import CSystemd
package import Glibc

/// A connection to a message bus. It never blocks, and belongs to the thread that made it.
package final class BusConnection {
  private let bus: OpaquePointer

  /// Begins to connect; ``process()`` continues.
  /// - Parameter timeout: the timeout of the bus's hello.
  package init(address: String, timeout: Duration) throws(BusError) {
    var new: OpaquePointer?
    try BusError.check(sd_bus_new(&new))
    guard let new else { throw BusError(code: ENOMEM) }
    bus = new
    try BusError.check(sd_bus_set_address(bus, address))
    try BusError.check(sd_bus_set_bus_client(bus, 1))
    try BusError.check(sd_bus_set_method_call_timeout(bus, timeout.microseconds))
    try BusError.check(sd_bus_start(bus))
  }

  deinit { sd_bus_close_unref(bus) }

  /// Whether the bus has let us in.
  package var isReady: Bool { sd_bus_is_ready(bus) > 0 }

  /// The descriptor to wait for, its events, and the time on the monotonic clock after which to
  /// continue anyway.
  package func interest() throws(BusError) -> (descriptor: pollfd, wakeUp: Duration?) {
    let descriptor = try BusError.check(sd_bus_get_fd(bus))
    let events = try BusError.check(sd_bus_get_events(bus))
    var time: UInt64 = 0
    try BusError.check(sd_bus_get_timeout(bus, &time))
    return (
      pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0),
      Int64(exactly: time).map { .microseconds($0) }
    )
  }

  /// Takes one step.
  /// - Returns: the message that arrived, if any, and whether there may be more to do.
  package func process() throws(BusError) -> (message: IncomingMessage?, goOn: Bool) {
    var message: OpaquePointer?
    let steps = try BusError.check(sd_bus_process(bus, &message))
    return (message.map { IncomingMessage($0) }, steps > 0)
  }

  /// - Returns: the number by which the answer is known.
  package func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ write: (OutgoingMessage) throws(BusError) -> Void = { _ throws(BusError) in }
  ) throws(BusError) -> UInt64 {
    var new: OpaquePointer?
    try BusError.check(
      sd_bus_message_new_method_call(bus, &new, destination, path, interface, member))
    let message = try OutgoingMessage(new)
    try write(message)
    var cookie: UInt64 = 0
    try BusError.check(sd_bus_send(bus, message.pointer, &cookie))
    return cookie
  }

  /// Sends a signal to all listeners.
  package func emit(
    _ path: String, _ interface: String, _ member: String,
    _ write: (OutgoingMessage) throws(BusError) -> Void
  ) throws(BusError) {
    var new: OpaquePointer?
    try BusError.check(sd_bus_message_new_signal(bus, &new, path, interface, member))
    let message = try OutgoingMessage(new)
    try write(message)
    try BusError.check(sd_bus_send(bus, message.pointer, nil))
  }

  /// Asks the bus for the signals that `rule` describes.
  package func listen(to rule: String) throws(BusError) {
    _ = try call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch"
    ) { message throws(BusError) in try message.append(rule) }
  }
}

/// An error of the bus library: a number of `errno.h`.
package struct BusError: Error, CustomStringConvertible {
  package let code: Int32
  /// The error that the called side has returned.
  package var refusal: String?

  package var description: String { String(cString: strerror(code)) }

  /// Whether it is the connection that has ended, and not the message that is wrong.
  package var isOfConnection: Bool {
    [ENOTCONN, ECONNRESET, EPIPE, ESHUTDOWN, ESTALE, ENOTSOCK].contains(code)
  }

  @discardableResult
  package static func check(_ result: Int32) throws(BusError) -> Int32 {
    guard result >= 0 else { throw BusError(code: -result) }
    return result
  }
}

extension Duration {
  /// Whole microseconds; 0 for a negative duration.
  package var microseconds: UInt64 { UInt64(max(self / .microseconds(1), 0)) }
}
