import FoundationEssentials
import LinuxProcess
import NotificationTypes

/// One run of an app's command for a response or a message, which it gets as JSON on standard
/// input, with its parts in the environment.
struct CommandRun {
  enum End: Equatable, CustomStringConvertible {
    case done
    case notStarted(String)
    case failed(Int32)
    case killed(Int32)
    case tooSlow
    /// It runs on, because it is the app, which now takes its responses itself.
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

  /// Bytes. A variable of more than 128 KiB prevents the start of a program (execve(2)); the JSON
  /// contains all of it.
  private static let partSize = 1 << 14
  /// The variable by which a program that the command starts is this app.
  private static let identity = "TOCSIN_APP_ID"

  private let command: [String]
  private let input: any Encodable
  private let parts: [String: String?]
  private let limit: Duration

  init(
    _ command: [String], response: NotificationResponse, activationToken: String?,
    limit: Duration
  ) {
    self.command = command
    input = response
    parts = [
      "TOCSIN_APP": response.app, Self.identity: response.app,
      "TOCSIN_REQUEST": response.requestIdentifier,
      "TOCSIN_ACTION": response.actionIdentifier, "TOCSIN_TEXT": response.text,
      "TOCSIN_PUSH": nil, "XDG_ACTIVATION_TOKEN": activationToken,
    ]
    self.limit = limit
  }

  init(_ command: [String], message: RemoteMessage, limit: Duration) {
    self.command = command
    input = message
    parts = [
      "TOCSIN_APP": message.app, Self.identity: message.app, "TOCSIN_REQUEST": nil,
      "TOCSIN_ACTION": nil, "TOCSIN_TEXT": nil, "TOCSIN_PUSH": message.identifier,
      "XDG_ACTIVATION_TOKEN": nil,
    ]
    self.limit = limit
  }

  /// Runs it to its end, or kills it after the limit unless it has become the running app.
  /// - Returns: the kind of its end, and the first kilobyte of its standard error.
  func perform(isListening: () -> Bool) -> (end: End, complaint: String) {
    let process: ChildProcess
    do {
      process = try ChildProcess(
        command, environment: environment, input: try encodedInput())
    } catch {
      return (.notStarted("\(error)"), "")
    }
    let end: End
    switch process.wait(upTo: limit) {
    case .exited(0)?: end = .done
    case .exited(let status)?: end = .failed(status)
    case .killed(let signal)?: end = .killed(signal)
    case nil where isListening(): end = .listens
    case nil:
      process.kill()
      end = .tooSlow
    }
    return (end, process.complaint)
  }

  private func encodedInput() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return try encoder.encode(input) + Data("\n".utf8)
  }

  private var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment.withoutServiceManager
    for (name, value) in parts {
      environment[name] = value.map {
        String(decoding: $0.utf8.prefix(Self.partSize), as: UTF8.self)
      }
    }
    return environment
  }
}
