/// An answer that is an error.
struct ServerError {
  let name: String
  let message: String

  private static let bus = "org.freedesktop.DBus.Error."

  /// Whether there is no notification server, and none could be started (D-Bus specification,
  /// Message Bus Messages; the `Spawn` errors are those of activation).
  var isOfNobody: Bool {
    name == Self.bus + "ServiceUnknown" || name == Self.bus + "NameHasNoOwner"
      || name.hasPrefix(Self.bus + "Spawn.")
  }

  /// The bus answers in place of the server, which is not there or has ended meanwhile.
  var isOfBus: Bool {
    let names = ["NoReply", "Disconnected", "TimedOut", "Timeout", "AccessDenied"]
    return isOfNobody || names.contains { name == Self.bus + $0 }
  }

  /// The server does not know the number.
  var isInvalidID: Bool { name.hasSuffix("InvalidId") }

  var failure: BannerFailure {
    let message = PlainText.clean(message, limit: PlainText.longestLine)
    if isOfNobody { return .noServer(message) }
    if isOfBus && !name.hasSuffix("AccessDenied") { return .noAnswer }
    return .refused(name: name, message: message)
  }
}

/// Names on the bus (Desktop Notifications Specification 1.2, D-BUS Protocol).
enum BusNames {
  static let bus = "org.freedesktop.DBus"
  static let server = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"

  /// The match rule for the start and end of a notification server.
  static let ownerRule =
    "type='signal',sender='\(bus)',interface='\(bus)',member='NameOwnerChanged',arg0='\(server)'"
  static let signalRule = "type='signal',sender='\(server)',interface='\(server)',path='\(path)'"
}
