/// The names of the headers of a push's message.
enum PushHeader {
  static let id = "apns-id"
  static let topic = "apns-topic"
  static let type = "apns-push-type"
  static let priority = "apns-priority"
  static let expiration = "apns-expiration"
  static let collapseIdentifier = "apns-collapse-id"
  static let received = "tocsin-received"
  static let code = "tocsin-mac"
  static let messageIdentifier = "Nats-Msg-Id"

  /// The headers that the code authenticates, in its order.
  static let signed = [id, topic, type, priority, expiration, collapseIdentifier, received]
}

/// The reason why a message is not taken as a push.
public enum EnvelopeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The code is missing, or not that of the device's key: another sender has made it.
  case notAuthentic
  /// A header is missing, or its value is invalid.
  case badHeader(String)
  /// The subject belongs to another app than the topic, or to another class than the type.
  case wrongSubject

  /// The error, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .notAuthentic: "the message is not signed with the key of this device"
    case .badHeader(let name): "the header \(name) is missing or cannot be read"
    case .wrongSubject: "the subject does not belong to the topic and the push type"
    }
  }
}

extension PushEnvelope {
  /// The headers of the message, the code among them.
  public func headers(signedWith key: DeviceKey) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    headers.reserveCapacity(PushHeader.signed.count + 3)
    let parts = Self.signedParts(subject, payload) { name in
      let value = value(of: name)
      if let value { headers.append((name, value)) }
      return value
    }
    headers.append((PushHeader.code, key.code(of: parts)))
    // A provider may send one push to many devices, and the engine looks for repeats among all that it
    // has stored: the address belongs to the name.
    if !isTransient {
      headers.append((PushHeader.messageIdentifier, "\(id)/\(subject.device)/\(subject.app)"))
    }
    return headers
  }

  private func value(of header: String) -> String? {
    switch header {
    case PushHeader.id: id
    case PushHeader.topic: topic
    case PushHeader.type: type.rawValue
    case PushHeader.priority: "\(priority)"
    case PushHeader.expiration: expiration.map { "\($0)" }
    case PushHeader.collapseIdentifier: collapseIdentifier
    case PushHeader.received: "\(received)"
    default: nil
    }
  }

  /// Reads the message of a push. It trusts no value before the code is verified.
  /// - Parameters:
  ///   - subject: the subject where it was stored, or would have been.
  ///   - payload: the message's body.
  ///   - key: the key of the device.
  ///   - header: returns the value of a header; nil where the message does not have it.
  /// - Throws: ``EnvelopeError``.
  public init(
    subject: PushSubject, payload: [UInt8], key: DeviceKey, header: (String) -> String?
  ) throws(EnvelopeError) {
    let parts = Self.signedParts(subject, payload, header)
    guard let code = header(PushHeader.code), key.verifies(code, of: parts) else {
      throw .notAuthentic
    }
    func text(_ name: String) throws(EnvelopeError) -> String {
      guard let value = header(name), !value.isEmpty else { throw .badHeader(name) }
      return value
    }
    func number(_ name: String) throws(EnvelopeError) -> Int64? {
      guard let value = header(name), !value.isEmpty else { return nil }
      guard let number = Int64(value), number >= 0 else { throw .badHeader(name) }
      return number
    }
    guard let type = PushType(rawValue: try text(PushHeader.type)) else {
      throw .badHeader(PushHeader.type)
    }
    guard let received = try number(PushHeader.received) else {
      throw .badHeader(PushHeader.received)
    }
    let collapseIdentifier = header(PushHeader.collapseIdentifier)
    self.init(
      subject: subject, id: try text(PushHeader.id), topic: try text(PushHeader.topic), type: type,
      priority: Int(try number(PushHeader.priority) ?? 10),
      expiration: try number(PushHeader.expiration),
      collapseIdentifier: collapseIdentifier.flatMap { $0.isEmpty ? nil : $0 }, received: received,
      payload: payload)
    guard PushSubject.app(ofTopic: topic) == subject.app, type.pushClass == subject.pushClass else {
      throw .wrongSubject
    }
  }

  private static func signedParts(
    _ subject: PushSubject, _ payload: [UInt8], _ header: (String) -> String?
  ) -> [[UInt8]] {
    var text = subject.stored + "\n"
    for name in PushHeader.signed {
      text += name
      text += ":"
      if let value = header(name) { text += value }
      text += "\n"
    }
    return [Array(text.utf8), payload]
  }
}
