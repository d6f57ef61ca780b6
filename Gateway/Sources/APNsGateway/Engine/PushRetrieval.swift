import CNats
package import Foundation
package import RemoteNotifications

/// Hands out the newest push of an app to the box that it is for.
///
/// A box asks at `$JS.API.DIRECT.GET.PUSH.push.<device>.<app>.<class>`. The engine would answer that
/// itself, at any reply subject and with all rights. So the stream does not permit it; the gateway
/// asks the engine instead, and answers at the box's own inbox. It remembers nothing meanwhile: the
/// inbox is part of the subject at which the engine answers the gateway. Each gateway has one; the
/// engine sends each request to only one of them.
package final class PushRetrieval: @unchecked Sendable {
  static let requests = "$JS.API.DIRECT.GET.PUSH."
  private static let answers = EngineConnection.inbox + ".newest."
  private static let question = "$JS.API.STREAM.MSG.GET.PUSH"

  private let connection: EngineConnection
  private let limit: RateLimit

  /// - Parameter limit: the maximum number of requests of one box.
  /// - Throws: ``GatewayError`` if libnats does not accept a subscription.
  package init(_ connection: EngineConnection, limit: RateLimit) throws(GatewayError) {
    self.connection = connection
    self.limit = limit
    try subscribe(Self.answers + ">", answerArrived)
    try subscribe(Self.requests + "push.*.*.*", requestArrived)
  }

  private func subscribe(
    _ subject: String, _ arrived: @escaping natsMsgHandler
  ) throws(GatewayError) {
    var subscription: OpaquePointer?
    try EngineConnection.check(
      natsConnection_QueueSubscribe(
        &subscription, connection.handle, subject, "retrieval", arrived,
        Unmanaged.passRetained(self).toOpaque()),
      "The subscription of \(subject)")
  }

  // MARK: A request

  /// The place of a push that a box asks for, and where the answer goes; nil for a request that is
  /// not answered.
  package static func request(
    subject: String, reply: String
  ) -> (place: PushSubject, inbox: DeviceInbox)? {
    guard subject.hasPrefix(requests + "push."),
      let place = PushSubject(parsing: String(subject.dropFirst(requests.count))),
      let inbox = DeviceInbox(reply, of: place.device)
    else { return nil }
    return (place, inbox)
  }

  /// On a thread of libnats.
  fileprivate func ask(_ message: OpaquePointer) {
    guard let subject = natsMsg_GetSubject(message), let reply = natsMsg_GetReply(message),
      let (place, inbox) = Self.request(
        subject: String(cString: subject), reply: String(cString: reply)),
      let device = Hexadecimal.number(place.device),
      limit.allows(DeviceAddress(device: device, app: 0), now: WallClock.milliseconds())
    else { return }
    if natsMsg_GetDataLength(message) > 0 {
      return Answer(status: "408", description: "Bad Request").publish(connection, at: inbox)
    }
    natsConnection_PublishRequestString(
      connection.handle, Self.question, Self.answers + inbox.path,
      #"{"last_by_subj":"\#(place.stored)"}"#)
  }

  // MARK: The engine's answer

  /// On a thread of libnats.
  fileprivate func pass(_ message: OpaquePointer) {
    guard let subject = natsMsg_GetSubject(message), let bytes = natsMsg_GetData(message) else {
      return
    }
    let path = String(cString: subject).dropFirst(Self.answers.count)
    let data = Data(
      UnsafeRawBufferPointer(start: bytes, count: Int(natsMsg_GetDataLength(message))))
    guard let device = path.split(separator: ".").first,
      let inbox = DeviceInbox("_INBOX." + path, of: device)
    else { return }
    // Without an answer the box asks again later.
    Answer(parsing: data, device: device)?.publish(connection, at: inbox)
  }

  /// The answer for a box, with the headers of the engine's own answer to a direct get.
  package struct Answer: Equatable, Sendable {
    /// Names and values.
    package let headers: [[String]]
    package let payload: Data

    private init(headers: [[String]], payload: Data) {
      self.headers = headers
      self.payload = payload
    }

    init(status: String, description: String) {
      self.init(
        headers: [["Status", status], ["Description", description]], payload: Data())
    }

    /// - Parameters:
    ///   - data: the engine's JSON.
    ///   - device: the device that asked.
    /// - Returns: nil if the gateway does not answer it.
    package init?(parsing data: Data, device: some StringProtocol) {
      guard let found = try? JSONDecoder().decode(Found.self, from: data) else { return nil }
      if let error = found.error {
        guard error.code == 404 else { return nil }
        self.init(status: "404", description: "Message Not Found")
        return
      }
      guard let message = found.message, let place = PushSubject(parsing: message.subject),
        place.device == device
      else { return nil }
      self.init(
        headers: Self.headers(message.hdrs ?? Data()) + [
          ["Nats-Stream", "PUSH"], ["Nats-Subject", message.subject],
          ["Nats-Sequence", String(message.seq)], ["Nats-Time-Stamp", message.time],
        ], payload: message.data ?? Data())
    }

    /// The lines between `NATS/1.0` and the empty one.
    private static func headers(_ data: Data) -> [[String]] {
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\r\n")
      return lines.dropFirst().compactMap { line in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        return [String(line[..<colon]), String(value)]
      }
    }

    func publish(_ connection: EngineConnection, at inbox: DeviceInbox) {
      var message: OpaquePointer?
      let status = payload.withUnsafeBytes { bytes in
        natsMsg_Create(
          &message, inbox.subject, nil, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32(bytes.count))
      }
      guard status == NATS_OK else { return }
      defer { natsMsg_Destroy(message) }
      for header in headers { natsMsgHeader_Set(message, header[0], header[1]) }
      natsConnection_PublishMsg(connection.handle, message)
    }
  }

  private struct Found: Decodable {
    struct Message: Decodable {
      var subject: String
      var seq: UInt64
      /// Base 64, as JSON has bytes.
      var hdrs: Data?
      var data: Data?
      var time: String
    }

    struct Failure: Decodable { var code: Int }

    var message: Message?
    var error: Failure?
  }
}

private nonisolated func requestArrived(
  _: OpaquePointer?, _: OpaquePointer?, _ message: OpaquePointer?,
  _ closure: UnsafeMutableRawPointer?
) {
  guard let message, let closure else { return }
  defer { natsMsg_Destroy(message) }
  Unmanaged<PushRetrieval>.fromOpaque(closure).takeUnretainedValue().ask(message)
}

private nonisolated func answerArrived(
  _: OpaquePointer?, _: OpaquePointer?, _ message: OpaquePointer?,
  _ closure: UnsafeMutableRawPointer?
) {
  guard let message, let closure else { return }
  defer { natsMsg_Destroy(message) }
  Unmanaged<PushRetrieval>.fromOpaque(closure).takeUnretainedValue().pass(message)
}
