import Foundation
import TestSupport
import Testing

/// The tests' own server, a process with real sockets, that speaks what ntfy documents.
final class NtfyServer: @unchecked Sendable {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/ntfy-server.py").standardized.path

  private let folder: TemporaryFolder
  private let isSecure: Bool
  private var process: RunningTool?
  private var orders = Pipe()
  private var answers = Pipe()
  private var rest = Data()
  private(set) var port = 0

  /// - Parameter isSecure: with a certificate of its own, for `localhost`.
  init(isSecure: Bool = false) throws {
    folder = try TemporaryFolder()
    self.isSecure = isSecure
    if isSecure {
      let words =
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
        + " -subj /CN=localhost -addext subjectAltName=DNS:localhost"
      let arguments =
        words.split(separator: " ").map(String.init)
        + ["-keyout", folder.path("key.pem"), "-out", folder.path("ca.pem")]
      try #require(try Tool("openssl").run(arguments).status == 0)
    }
    try start()
  }

  deinit { kill9() }

  var url: String { isSecure ? "https://localhost:\(port)" : "http://127.0.0.1:\(port)" }
  var certificate: String { folder.path("ca.pem") }

  /// Starts it, again on its port where it had one.
  func start() throws {
    (orders, answers, rest) = (Pipe(), Pipe(), Data())
    process = try Tool.python.start(
      [Self.script, folder.path("store"), String(port)]
        + (isSecure ? [folder.path("ca.pem"), folder.path("key.pem")] : []),
      input: .pipe(orders), output: .pipe(answers), errors: .null)
    port = try #require(Int(try line()), "the server does not start")
  }

  func kill9() {
    process?.kill()
    process = nil
  }

  /// Stops it, with its connections open, or lets it go on.
  func stop(_ isStopped: Bool) { process?.hang(isStopped) }

  private func line() throws -> String {
    while true {
      if let end = rest.firstIndex(of: 10) {
        defer { rest = Data(rest[rest.index(after: end)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = answers.fileHandleForReading.availableData
      guard !more.isEmpty else { throw CocoaError(.fileReadUnknown) }
      rest += more
    }
  }

  @discardableResult
  func order(_ values: [String: Any]) throws -> Any {
    let data = try JSONSerialization.data(withJSONObject: values) + Data("\n".utf8)
    try orders.fileHandleForWriting.write(contentsOf: data)
    return try JSONSerialization.jsonObject(with: Data(try line().utf8))
  }

  /// Publishes a message.
  /// - Returns: its identifier, when the server has it on its disk.
  @discardableResult
  func publish(_ topic: String, _ text: String, _ more: [String: Any] = [:]) throws -> String {
    let message = try order(["topic": topic, "message": text].merging(more) { $1 })
    return try #require((message as? [String: Any])?["id"] as? String)
  }

  /// What was asked for so far.
  func requests() throws -> [String] { try #require(try order(["count": true]) as? [String]) }
}
