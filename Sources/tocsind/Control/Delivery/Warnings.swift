import ConsoleOutput
import Files
import FoundationEssentials
import Glibc
import NotificationDelivery
import NotificationStorage
import NotificationTypes

/// Warnings on standard error about a request that was accepted, but may not have the desired
/// effect.
enum Warnings {
  /// Reports the options of a request that will have no effect.
  static func tell(about request: NotificationRequest, in schedule: NotificationSchedule) {
    guard let profile = try? schedule.store.profile(of: request.app) else { return }
    let environment = ProcessInfo.processInfo.environment
    var configuration = HostConfiguration()
    _ = configuration.read(environment: environment)
    let warnings = RequestWarnings(request, profile: profile, configuration: configuration)
    for sentence in warnings.sentences { Console.complain("Warning: \(printable(sentence))") }
  }

  /// Reports that the store belongs to another user, for whom root works then.
  static func tellOfOwner(_ folder: StoreFolder?) {
    guard let folder, let owner = folder.otherOwner else { return }
    Console.complain("Note: this store belongs to \(owner): \(printable(folder.path))")
  }

  /// Warns if no process delivers to this app.
  static func tellOfDeliverer(of app: String, in folder: StoreFolder = .standard()) {
    if let owner = SchedulerLock.owner(of: .everyApp, in: folder) {
      guard !owner.isReachable else { return }
      Console.complain(
        "Warning: the daemon, process \(owner.processIdentifier), cannot be reached: it looks by "
          + "itself within a minute")
    } else if AppPresence.current(of: app, in: folder) == .absent, !answers(in: folder) {
      Console.complain(
        "Warning: no daemon runs: nothing is delivered before tocsind is started, "
          + "such as by `systemctl --user start tocsind`")
      tellOfSystemStore(folder)
    }
  }

  /// Whether a daemon runs that could not take the lock, because it cannot write the store.
  private static func answers(in folder: StoreFolder) -> Bool {
    LocalSocket.ask("GET /metrics HTTP/1.0\r\n\r\n", at: LocalSocket.statusPath(in: folder)) != nil
  }

  /// Warns of the machine-wide daemon, which has a store of its own; root reaches it by two
  /// variables.
  private static func tellOfSystemStore(_ folder: StoreFolder) {
    let system = "/var/lib/tocsin"
    guard getuid() == 0, folder.path != system, FileManager.default.fileExists(atPath: system)
    else { return }
    Console.complain(
      "The system's daemon has another store. To reach it: XDG_STATE_HOME=/var/lib "
        + "XDG_RUNTIME_DIR=/run/tocsin tocsinctl …")
  }
}
