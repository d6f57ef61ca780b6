import Foundation
import Glibc
import NotificationTypes

/// One run of an app's command with one response: as JSON on standard input, its parts in the
/// environment.
struct CommandRun {
  enum End: Equatable, CustomStringConvertible {
    case done
    case notStarted(String)
    case failed(Int32)
    case killed(Int32)
    case tooSlow
    /// It takes long, for it is the app, which runs now and takes its responses itself.
    case listens

    var description: String {
      switch self {
      case .done: "done"
      case .notStarted(let reason): "it cannot be started: \(reason)"
      case .failed(let status): "exit status \(status)"
      case .killed(let signal): "ended by signal \(signal)"
      case .tooSlow: "it takes too long"
      case .listens: "the app runs"
      }
    }
  }

  private let command: [String]
  private let response: NotificationResponse
  private let activationToken: String?
  private let limit: Duration

  init(
    _ command: [String], response: NotificationResponse, activationToken: String?,
    limit: Duration
  ) {
    self.command = command
    self.response = response
    self.activationToken = activationToken
    self.limit = limit
  }

  /// Runs it to its end, or kills it after the limit, unless it has become the running app.
  func perform(isListening: () -> Bool) -> End {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["--"] + command
    process.environment = environment
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do {
      let body = try encodedResponse()
      try process.run()
      // A command that does not read it ends all the same.
      try? input.fileHandleForWriting.write(contentsOf: body)
      try? input.fileHandleForWriting.close()
    } catch {
      return .notStarted("\(error)")
    }
    guard ended.wait(timeout: .now() + limit / .seconds(1)) == .success else {
      if isListening() { return .listens }
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
      return .tooSlow
    }
    let status = process.terminationStatus
    if process.terminationReason == .uncaughtSignal { return .killed(status) }
    return status == 0 ? .done : .failed(status)
  }

  private func encodedResponse() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return try encoder.encode(response) + Data("\n".utf8)
  }

  private var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    // The service's own affairs with the service manager.
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "JOURNAL_STREAM"] {
      environment[name] = nil
    }
    environment["TOCSIN_APP"] = response.app
    environment["TOCSIN_REQUEST"] = response.requestIdentifier
    environment["TOCSIN_ACTION"] = response.actionIdentifier
    environment["TOCSIN_TEXT"] = response.text
    environment["XDG_ACTIVATION_TOKEN"] = activationToken
    return environment
  }
}
