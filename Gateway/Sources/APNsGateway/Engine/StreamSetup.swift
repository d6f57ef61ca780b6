import Foundation

/// Creates the stream in which pushes are stored, or updates its configuration.
package struct StreamSetup: Sendable {
  private let connection: EngineConnection
  private let replicas: Int

  package init(_ connection: EngineConnection, replicas: Int) {
    self.connection = connection
    self.replicas = replicas
  }

  /// Whether the engine knows lifetimes of messages: JetStream's API level 1, version 2.11.
  /// - Throws: ``GatewayError`` if the engine does not answer or refuses.
  package func run() throws(GatewayError) -> Bool {
    let information: Information = try ask("$JS.API.INFO", "")
    let knowsLifetimes = (information.api?.level ?? 0) >= 1
    let configuration = StreamConfiguration(
      replicas: replicas, knowsLifetimes: knowsLifetimes)
    let body = try configuration.json()
    var answer: Answer = try ask("$JS.API.STREAM.CREATE.PUSH", body)
    // 10058: the stream exists with another configuration.
    if answer.error?.err_code == 10_058 { answer = try ask("$JS.API.STREAM.UPDATE.PUSH", body) }
    if let error = answer.error {
      throw GatewayError("The engine refuses the stream PUSH: \(error.description).")
    }
    return knowsLifetimes
  }

  private func ask<Reply: Decodable>(
    _ subject: String, _ body: String
  ) throws(GatewayError) -> Reply {
    let bytes = try connection.request(subject, body)
    do {
      return try JSONDecoder().decode(Reply.self, from: Data(bytes))
    } catch {
      throw GatewayError("The engine's answer to \(subject) cannot be read: \(error)")
    }
  }

  private struct Information: Decodable {
    struct API: Decodable { var level: Int? }
    var api: API?
  }

  private struct Answer: Decodable {
    struct Failure: Decodable {
      var err_code: Int?
      var description: String
    }
    var error: Failure?
  }
}

/// The stream: it keeps the newest push of each app on each device for 30 days, and republishes
/// pushes as they arrive.
private struct StreamConfiguration: Encodable {
  struct Republish: Encodable {
    var src = "push.>"
    var dest = "live.>"
  }

  var name = "PUSH"
  var subjects = ["push.>"]
  var retention = "limits"
  var storage = "file"
  var discard = "old"
  var max_msgs_per_subject = 1
  var max_msg_size = 16_384
  /// Nanoseconds.
  var max_age = 30 * 86_400 * 1_000_000_000
  var duplicate_window = 120 * 1_000_000_000
  var num_replicas: Int
  /// The engine would answer a box's request with all rights, wherever the box wants the answer.
  var allow_direct = false
  var republish = Republish()
  /// nil for an engine that does not know it.
  var allow_msg_ttl: Bool?

  init(replicas: Int, knowsLifetimes: Bool) {
    num_replicas = replicas
    allow_msg_ttl = knowsLifetimes ? true : nil
  }

  func json() throws(GatewayError) -> String {
    guard let data = try? JSONEncoder().encode(self) else {
      throw GatewayError("The stream's configuration cannot be written.")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
