import AlertSounds
import Files

/// Finds the sounds of remote notifications in a JSON document: Apple's payload at any depth, and
/// the messages of Firebase, Expo and OneSignal.
struct PayloadScan {
  let text: [UInt8]
  /// Whether the file's name marks it as a payload, as `.apns` does.
  let isPayloadFile: Bool

  /// Members next to `notification` in a message of Firebase's legacy interface.
  private static let addressees = ["to", "registration_ids", "condition", "token", "topic"]

  /// What is looked at, with the levels that it takes: a critical alert's sound has members.
  private static let names = [
    "aps": 1, "sound": 2, "ios_sound": 1, "android_sound": 1, "channel_id": 1, "channelId": 1,
    "android_channel_id": 1, "notification": 0, "apns": 0, "event": 0,
  ].merging(addressees.map { ($0, 0) }) { $1 }

  func run(_ hits: inout ReferenceHits) {
    guard isPayloadFile || mayAsk else { return }
    do throws(TextError) {
      let document = try LiteralReader.document(text, .json, keeping: Self.names)
      if isPayloadFile, !document.hasPayload {
        hits.complain(
          .payloadMalformed, "there is no \u{2018}aps\u{2019} dictionary, so nothing is delivered",
          fix: #"put what the system must show below "aps": { … }"#, at: 0)
      }
      look(into: Place(document, in: nil), &hits)
    } catch {
      report(error, &hits)
    }
  }

  /// A quick check of bytes: most JSON of a project is not a payload.
  private var mayAsk: Bool {
    text.contains(bytesOf: #""aps""#) || text.contains(bytesOf: #"_sound""#)
      || text.contains(bytesOf: "hannel")
        && (text.contains(bytesOf: #""notification""#) || text.contains(bytesOf: "PushToken["))
      || text.contains(bytesOf: #""sound""#)
        && (text.contains(bytesOf: #""notification""#) || text.contains(bytesOf: "PushToken["))
  }

  private func report(_ defect: TextError, _ hits: inout ReferenceHits) {
    guard isPayloadFile || text.contains(bytesOf: #""aps""#) else { return }
    // A `.json` file that is not JSON may be a template, or invalid on purpose.
    hits.complain(
      .payloadMalformed, "the payload is not JSON: \(defect.message)",
      at: defect.offset, isCertain: isPayloadFile)
  }

  /// A value with the values around it.
  private final class Place {
    let node: LiteralNode
    /// The member's name; nil for an element of an array and the top.
    let key: String?
    let outer: Place?

    init(_ node: LiteralNode, key: String? = nil, in outer: Place?) {
      self.node = node
      self.key = key
      self.outer = outer
    }

    /// The nearest members around the value, from inside out; elements of arrays are left out.
    var members: [Place] {
      sequence(first: self, next: \.outer).dropFirst().prefix(8).filter { $0.key != nil }
    }

    /// Whether the value is directly in a member of these names, from inside out.
    func stands(in names: String...) -> Bool {
      outer?.key != nil && members.prefix(names.count).map(\.key) == names
    }
  }

  private func look(into place: Place, _ hits: inout ReferenceHits) {
    for entry in place.node.entries ?? [] {
      let member = Place(entry.value, key: entry.key, in: place)
      look(at: entry.key, member, place.node, &hits)
      look(into: member, &hits)
    }
    for element in place.node.elements ?? [] {
      look(into: Place(element, in: place), &hits)
    }
  }

  private func look(
    at key: String, _ place: Place, _ object: LiteralNode, _ hits: inout ReferenceHits
  ) {
    let start = place.node.range.lowerBound
    switch key {
    case "sound":
      guard hits.mayLook() else { return }
      lookAtSound(place, object, &hits)
    case "channel_id", "channelId", "android_channel_id":
      lookAtChannel(place, object, &hits)
    case "ios_sound", "android_sound":
      guard let name = place.node.string else { return }
      hits.ask(
        for: name, at: start, .payload, on: key == "ios_sound" ? .apple : .android, isCertain: true)
    default: break
    }
  }

  /// The channel of a push to Android, in the messages of Firebase and Expo.
  private func lookAtChannel(
    _ place: Place, _ object: LiteralNode, _ hits: inout ReferenceHits
  ) {
    guard let name = place.node.string, hits.mayLook() else { return }
    let isFirebase =
      place.stands(in: "notification", "android")
      || place.key == "android_channel_id" && place.stands(in: "notification")
    guard isFirebase || isExpoMessage(object) else { return }
    let sound = object.firstEntries.first { $0.key == "sound" }?.value.string
      .flatMap { ReferenceHits.isName($0) ? $0 : nil }
    hits.note(
      channel: name, .pushed, sound.map { .named($0.fileStem) } ?? .unknown,
      at: place.node.range.lowerBound)
  }

  private func lookAtSound(
    _ place: Place, _ object: LiteralNode, _ hits: inout ReferenceHits
  ) {
    let start = place.node.range.lowerBound
    if place.stands(in: "aps") {
      PayloadSound(node: place.node, object: object).look(&hits)
      return
    }
    guard let name = place.node.string else { return }
    if place.stands(in: "notification", "android") {
      let message = place.members.dropFirst().first?.outer?.node
      if has(message, ["notification"]), !has(message, ["apns"]) {
        hits.note(.silentOnApple, at: start)
      }
      hits.ask(for: name, at: start, .payload, on: .android, isCertain: true)
      if ReferenceHits.isName(name), !has(object, ["channel_id", "channelId"]) {
        hits.note(
          channel: FallbackChannel.firebase, .unchannelled, .named(name.fileStem), at: start)
      }
    } else if place.stands(in: "alert", "aps"),
      has(place.members.dropFirst().first?.node, ["event"])
    {
      // Of a Live Activity; other alerts have no sound of their own.
      hits.ask(for: name, at: start, .payload, on: .apple, isCertain: true)
    } else if place.stands(in: "notification") {
      hits.ask(
        for: name, at: start, .payload, on: nil,
        isCertain: has(place.outer?.outer?.node, Self.addressees),
        library: has(place.outer?.outer?.node, ["apns"]) ? nil : .firebase)
    } else if isExpoMessage(object) {
      hits.ask(for: name, at: start, .payload, on: .apple, isCertain: true)
    }
  }

  private func has(_ object: LiteralNode?, _ names: [String]) -> Bool {
    object?.firstEntries.contains { names.contains($0.key) } ?? false
  }

  /// Expo's push tokens look like `ExponentPushToken[…]`.
  private func isExpoMessage(_ object: LiteralNode) -> Bool {
    object.firstEntries.contains { member in
      member.key == "to" && text[member.value.range].prefix(256).contains(bytesOf: "PushToken[")
    }
  }
}

extension LiteralNode {
  /// Whether there is an `aps` dictionary in it.
  fileprivate var hasPayload: Bool {
    entries?.contains { $0.key == "aps" && $0.value.entries != nil || $0.value.hasPayload } ?? false
      || elements?.contains(where: \.hasPayload) ?? false
  }
}
