import CSystemd

/// Tells the service manager how the process is (sd_notify(3)); without one it does nothing.
enum ServiceManager {
  static func ready() { sd_notify(0, "READY=1") }
  static func stopping() { sd_notify(0, "STOPPING=1") }
  static func status(_ text: String) { sd_notify(0, "STATUS=\(text)") }
}
