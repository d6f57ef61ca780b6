import Glibc

/// Whether the user's screen is locked, as the desktop has told the login manager:
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

  /// Asks, and waits for the answer; where there is none, the screen counts as not locked.
  ///
  /// The session is this process's own, or else the one that its user sees.
  public func isLocked(patience: Duration) -> Bool {
    let answer = try? BusCall(address: address, patience: patience).answer {
      connection throws(BusError) in
      try connection.call(
        "org.freedesktop.login1", "/org/freedesktop/login1/session/auto",
        "org.freedesktop.DBus.Properties", "Get"
      ) { message throws(BusError) in
        try message.append("org.freedesktop.login1.Session")
        try message.append("LockedHint")
      }
    }
    return answer?.readBoolVariant() ?? false
  }
}
