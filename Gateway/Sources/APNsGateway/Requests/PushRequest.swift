package import NIOCore
package import RemoteNotifications

/// A provider's push that has passed all checks.
package struct PushRequest: Equatable, Sendable {
  package var identifier: String
  package var address: DeviceAddress
  package var topic: String
  package var type: PushType
  /// 10 is delivered at once, 5 saves the device's battery, 1 never wakes the device.
  package var priority: Int
  /// The time at which it expires, in seconds since 1970; 0 for a single attempt; nil for 30 days.
  package var expiration: Int64?
  package var collapseIdentifier: String?
  package var payload: ByteBuffer

  /// The subject under which the engine stores it.
  package var subject: PushSubject {
    PushSubject(device: address.device, app: address.app, pushClass: type.pushClass)
  }

  /// Reads all of a request but its payload.
  ///
  /// The checks are in the order of a client library's own test server (pushy's), so that of two
  /// faults the same one is reported.
  /// - Parameter identifier: the `apns-id` of the answer.
  /// - Throws: the first reason to refuse it.
  package init(
    parsing fields: RequestFields, identifier: String, from sender: inout Sender,
    by rules: PushRules, now: Int64
  ) throws(Refusal) {
    if fields.hasDuplicates { throw Refusal(.duplicateHeaders) }
    if let sent = fields.identifier, !MessageIdentifier.isValid(sent) {
      throw Refusal(.badMessageIdentifier)
    }
    self.identifier = MessageIdentifier.canonical(identifier)
    guard fields.method == "POST" else { throw Refusal(.methodNotAllowed) }
    topic = try Self.topic(fields.topic ?? sender.onlyTopic)
    collapseIdentifier = try Self.collapseIdentifier(fields.collapseIdentifier)
    (type, priority) = try Self.typeAndPriority(fields)
    expiration = try Self.expiration(fields.expiration)
    address = try Self.address(in: fields.path, for: topic, by: rules)
    try sender.authorize(
      fields.authorization, topic: topic, providers: rules.providers, now: now)
    payload = ByteBuffer()
  }

  /// Adds the payload.
  /// - Parameters:
  ///   - body: the payload; the end of one that is too long may be missing.
  ///   - length: the number of bytes that the payload has.
  /// - Throws: a reason to refuse it.
  package mutating func take(_ body: ByteBuffer, length: Int) throws(Refusal) {
    if length == 0 { throw Refusal(.payloadEmpty) }
    if length > type.maximumPayloadSize { throw Refusal(.payloadTooLarge) }
    payload = body
  }

  private static func topic(_ text: String?) throws(Refusal) -> String {
    guard let text, !text.isEmpty else { throw Refusal(.missingTopic) }
    guard Topic.isValid(text) else { throw Refusal(.badTopic) }
    return text
  }

  private static func collapseIdentifier(_ text: String?) throws(Refusal) -> String? {
    guard let text, !text.isEmpty else { return nil }
    let isClean = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard text.utf8.count <= 64, isClean else { throw Refusal(.badCollapseIdentifier) }
    return text
  }

  /// A background push must have priority 5, which is the default without the header.
  private static func typeAndPriority(
    _ fields: RequestFields
  ) throws(Refusal) -> (PushType, Int) {
    let allowed = ["10": 10, "5": 5, "1": 1]
    let priority = fields.priority.map { allowed[$0] }
    if case .some(.none) = priority { throw Refusal(.badPriority) }
    guard let type = fields.pushType.map(PushType.init(rawValue:)) ?? .alert else {
      throw Refusal(.invalidPushType)
    }
    let value = (priority ?? nil) ?? (type == .background ? 5 : 10)
    if type == .background && value == 10 { throw Refusal(.badPriority) }
    return (type, value)
  }

  private static func expiration(_ text: String?) throws(Refusal) -> Int64? {
    guard let text else { return nil }
    guard let seconds = Int64(text), seconds >= 0, !text.hasPrefix("+") else {
      throw Refusal(.badExpirationDate)
    }
    return seconds
  }

  private static func address(
    in path: String, for topic: String, by rules: PushRules
  ) throws(Refusal) -> DeviceAddress {
    let prefix = "/3/device/"
    guard path.hasPrefix(prefix) else { throw Refusal(.badPath) }
    let token = path.dropFirst(prefix.count)
    if token.isEmpty { throw Refusal(.missingDeviceToken) }
    let address = try rules.seal.open(token)
    if let since = rules.revocations.since(address) {
      throw Refusal(.unregistered, timestamp: since)
    }
    guard address.app == PushSubject.appNumber(ofTopic: topic) else {
      throw Refusal(.deviceTokenNotForTopic)
    }
    return address
  }
}

/// The rules for requests; a value that is replaced as a whole when part of it changes.
package struct PushRules: Sendable {
  package var seal: SealKeyRing
  package var providers: Providers
  package var revocations: RevocationList
  /// The topics for ntfy's calls, by name.
  package var topics: [String: NtfyTopic]

  package init(
    seal: SealKeyRing, providers: Providers, revocations: RevocationList,
    topics: [String: NtfyTopic] = [:]
  ) {
    self.seal = seal
    self.providers = providers
    self.revocations = revocations
    self.topics = topics
  }
}
