import Glibc

/// The address of the session bus (D-Bus specification, Well-known Message Bus Instances; systemd's
/// socket if the environment does not name one); nil where there is none.
package func sessionBusAddress() -> String? {
  func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
  if let address = variable("DBUS_SESSION_BUS_ADDRESS") { return address }
  return variable("XDG_RUNTIME_DIR").map {
    // A bus address escapes `~`, which a URI does not; all readers accept it unescaped.
    "unix:path=" + PlainText.fileURI($0 + "/bus").dropFirst("file://".count)
  }
}
