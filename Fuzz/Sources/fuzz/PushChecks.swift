import Foundation
import NotificationTypes
import RemoteNotifications

/// Reads any bytes as a payload. The result must be an error with a text, or a content that a store
/// keeps unchanged and that is the same after writing and reading it as a payload.
func checkPayload(_ input: [UInt8]) {
  let payload: PushPayload
  do {
    payload = try PushPayload(parsing: input)
  } catch {
    claim(!error.description.isEmpty, "an error without a text")
    return
  }
  let content = payload.content
  claim(input.count <= 4_096, "a payload of \(input.count) bytes is taken")
  claim(content.badge ?? 0 >= 0, "a negative badge")
  claim((0...1).contains(content.relevance), "a relevance of \(content.relevance)")
  claim((0...1).contains(content.sound?.volume ?? 1), "a volume outside 0...1")
  do {
    let stored = try JSONDecoder().decode(
      NotificationContent.self, from: JSONEncoder().encode(content))
    claim(stored == content, "the store keeps another content")
  } catch { fatalError("the store cannot keep it: \(error)") }
  var plain = content
  plain.userInfo = [:]
  guard let bytes = try? PushPayload.bytes(of: plain),
    var again = try? PushPayload(parsing: bytes).content
  else { return }
  again.userInfo = [:]
  claim(again == plain, "what is written is not what is read")
}

/// Reads any bytes as a message: a subject, a line for each header, an empty line, the payload. A
/// signed message must be read unchanged, and any other must be refused.
func checkPush(_ input: [UInt8]) {
  let lines = input.split(separator: 10, maxSplits: 10, omittingEmptySubsequences: false)
  guard let key = DeviceKey(bytes: Array(0..<32)), let first = lines.first,
    let subject = PushSubject(parsing: String(decoding: first, as: UTF8.self))
  else { return }
  claim(PushSubject(parsing: subject.stored) == subject, "a subject is read as another one")
  var headers: [String: String] = [:]
  for line in lines.dropFirst().dropLast() {
    let parts = line.split(separator: 58, maxSplits: 1)
    guard parts.count == 2 else { continue }
    headers[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
  }
  let payload = Array(lines.last ?? [])
  let unsigned = try? PushEnvelope(subject: subject, payload: payload, key: key) { headers[$0] }
  claim(unsigned == nil, "a message without a code is believed")
  guard let id = headers["apns-id"], let topic = headers["apns-topic"],
    let type = headers["apns-push-type"].flatMap(PushType.init(rawValue:)), !id.isEmpty
  else { return }
  let envelope = PushEnvelope(
    subject: subject, id: id, topic: topic, type: type,
    expiration: headers["apns-expiration"].flatMap { Int64($0) }.map {
      $0.magnitude > 1 << 62 ? 0 : abs($0)
    },
    collapseIdentifier: headers["apns-collapse-id"].flatMap { $0.isEmpty ? nil : $0 },
    received: 1_795_000_000_123, payload: payload)
  let signed = Dictionary(envelope.headers(signedWith: key).map { ($0.name, $0.value) }) {
    first, _ in first
  }
  do {
    let read = try PushEnvelope(subject: subject, payload: payload, key: key) { signed[$0] }
    claim(read == envelope, "a message is read as another one")
  } catch { claim(error == .wrongSubject, "a signed message is refused: \(error)") }
}
