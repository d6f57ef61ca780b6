import Foundation
import NotificationTypes
import NtfyPublishing
import RemoteNotifications

/// Reads any bytes as one of ntfy's calls: a line with method and path, a line for each header, an
/// empty line, the body. An error must have a status and a text; otherwise the box must read the
/// same message.
func checkNtfy(_ input: [UInt8]) {
  let call = ntfyCall(input)
  _ = call.token
  do throws(NtfyError) {
    guard let route = NtfyRoute(method: call.method, path: call.path) else { return }
    claim(NtfyRoute.isMeant(call.path), "a path that is none of ntfy's is taken")
    var draft: NtfyDraft?
    let topic: String
    switch route {
    case .topic(let name): topic = name
    case .json:
      let json = try NtfyDraft(call)
      (topic, draft) = (json.topic, json)
    }
    let message = try NtfyMessage(
      call, topic: topic, draft: draft, id: "AbCdEf012345", time: 1_795_000_000)
    check(message, try NtfyPush(message, sound: "default"))
  } catch {
    claim((400...599).contains(error.status) && !error.text.isEmpty, "an error of no kind")
    claim(isJSON(error.json), "an error that is not JSON")
  }
}

private func ntfyCall(_ input: [UInt8]) -> NtfyCall {
  var lines = input.split(separator: 10, omittingEmptySubsequences: false)[...]
  let first = String(decoding: lines.popFirst() ?? [], as: UTF8.self)
    .split(separator: " ", maxSplits: 1)
  var headers: [(name: String, value: String)] = []
  while let line = lines.popFirst(), !line.isEmpty {
    let parts = line.split(separator: 58, maxSplits: 1)
    guard parts.count == 2 else { continue }
    headers.append(
      (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self)))
  }
  let body = Array(lines.joined(separator: [10]))
  return NtfyCall(
    method: first.first.map(String.init) ?? "",
    path: first.dropFirst().first.map(String.init) ?? "", headers: headers,
    body: Array(body.prefix(NtfyCall.keptBytes)), length: body.count)
}

private func check(_ message: NtfyMessage, _ push: NtfyPush) {
  claim(isJSON(message.json), "an answer that is not JSON")
  claim(NtfyName.isValid(message.topic), "a topic “\(message.topic)”")
  claim((1...5).contains(message.priority ?? 3), "a priority of \(message.priority ?? 0)")
  claim(push.payload.count <= NtfyPush.maximumSize, "a push of \(push.payload.count) bytes")
  do {
    let payload = try PushPayload(parsing: push.payload)
    claim(payload.content.body == message.message, "the box reads another message")
    claim(payload.content.title == message.title ?? "", "the box reads another title")
    claim(payload.content.threadIdentifier == message.topic, "the box reads another topic")
    claim((payload.content.sound == nil) == (message.priority ?? 3 < 3), "another sound")
  } catch { fatalError("the box does not take it: \(error)") }
}

private func isJSON(_ text: String) -> Bool {
  (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
}
