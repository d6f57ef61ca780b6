import Glibc
import LinuxProcess

/// The address of the session bus (D-Bus specification, Well-known Message Bus Instances; systemd's
/// socket if the environment does not name one); nil where there is none.
package func sessionBusAddress() -> String? {
  if let address = getenv("DBUS_SESSION_BUS_ADDRESS").map({ String(cString: $0) }), !address.isEmpty
  {
    return address
  }
  return RuntimeFolder.path.map {
    // A bus address escapes `~`, which a URI does not; all readers accept it unescaped.
    "unix:path=" + PlainText.fileURI($0 + "/bus").dropFirst("file://".count)
  }
}
