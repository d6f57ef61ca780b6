import CSystemd

/// Reports the state of the process to the service manager (sd_notify(3)), if there is one.
enum ServiceManager {
  static func ready() { sd_notify(0, "READY=1") }
  static func stopping() { sd_notify(0, "STOPPING=1") }
  static func status(_ text: String) { sd_notify(0, "STATUS=\(text)") }
}
