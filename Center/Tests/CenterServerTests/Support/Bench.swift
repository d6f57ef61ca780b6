import Foundation
import Glibc
import NotificationDelivery
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

/// The real program with a store of its own, and curl in front of it.
final class Bench: Sendable {
  struct Unusable: Error, CustomStringConvertible { let description: String }

  let root: URL
  let schedule: NotificationSchedule
  let link: URL
  let port: Int
  private let server: RunningTool
  let cookie: String
  let token: String

  var store: NotificationStore { schedule.store }
  var process: pid_t { server.processIdentifier }
  private var state: URL { root.appending(path: "state") }
  var data: URL { root.appending(path: "data") }

  /// - Parameters:
  ///   - arguments: more arguments of the program.
  ///   - variables: more of its environment.
  ///   - opens: whether the link is used.
  ///   - log: the program's standard error; nil is the test's own.
  init(
    _ arguments: [String] = [], variables: [String: String] = [:], opens: Bool = true,
    with log: UnusableLog? = nil
  ) throws {
    root = FileManager.default.temporaryDirectory
      .appending(path: "tocsin-center-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    let folder = StoreFolder(path: root.appending(path: "state/tocsin").path)
    schedule = try NotificationSchedule.standard(in: folder)
    let output = Pipe()
    server = try Self.start(
      arguments, variables, in: root, output: output, log: log)
    link = try Self.line(of: output.fileHandleForReading)
    port = link.port ?? 0
    guard opens else {
      (cookie, token) = ("", "")
      return
    }
    let answer = try Self.curl([link.absoluteString])
    cookie = answer.fields["set-cookie"]?.split(separator: ";").first.map(String.init) ?? ""
    token =
      answer.text.split(separator: "name=\"token\" content=\"").last?
      .split(separator: "\"").first.map(String.init) ?? ""
  }

  deinit {
    server.kill()
    try? FileManager.default.removeItem(at: root)
  }

  static func environment(_ root: URL) -> [String: String] {
    [
      "XDG_STATE_HOME": root.appending(path: "state").path,
      "XDG_DATA_HOME": root.appending(path: "data").path,
      "XDG_CONFIG_HOME": root.appending(path: "config").path,
      "XDG_RUNTIME_DIR": root.appending(path: "run").path, "HOME": root.path,
      "TOCSIN_AUDIO_DEVICE": "null",
    ]
  }

  /// Starts the program.
  static func start(
    _ arguments: [String] = [], _ variables: [String: String] = [:], in root: URL,
    output: Pipe, log: UnusableLog? = nil
  ) throws -> RunningTool {
    try FileManager.default.createDirectory(
      at: root.appending(path: "run"), withIntermediateDirectories: true)
    return try Tool("env").start(
      (log?.wrapper ?? []) + [Tool.built("tocsin-center").path] + arguments,
      environment: environment(root).merging(variables) { $1 }, output: .pipe(output),
      errors: log?.stream ?? .inherited)
  }

  /// Ends the program as a service manager does.
  func terminate() -> RunningTool.Ending { server.terminate() }

  /// Runs a program of the system, which must end well.
  static func run(_ name: String, _ arguments: [String]) throws {
    let result = try Tool(name).run(arguments)
    try #require(result.status == 0, "\(name): \(result.errors)")
  }

  /// The first line that a program prints, as a link.
  static func line(of output: FileHandle) throws -> URL {
    var text = ""
    while !text.contains("\n") {
      let data = output.availableData
      guard !data.isEmpty else { throw Unusable(description: "the program ended: \(text)") }
      text += String(decoding: data, as: UTF8.self)
    }
    guard let url = URL(string: String(text.prefix { $0 != "\n" })) else {
      throw Unusable(description: "not a link: \(text)")
    }
    return url
  }
}

/// What curl got.
struct Answer {
  let status: Int
  let fields: [String: String]
  let body: Data
  var text: String { String(decoding: body, as: UTF8.self) }
}

extension Bench {
  /// Runs curl to its end.
  static func curl(_ arguments: [String], input: Data? = nil) throws -> Answer {
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "tocsin-center-curl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let (head, body) = (scratch.appending(path: "head"), scratch.appending(path: "body"))
    var all = ["-s", "--max-time", "180", "-D", head.path, "-o", body.path]
    if let input {
      let file = scratch.appending(path: "input")
      try input.write(to: file)
      all += ["-H", "Expect:", "--data-binary", "@" + file.path]
    }
    _ = try Tool("curl").run(all + arguments)
    let lines = ((try? String(contentsOf: head, encoding: .utf8)) ?? "").split(separator: "\r\n")
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 {
        fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
      }
    }
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Answer(status: status, fields: fields, body: (try? Data(contentsOf: body)) ?? Data())
  }

  /// A request as the page makes it.
  /// - Parameters:
  ///   - body: nil is GET.
  ///   - fields: more header fields, or others in place of the page's own; an empty one is left out.
  func ask(
    _ path: String, _ body: Data? = nil, fields: [String: String] = [:]
  ) throws -> Answer {
    var all = [
      "Cookie": cookie, "X-Tocsin-Token": token, "Origin": "http://127.0.0.1:\(port)",
      "Sec-Fetch-Site": "same-origin",
    ]
    all.merge(fields) { $1 }
    let arguments = all.filter { !$0.value.isEmpty }.flatMap { ["-H", "\($0.key): \($0.value)"] }
    return try Self.curl(arguments + ["http://127.0.0.1:\(port)\(path)"], input: body)
  }

  /// A request with a path as it stands here, dots and all, as a frame without an origin makes it.
  func raw(_ path: String) throws -> Answer {
    try Self.curl(["--path-as-is", "-H", "Origin: null", "http://127.0.0.1:\(port)\(path)"])
  }

  func post(_ path: String, _ json: String, fields: [String: String] = [:]) throws -> Answer {
    try ask(path, Data(json.utf8), fields: fields)
  }

  /// Delivers requests as a daemon does, until `isDone`.
  func deliver(_ requests: [NotificationRequest]) async throws {
    try await delivering { _ in
      for request in requests { try schedule.add(request) }
      while try store.read(.counts()).pending > 0
        || store.read(.counts()).delivered < requests.count
      {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
  }

  /// Runs a deliverer while `work` runs.
  func delivering(_ work: (DeliveryHost) async throws -> Void) async throws {
    var configuration = HostConfiguration()
    configuration.devices = ["null"]
    configuration.hasBanners = false
    configuration.policy.authorization = .allow
    let host = DeliveryHost(
      schedule, folder: store.folder, configuration: configuration, screenLock: { false },
      log: { _ in })
    let scheduler = host.scheduler()
    let running = Task { try await scheduler.run() }
    for await state in scheduler.states where state != .starting { break }
    host.begin()
    let answers = Task { await host.delivery.run() }
    do {
      try await work(host)
    } catch {
      await scheduler.stop()
      answers.cancel()
      throw error
    }
    await scheduler.stop()
    answers.cancel()
    try await running.value
  }
}
