import Foundation
import Glibc
import TestSupport
import Testing

@testable import APNsGateway

/// An engine, a gateway and a box, in a folder of their own.
final class Testbed {
  enum Engine: String, CaseIterable, CustomTestStringConvertible, Sendable {
    /// The distribution's, and the newest.
    case old, new

    var testDescription: String { rawValue }

    var program: String {
      let environment = ProcessInfo.processInfo.environment
      switch self {
      case .old: return environment["TOCSIN_ENGINE_OLD"] ?? "/usr/sbin/nats-server"
      case .new: return environment["TOCSIN_ENGINE_NEW"] ?? Testbed.newestEngine
      }
    }
  }

  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  /// The venv that `Scripts/setup gateway` makes.
  static let clients = package + "/.build/clients"
  /// What it fetches.
  static let newestEngine = package + "/../.build/nats-server/nats-server"
  static let topic = "org.example.kitchen"
  static let foreignTopic = "com.other.app"

  let folder: String
  let engineKind: Engine
  private(set) var port = 0
  private(set) var monitoringPort = 0
  private(set) var engine: RunningTool?
  /// The second and the third of three.
  private(set) var otherEngines: [RunningTool?] = []
  private(set) var gateway: RunningTool?
  /// Those of the second and the third machine, if they were started.
  private(set) var otherGateways: [Int: RunningTool] = [:]
  private var keyIdentifier = ""

  var state: String { folder + "/state" }
  var enrolment: String { folder + "/kitchen.enrol" }

  /// Starts all and waits until it serves.
  /// - Parameter nodes: how many engines: 1 or 3.
  init(_ engineKind: Engine, settings: [String: Any] = [:], nodes: Int = 1) throws {
    self.engineKind = engineKind
    folder = FileManager.default.temporaryDirectory.path + "/tocsin-gw-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let ports = try freePorts(2 + 2 * nodes)
    (port, monitoringPort) = (ports[0], ports[1])
    let enginePorts = Array(ports[2..<2 + nodes])
    let clusterPorts = Array(ports[(2 + nodes)...])
    var arguments = [
      "init", "localhost", "--port", "\(ports[0])", "--monitoring-port", "\(ports[1])",
      "--engine-port", "\(enginePorts[0])", "--engine", engineKind.program,
    ]
    if nodes > 1 { arguments += ["--cluster-port", "\(clusterPorts[0])"] }
    for (engine, cluster) in zip(enginePorts, clusterPorts).dropFirst() {
      arguments += ["--with", "localhost:\(engine):\(cluster)"]
    }
    try command(arguments)
    if nodes > 1 { try join(Array(enginePorts.dropFirst())) }
    try change("gateway.json", settings)
    let key = try command(["key", "add", "--team", "TEAM123456", "--topic", "org.example.*"])
    keyIdentifier = key.replacingOccurrences(of: "AuthKey_", with: "")
      .replacingOccurrences(of: ".p8", with: "").trimmingCharacters(in: .whitespacesAndNewlines)
    try command(["device", "add", "kitchen"])
    try startEngine()
    for index in otherEngines.indices { try startEngine(index + 1) }
    try startGateway()
  }

  /// The other machines: each has a state of its own.
  private func join(_ enginePorts: [Int]) throws {
    try command(["invite"])
    for (index, port) in enginePorts.enumerated() {
      try Self.run(
        Self.program,
        [
          "init", "localhost", "--join", folder + "/invitation", "--engine-port", "\(port)",
          "--port", "0", "--monitoring-port", "0", "--engine", engineKind.program, "--state",
          state(index + 1),
        ], in: folder)
      otherEngines.append(nil)
    }
  }

  func state(_ node: Int) -> String { node == 0 ? state : state + "\(node + 1)" }

  /// The engine of a node; 0 is the first one.
  func engine(_ node: Int) -> RunningTool? { node == 0 ? engine : otherEngines[node - 1] }

  func startEngine(_ node: Int) throws {
    let process = try start(
      engineKind.program, ["-c", state(node) + "/nats.conf"], log: "engine\(node).log")
    if node == 0 { engine = process } else { otherEngines[node - 1] = process }
  }

  /// Who leads the stream, by its port, and how many of the others have all of it.
  func leader() throws -> (node: Int, current: Int) {
    let words = try client("leader").joined().split(separator: " ").compactMap { Int($0) }
    try #require(words.count == 2)
    let ports = try (0...otherEngines.count).map { try enginePort($0) }
    let node = try #require(ports.firstIndex(of: "\(words[0])"))
    return (node, words[1])
  }

  /// The engine's port for boxes.
  func enginePort(_ node: Int = 0) throws -> String {
    let text = try String(contentsOfFile: state(node) + "/nats.conf", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("port: ") }
    return String(try #require(line).dropFirst(6))
  }

  deinit {
    let all = [gateway, engine] + otherEngines + otherGateways.values.map(Optional.some)
    for program in all { program?.kill() }
    try? FileManager.default.removeItem(atPath: folder)
  }

  func startEngine() throws {
    engine = try start(engineKind.program, ["-c", state + "/nats.conf"], log: "engine.log")
  }

  /// By the command that starts it again when its disk was full.
  func startKeptEngine(reserve: Int) throws {
    engine = try start(
      Self.program,
      [
        "engine", "--state", state, "--engine", engineKind.program, "--reserve", "\(reserve)",
      ], log: "engine.log")
  }

  /// How many pushes the gateway has answered with 200.
  func accepted() throws -> Int {
    let line = try metrics().split(separator: "\n")
      .first { $0.hasPrefix("tocsin_gateway_accepted_total ") }
    return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  func startGateway() throws {
    try launchGateway()
    try waitUntilServing()
  }

  /// That of the second or the third machine, on any port.
  func startGateway(_ node: Int) throws {
    let log = "gateway\(node).log"
    otherGateways[node] = try start(Self.program, ["serve", "--state", state(node)], log: log)
    try wait("gateway \(node) serves") {
      let text = self.log(log)
      return text.contains("The stream PUSH is ready")
        && text.split(separator: "\n").contains { $0.hasPrefix("port ") }
    }
  }

  /// The address of a machine's gateway.
  func address(_ node: Int) throws -> String {
    if node == 0 { return "https://localhost:\(port)" }
    let line = log("gateway\(node).log").split(separator: "\n").first { $0.hasPrefix("port ") }
    let port = try #require(line?.split(separator: " ").dropFirst().first)
    return "https://localhost:\(port)"
  }

  /// Without waiting.
  func launchGateway() throws {
    gateway = try start(Self.program, ["serve", "--state", state], log: "gateway.log")
  }

  /// Until the stream is there and pushes can be taken.
  func waitUntilServing() throws {
    try wait("the gateway serves") {
      self.health() == "ok\n" && self.log("gateway.log").contains("The stream PUSH is ready")
    }
  }

  /// Credentials with all rights, as no program of ours has them.
  func administrator() throws -> String {
    let identity: EngineIdentity = try StateFolder(state).load("identity.json")
    let path = folder + "/admin.creds"
    try identity.credentials(name: "admin", rights: nil, account: identity.accountSeed)
      .write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  func health() -> String? {
    try? Self.run("curl", ["-s", "http://127.0.0.1:\(monitoringPort)/health"])
  }

  func metrics() throws -> String {
    try Self.run("curl", ["-s", "http://127.0.0.1:\(monitoringPort)/metrics"])
  }

  func log(_ name: String) -> String {
    (try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)) ?? ""
  }

  /// A command of the gateway's program; its standard output.
  @discardableResult func command(_ arguments: [String], on node: Int = 0) throws -> String {
    try Self.run(Self.program, arguments + ["--state", state(node)], in: folder)
  }

  /// A script of `Clients/`; its lines.
  func client(
    _ script: String, _ arguments: [String] = [], with more: [String: String] = [:]
  ) throws -> [String] {
    let text = try Self.run(
      Self.clients + "/bin/python", [Self.script(script)] + arguments, in: folder,
      environment: clientEnvironment.merging(more) { $1 })
    return text.split(separator: "\n").map(String.init)
  }

  /// A script of `Clients/` that runs by itself.
  func launch(
    _ script: String, _ arguments: [String] = [], with more: [String: String] = [:], log: String
  ) throws -> RunningTool {
    try start(
      Self.clients + "/bin/python", [Self.script(script)] + arguments, log: log,
      environment: clientEnvironment.merging(more) { $1 })
  }

  static func script(_ name: String) -> String {
    package + "/Tests/APNsGatewayTests/Clients/\(name).py"
  }

  var clientEnvironment: [String: String] {
    [
      "PORT": "\(port)", "CA": state + "/ca.pem", "SSL_CERT_FILE": state + "/ca.pem",
      "KEY": folder + "/AuthKey_\(keyIdentifier).p8", "KEY_ID": keyIdentifier,
      "TEAM": "TEAM123456", "TOPIC": Self.topic, "PYTHONDONTWRITEBYTECODE": "1",
      "ENROLMENT": enrolment, "STATE": state,
    ]
  }

  /// The device token of a topic, by registration.
  func token(_ topic: String = Testbed.topic, enrolment: String? = nil) throws -> String {
    let answer = try client("register", [enrolment ?? self.enrolment, topic]).joined()
    let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
    guard let token = object?["token"] as? String else { throw Failure(answer) }
    return token
  }

  private func change(_ name: String, _ values: [String: Any]) throws {
    if values.isEmpty { return }
    let url = URL(fileURLWithPath: state + "/" + name)
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
    let new = (object ?? [:]).merging(values) { $1 }
    try JSONSerialization.data(withJSONObject: new).write(to: url)
  }

  private func start(
    _ program: String, _ arguments: [String], log: String, environment: [String: String] = [:]
  ) throws -> RunningTool {
    let path = folder + "/" + log
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return try Tool(at: program).start(
      arguments, environment: environment, output: .log(path), errors: .log(path))
  }
}
