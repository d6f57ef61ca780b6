import CNats
import FoundationEssentials
import Glibc

/// A message of the engine, copied out of the library's memory.
struct EngineMessage: Sendable, Hashable {
  var subject: String
  var headers: [String: String]
  var payload: [UInt8]

  /// The status of the engine's own answer if it is not `200`: `404` if there is no such message.
  var status: String? { headers["Status"] }
}

extension EngineMessage {
  /// - Parameter message: a message that the caller continues to own.
  init(_ message: OpaquePointer) {
    subject = natsMsg_GetSubject(message).map { String(cString: $0) } ?? ""
    let count = Int(natsMsg_GetDataLength(message))
    let bytes = UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: count)
    payload = count > 0 ? Array(bytes) : []
    headers = [:]
    var names: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    var nameCount: Int32 = 0
    guard natsMsgHeader_Keys(message, &names, &nameCount) == NATS_OK, let names else { return }
    defer { free(names) }
    for index in 0..<Int(nameCount) {
      guard let name = names[index] else { continue }
      var value: UnsafePointer<CChar>?
      guard natsMsgHeader_Get(message, name, &value) == NATS_OK, let value else { continue }
      headers[String(cString: name)] = String(cString: value)
    }
  }
}
