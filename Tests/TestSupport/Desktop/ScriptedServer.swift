import Foundation

/// A notification server that does what a test says.
package final class ScriptedServer {
  private let process: RunningTool
  private let orders = Pipe()
  private let log: URL
  /// Lives as long as its servers do.
  private let bus: SessionBus

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "server.py").path

  /// Starts one that nobody gives orders; it ends with its bus.
  package static let commandLine = "/usr/bin/python3 \(script) /dev/null"

  /// Starts it, and waits until it owns the name.
  /// - Parameter orders: what it is told before anybody can ask.
  package init(on bus: SessionBus, _ orders: ServerOrder...) async throws {
    self.bus = bus
    log = bus.folder.url("server-\(UUID().uuidString)")
    try Data().write(to: log)
    process = try Tool.python.start(
      [Self.script, log.path] + orders.map { try $0.json }, environment: bus.environment,
      input: .pipe(self.orders), output: .inherited)
    try await wait("it is ready") { $0.contains { $0.ready == true } }
  }

  deinit { kill9() }

  /// Ends it without a word.
  package func kill9() { process.kill() }

  package func hang(_ hangs: Bool) { process.hang(hangs) }

  /// Gives an order, and waits until it is carried out.
  package func order(_ order: ServerOrder) async throws { try await self.order([order]) }

  /// Gives orders, and waits until they are carried out.
  package func order(_ new: [ServerOrder]) async throws {
    let count = try entries().count { $0.obeyed != nil } + new.count
    let lines = try new.map { try $0.json + "\n" }.joined()
    try orders.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
    try await wait("it has obeyed") { $0.count { $0.obeyed != nil } == count }
  }

  /// The calls of `method` that it has seen.
  package func calls(_ method: String) throws -> [ServerEntry] {
    try entries().filter { $0.call == method }
  }

  /// The banners that it was asked to show.
  package func notifications() throws -> [NotifyCall] {
    try calls("Notify").map { try $0.notification() }
  }

  package func entries() throws -> [ServerEntry] {
    // The last line may be half written.
    try Data(contentsOf: log).split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(ServerEntry.self, from: $0)
    }
  }

  /// How much it has written so far, for who must not be slow to see it.
  package var logSize: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: log.path)
    return attributes?[.size] as? Int ?? 0
  }

  @discardableResult
  package func wait(_ what: String, until isDone: ([ServerEntry]) -> Bool) async throws
    -> [ServerEntry]
  {
    var seen: [ServerEntry] = []
    try await eventually("at the server: \(what)") {
      seen = try entries()
      return isDone(seen)
    }
    return seen
  }
}

/// What a ``ScriptedServer`` is told.
package struct ServerOrder {
  package let fields: [String: JSON]

  package var json: String {
    get throws { String(decoding: try JSONEncoder().encode(JSON.object(fields)), as: UTF8.self) }
  }

  package static func capabilities(_ names: String...) -> ServerOrder {
    ServerOrder(fields: ["capabilities": .array(names.map { .string($0) })])
  }

  package static func name(_ name: String) -> ServerOrder {
    ServerOrder(fields: ["name": .string(name)])
  }

  /// Numbers of banners go on from here.
  package static func count(from number: Int) -> ServerOrder {
    ServerOrder(fields: ["count_from": .number(number)])
  }

  /// Sends the answers that were held back, the last one first.
  package static let release = ServerOrder(fields: ["release": .bool(true)])

  /// Gives the name away but stays on the bus.
  package static let leave = ServerOrder(fields: ["leave": .bool(true)])

  package enum Answer {
    case right, hang, die
    /// None: it kills the caller.
    case kill
    /// The right one, a second later.
    case delay
    case error(String)
    case lie(signature: String, [JSON])
    /// `CloseNotification` is followed by a signal for each of these reasons.
    case closing([Int])
  }

  package static func answer(_ method: String, _ answer: Answer, once: Bool = false) -> ServerOrder
  {
    var fields: [String: JSON] = ["answer": .string(method)]
    if once { fields["once"] = .bool(true) }
    switch answer {
    case .right: break
    case .hang: fields["do"] = .string("hang")
    case .die: fields["do"] = .string("die")
    case .kill: fields["do"] = .string("kill")
    case .delay:
      fields["do"] = .string("delay")
      fields["seconds"] = .number(1)
    case .error(let name):
      fields["do"] = .string("error")
      fields["name"] = .string(name)
    case .lie(let signature, let body):
      fields["do"] = .string("lie")
      fields["signature"] = .string(signature)
      fields["body"] = .array(body)
    case .closing(let reasons): fields["reasons"] = .array(reasons.map { .number($0) })
    }
    return ServerOrder(fields: fields)
  }

  package static func emit(_ member: String, _ signature: String, _ body: JSON...) -> ServerOrder {
    emit(member, signature, contentsOf: body)
  }

  package static func emit(_ member: String, _ signature: String, contentsOf body: [JSON])
    -> ServerOrder
  {
    ServerOrder(fields: [
      "emit": .string(member), "signature": .string(signature), "body": .array(body),
    ])
  }
}
