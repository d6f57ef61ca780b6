import ArgumentParser
import ConsoleOutput
import Dispatch
import FoundationEssentials
import Glibc
import LinuxProcess
import LogHandlers
import LogOutput
import Logging
import NotificationDelivery
import NotificationStorage
import Synchronization

/// The daemon: options in, the parts put together, run.
struct Tocsind: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tocsind",
    abstract: "Deliver notifications: with their sounds, and banners where there is a screen.",
    discussion: """
      It is configured by $XDG_CONFIG_HOME/tocsin/tocsin.yml (else /etc/tocsin/tocsin.yml), and by \
      the environment: TOCSIN_AUDIO_DEVICE goes before the file's audio.device.

        audio:
          device: default            # ALSA names to try, separated by spaces; null is silence
          wait: 60                   # seconds that a sound waits for a device
        banners:
          enabled: true
          wait: 60                   # seconds after the start that a banner waits for the desktop
        sound:
          default: default           # a sound's name, or theme:message-new-instant
          theme: freedesktop
          folders: /srv/sounds       # separated by colons
        authorization:
          unanswered: ask            # ask, allow or deny apps that the user has not answered
          unattended: true           # what ask means where no banner can be shown
        critical:
          unmute: false              # unmute the output for a critical alert that would not be heard
        quiet:
          doNotDisturb: false
          muted: false
          hours: 22:00-07:00
          criteria: work, family     # notifications with these filterCriteria come all the same
        commands:
          limit: 30                  # seconds that an app's command may take
        location:
          gpsd: localhost:2947       # or the path of a socket, or off; asked while a region waits
        log:
          level: info

      SIGNALS
        SIGHUP   read the configuration again; audio, banners, location and log count from the next start
        SIGTERM  fade what sounds, and end

      EXIT STATUS
        0   it was told to end
        1   it cannot work
        2   wrong usage or configuration
        75  another one runs, or a newer version has changed the store
      """,
    version: ToolVersion.line(of: "tocsind"))

  @Option(help: "The configuration file.") var config: String?
  @Option(help: "The sound devices to try, separated by spaces, instead of the configured ones.")
  var device: String?
  @Flag(help: "Play on a silent device.") var nullAudio = false
  @Flag(help: "Show no banners.") var noBanners = false
  @Option(
    help: ArgumentHelp(
      "Deliver for this app alone, while it runs and while anything of it waits.",
      discussion: "Where no daemon runs, programs start it so themselves."))
  var app: String?
  @Option(help: "The folder of the store.") var store: String?
  @Option(help: .hidden) var ready: Int32?

  static func start(_ arguments: [String]) {
    do {
      var daemon = try parseAsRoot(arguments)
      try daemon.run()
    } catch  where exitCode(for: error) == .validationFailure {
      complain(fullMessage(for: error))
      Glibc.exit(2)
    } catch {
      exit(withError: error)
    }
  }

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    // Avoids the pool of threads that tasks share: after its first use the process wakes each
    // second.
    let executor = QueueExecutor.shared
    let end = DispatchSemaphore(value: 0)
    let status = Mutex(ExitCode.success)
    Task(executorPreference: executor, priority: .medium) {
      let code = await serve(on: executor)
      status.withLock { $0 = code }
      end.signal()
    }
    end.wait()
    let code = status.withLock { $0 }
    if code != .success { throw code }
  }

  /// - Returns: the exit status.
  private func serve(on executor: QueueExecutor) async -> ExitCode {
    do {
      if let app { return try await serve(app: app) }
      let configuration = try configured()
      let log = Self.logger(configuration)
      let daemon = try Daemon(configuration, in: folder, log: log, on: executor)
      try await daemon.run {
        do {
          return try configured()
        } catch {
          log.error("the configuration stays as it was: \(error)")
          return nil
        }
      }
      return .success
    } catch {
      Self.complain("\(error)")
      return Self.status(of: error)
    }
  }

  private func serve(app: String) async throws -> ExitCode {
    var configuration = HostConfiguration()
    // As for any program: a setting that cannot be used is passed over.
    for problem in configuration.read(config, environment: ProcessInfo.processInfo.environment) {
      AppHelperRun.tell("\(problem)")
    }
    override(&configuration)
    let log = Self.logger(configuration)
    try await AppHelperRun(app: app, folder: folder, ready: ready)
      .run(configuration, log: log.logLevel <= .debug ? log : nil)
    return .success
  }

  private var folder: StoreFolder { store.map(StoreFolder.init(path:)) ?? .standard() }

  private static func status(of error: any Error) -> ExitCode {
    switch error {
    case SchedulerError.owned, StoreError.tooNew, StoreError.outdated: ExitCode(75)
    case is ConfigurationError: ExitCode(2)
    default: ExitCode(1)
    }
  }

  private func configured() throws -> HostConfiguration {
    var configuration = HostConfiguration()
    // At boot and at login a desktop and a sound server take less.
    configuration.bannerWait = .seconds(60)
    configuration.ringing.deviceGrace = .seconds(60)
    let problems = configuration.read(config, environment: ProcessInfo.processInfo.environment)
    if let problem = problems.first { throw problem }
    override(&configuration)
    return configuration
  }

  private func override(_ configuration: inout HostConfiguration) {
    if let device { configuration.setDevices(device) }
    if nullAudio { configuration.devices = ["null"] }
    if noBanners { configuration.hasBanners = false }
  }

  private static func logger(_ configuration: HostConfiguration) -> Logger {
    var log = Logger(label: "tocsind") { _ -> any LogHandler in
      JournalLogHandler.isAtHand ? JournalLogHandler() : PlainLogHandler()
    }
    log.logLevel = Logger.Level(rawValue: configuration.logLevel) ?? .info
    return log
  }

  private static func complain(_ text: String) {
    StandardErrorLog.write("tocsind: \(text)")
  }
}
