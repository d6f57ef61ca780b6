@testable import NtfyPublishing

/// A call to be, and what became of it.
struct Call {
  var method = "POST"
  var path = "/backups"
  var headers: [(name: String, value: String)] = []
  var body = Array("Tea is ready".utf8)

  var call: NtfyCall {
    NtfyCall(
      method: method, path: path, headers: headers,
      body: Array(body.prefix(NtfyCall.keptBytes)), length: body.count)
  }

  func message() throws(NtfyError) -> NtfyMessage {
    guard let route = NtfyRoute(method: method, path: path) else { throw .notFound }
    switch route {
    case .topic(let topic):
      return try NtfyMessage(call, topic: topic, id: "AbCdEf012345", time: 1_790_000_000)
    case .json:
      let draft = try NtfyDraft(call)
      return try NtfyMessage(
        call, topic: draft.topic, draft: draft, id: "AbCdEf012345", time: 1_790_000_000)
    }
  }

  /// The code of the refusal.
  func code() -> Int? {
    do throws(NtfyError) {
      _ = try NtfyPush(message(), sound: "default")
      return nil
    } catch {
      return error.code
    }
  }
}

extension Call {
  init(_ headers: [(String, String)], path: String = "/backups", body: String = "Tea is ready") {
    self.path = path
    self.headers = headers.map { (name: $0.0, value: $0.1) }
    self.body = Array(body.utf8)
  }
}
