import ArgumentParser
import ConsoleOutput
import Glibc
import NotificationDelivery
import NotificationStorage
import NotificationTypes
import Triggers

/// The control tool for notifications: options in, one call, print.
struct Tocsinctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tocsinctl",
    abstract: "Deliver and schedule notifications, and look at them.",
    discussion: """
      What is scheduled is in $XDG_STATE_HOME/tocsin (~/.local/state/tocsin) when the command \
      returns, whether a scheduler runs or not.

      EXAMPLES
        tocsinctl notify --sound ping --title Hi
        tocsinctl schedule --in 5m --title Tea --sound chime
        tocsinctl schedule --at '2026-12-24 18:00' --title 'Ring the bell'
        tocsinctl schedule --every day --at 07:30 --title 'Good morning' --id morning
        tocsinctl pending
        tocsinctl next morning -n 5
        tocsinctl cancel morning

      EXIT STATUS
        0  done
        1  not done: nothing by that name, refused by the limit, neither heard nor shown, or the
           store failed
        2  wrong usage
      """,
    version: ToolVersion.line(of: "tocsinctl"),
    subcommands: [
      ScheduleCommand.self, PendingCommand.self, NextCommand.self, CancelCommand.self,
      DeliveredCommand.self, RemoveDeliveredCommand.self, MissedCommand.self, ExportCommand.self,
      ImportCommand.self, StatusCommand.self, NotifyCommand.self, SettingsCommand.self,
      AppCommand.self, CategoriesCommand.self, DevicesCommand.self, LocationCommand.self,
      RemoteCommand.self, CenterCommand.self,
    ])

  static func start(_ arguments: [String]) {
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      Glibc.exit(status(of: error))
    }
  }

  /// Tells an error to the user and turns it into an exit status.
  private static func status(of error: any Error) -> Int32 {
    switch error {
    case let status as ExitCode: return status.rawValue
    case let failure as Failure:
      Console.complain("Error: \(failure.message)")
      return ExitStatus.failure.rawValue
    case is StoreError, is TimeZoneError, is NotificationFormatError:
      Console.complain("Error: \(error)")
      return ExitStatus.failure.rawValue
    default: break
    }
    let message = fullMessage(for: error)
    switch exitCode(for: error) {
    case .success:
      Console.print(message)
      return ExitCode.success.rawValue
    case .validationFailure:
      Console.complain(message)
      return ExitStatus.usage.rawValue
    default:
      Console.complain("Error: \(error)")
      return ExitStatus.failure.rawValue
    }
  }
}

/// The exit statuses of all subcommands; 0 is success.
enum ExitStatus {
  static let failure = ExitCode(1)
  static let usage = ExitCode(2)
}

/// The reason why a command did not do its work, as a sentence for the user.
struct Failure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
