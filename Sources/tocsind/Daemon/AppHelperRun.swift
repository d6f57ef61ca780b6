import Foundation
import Glibc
import LogOutput
import Logging
import NotificationDelivery
import NotificationStorage

/// The daemon's work for one app alone, in a process that the app has started because no daemon
/// runs. What it has to say goes to the app's standard error.
struct AppHelperRun {
  let app: String
  let folder: StoreFolder
  /// The descriptor that takes a byte when this process is at work; nil where nobody waits for it.
  let ready: Int32?

  /// Returns when the app has ended and what was due is over, or at once where another process does
  /// this for the app.
  /// - Parameter log: takes all events where the user wants to see everything; nil elsewhere.
  func run(_ configuration: HostConfiguration, log: Logger?) async throws {
    let schedule = try NotificationSchedule.standard(in: folder)
    let delivery = try AppDelivery(
      for: app, schedule, in: folder, configuration: configuration
    ) { event in
      if let line = event.lineForApp { Self.tell(line) }
      log?.log(event)
    }
    guard let delivery else { return }
    if let ready {
      write(ready, [1 as UInt8], 1)
      close(ready)
    }
    await delivery.run()
  }

  /// A line among those of the app.
  static func tell(_ text: String) {
    StandardErrorLog.write("tocsin: \(LogLine.bounded(text))")
  }
}
