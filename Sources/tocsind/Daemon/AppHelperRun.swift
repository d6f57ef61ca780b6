import FoundationEssentials
import Glibc
import LinuxProcess
import LogOutput
import Logging
import NotificationDelivery
import NotificationStorage
import UnixSignals

/// The daemon's work for one app alone, in a process that the app has started because no daemon
/// runs. What it has to say goes to the app's standard error, while the app runs.
struct AppHelperRun {
  let app: String
  let folder: StoreFolder
  /// The descriptor that takes a byte when this process is at work; nil where nobody waits for it.
  let ready: Int32?

  /// Returns when the app has ended and nothing waits, after a signal, or at once where another
  /// process does this for the app.
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
    let delivering = Task(executorPreference: QueueExecutor.shared) {
      await delivery.run { Self.leaveErrors() }
    }
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    let listening = Task(executorPreference: QueueExecutor.shared) {
      for await _ in signals { delivering.cancel() }
    }
    await delivering.value
    listening.cancel()
  }

  /// Gives the app's standard error away: whoever reads it waits until the last process has done so.
  /// A file and the journal have no such reader.
  private static func leaveErrors() {
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0, status.st_mode & S_IFMT != S_IFREG,
      !JournalLogHandler.isAtHand
    else { return }
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, STDERR_FILENO)
    close(nowhere)
  }

  /// A line among those of the app.
  static func tell(_ text: String) {
    StandardErrorLog.write("tocsin: \(LogLine.bounded(text))")
  }
}
