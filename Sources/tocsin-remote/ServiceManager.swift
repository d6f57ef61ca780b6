import CSystemd
import LogOutput

/// Reports the state of the process to the service manager (sd_notify(3)), if there is one.
enum ServiceManager {
  static func ready() { send("READY=1") }
  static func stopping() { send("STOPPING=1") }
  static func status(_ text: String) { send("STATUS=\(LogLine.bounded(text))") }

  /// A manager that has stopped reads nothing, and its socket is full after a while.
  private static let queue = LogQueue<String>(
    label: "tocsin.manager", capacity: 64, report: { _ in nil },
    write: { sd_notify(0, $0) >= 0 })

  private static func send(_ state: String) { queue.append(state) }
}
