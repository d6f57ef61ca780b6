import ArgumentParser
import ConsoleOutput
import Dispatch
import Foundation
import Glibc
import LinuxProcess
import LogOutput
import NotificationStorage
import RemoteNotifications
import RemoteReceiving

/// The box's half of remote notifications: a process of its own, because the daemon has no network
/// access.
@main
struct TocsinRemote: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tocsin-remote",
    abstract: "Receive notifications that servers send to this box.",
    discussion: """
      It brings them into the user's store, from where tocsind, or the app itself, delivers them. \
      Who the box is, and where the engine is, says its enrolment: tocsinctl remote enrol. Until there \
      is one, it waits. It also runs the service extensions of apps, which may change what servers \
      send: tocsinctl app register.

      SIGNALS
        SIGTERM  end, when what it is doing is done

      EXIT STATUS
        0   it was told to end
        1   it cannot work
        2   wrong usage
        75  another one runs
      """,
    version: ToolVersion.line(of: "tocsin-remote"))

  static func main() {
    StandardDescriptors.fill()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch  where exitCode(for: error) == .validationFailure {
      complain(fullMessage(for: error))
      Glibc.exit(2)
    } catch {
      exit(withError: error)
    }
  }

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    let place: AppListener
    let service: Service
    do {
      try DigestLibrary.require()
      place = try AppListener(app: RemoteReceiver.app)
      service = try Service()
    } catch SchedulerError.owned {
      Self.complain("another one runs")
      throw ExitCode(75)
    } catch {
      Self.complain("\(error)")
      throw ExitCode(1)
    }
    let end = DispatchSemaphore(value: 0)
    let sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: QueueExecutor.shared.queue)
      source.setEventHandler { end.signal() }
      source.activate()
      return source
    }
    service.look()
    // An executor of its own: after the first use of the shared thread pool the process would wake
    // each second.
    let executor = QueueExecutor(label: "tocsin.look")
    let listening = Task(executorPreference: executor) {
      for await _ in place.wakeUps { service.look() }
    }
    ServiceManager.ready()
    end.wait()
    ServiceManager.stopping()
    listening.cancel()
    service.stop()
    withExtendedLifetime((sources, place)) {}
  }

  private static func complain(_ text: String) {
    StandardErrorLog.write("tocsin-remote: \(text)")
  }
}
