public import Dispatch
import Glibc

/// Whether the user's screen is locked, as the desktop has reported it to the login manager:
/// `LockedHint` of org.freedesktop.login1(5).
public struct ScreenLock: Sendable {
  private let address: String

  /// - Parameter address: of the bus, as D-Bus writes it; nil is the system bus (D-Bus specification,
  ///   Well-known Message Bus Instances).
  public init(address: String? = nil) {
    let given = address ?? getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }
    self.address =
      given.flatMap { $0.isEmpty ? nil : $0 } ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// Asks the login manager; without an answer the screen counts as not locked.
  ///
  /// The session is this process's own, or else the active one of its user.
  /// - Parameters:
  ///   - timeout: the longest time that the answer may take.
  ///   - queue: receives the answer; no thread waits for it.
  public func isLocked(timeout: Duration, on queue: DispatchQueue) async -> Bool {
    await withCheckedContinuation { continuation in
      QueuedBusCall(on: queue) {
        $0.readBoolVariant()
      } end: {
        continuation.resume(returning: $0 ?? false)
      }
      .begin(address, timeout: timeout) { connection throws(BusError) in
        try connection.call(
          "org.freedesktop.login1", "/org/freedesktop/login1/session/auto",
          "org.freedesktop.DBus.Properties", "Get"
        ) { message throws(BusError) in
          try message.append("org.freedesktop.login1.Session")
          try message.append("LockedHint")
        }
      }
    }
  }
}
