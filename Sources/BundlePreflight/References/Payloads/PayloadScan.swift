import AlertSounds
import Files

/// Finds the sounds of remote notifications in a JSON document: Apple's payload at any depth, and
/// the messages of Firebase, Expo and OneSignal.
struct PayloadScan {
  let text: [UInt8]
  /// Whether the file's name marks it as a payload, as `.apns` does.
  let isPayloadFile: Bool

  func run(_ hits: inout ReferenceHits) {
    guard isPayloadFile || mayAsk else { return }
    let document: JSONDocument
    do {
      document = try JSONDocument(text)
    } catch {
      return report(error, &hits)
    }
    if isPayloadFile, !document.nodes.contains(where: { isPayload($0, document) }) {
      hits.complain(
        .payloadMalformed, "there is no \u{2018}aps\u{2019} dictionary, so nothing is delivered",
        fix: #"put what the system must show below "aps": { … }"#, at: 0)
    }
    for (index, node) in document.nodes.enumerated() where node.key >= 0 {
      look(at: node, index, document, &hits)
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

  private func report(_ defect: JSONDocument.Defect, _ hits: inout ReferenceHits) {
    guard isPayloadFile || text.contains(bytesOf: #""aps""#) else { return }
    // A `.json` file that is not JSON may be a template, or invalid on purpose.
    hits.complain(
      .payloadMalformed, "the payload is not JSON: \(defect.message)",
      at: defect.offset, isCertain: isPayloadFile)
  }

  private func isPayload(_ node: JSONDocument.Node, _ document: JSONDocument) -> Bool {
    node.kind == .object && document.hasKey(node, "aps")
  }

  private func look(
    at node: JSONDocument.Node, _ index: Int, _ document: JSONDocument,
    _ hits: inout ReferenceHits
  ) {
    if document.hasKey(node, "sound") {
      guard hits.mayLook() else { return }
      lookAtSound(node, index, document, &hits)
    } else if Self.channelKeys.contains(where: { document.hasKey(node, $0) }) {
      lookAtChannel(node, document, &hits)
    } else if document.hasKey(node, "ios_sound"), let name = document.string(node) {
      hits.ask(for: name, at: Int(node.start), .payload, on: .apple, isCertain: true)
    } else if document.hasKey(node, "android_sound"), let name = document.string(node) {
      hits.ask(for: name, at: Int(node.start), .payload, on: .android, isCertain: true)
    }
  }

  private static let channelKeys = ["channel_id", "channelId", "android_channel_id"]

  /// The channel of a push to Android, in the messages of Firebase and Expo.
  private func lookAtChannel(
    _ node: JSONDocument.Node, _ document: JSONDocument, _ hits: inout ReferenceHits
  ) {
    guard let name = document.string(node), hits.mayLook() else { return }
    let path = document.path(of: node)
    func stands(_ level: Int, _ name: String) -> Bool { document.hasKey(path, level, name) }
    let isFirebase =
      path.first == node.parent && stands(0, "notification")
      && (stands(1, "android") || document.hasKey(node, "android_channel_id"))
    guard isFirebase || isExpoMessage(node.parent, document) else { return }
    let sound = document.members(of: node.parent).first { document.hasKey($0, "sound") }
      .flatMap(document.string).flatMap { ReferenceHits.isName($0) ? $0 : nil }
    hits.note(
      channel: name, .pushed, sound.map { .named(TreePath.stem($0)) } ?? .unknown,
      at: Int(node.start))
  }

  private func lookAtSound(
    _ node: JSONDocument.Node, _ index: Int, _ document: JSONDocument,
    _ hits: inout ReferenceHits
  ) {
    let path = document.path(of: node)
    func stands(_ level: Int, _ name: String) -> Bool { document.hasKey(path, level, name) }
    let isDirect = path.first == node.parent
    if isDirect, stands(0, "aps") {
      PayloadSound(document: document, node: node, index: index).look(&hits)
    } else if let name = document.string(node) {
      if isDirect, stands(0, "notification"), stands(1, "android") {
        let message = document.nodes[Int(path[1])].parent
        if has(message, ["notification"], document), !has(message, ["apns"], document) {
          hits.note(.silentOnApple, at: Int(node.start))
        }
        hits.ask(for: name, at: Int(node.start), .payload, on: .android, isCertain: true)
      } else if isDirect, stands(0, "notification") {
        let outer = document.nodes[Int(path[0])].parent
        hits.ask(
          for: name, at: Int(node.start), .payload, on: nil,
          isCertain: has(outer, Self.addressees, document),
          isByFirebase: !has(outer, ["apns"], document))
      } else if isExpoMessage(node.parent, document) {
        hits.ask(for: name, at: Int(node.start), .payload, on: .apple, isCertain: true)
      }
    }
  }

  /// Members next to `notification` in a message of Firebase's legacy interface.
  private static let addressees = ["to", "registration_ids", "condition", "token", "topic"]

  private func has(_ object: Int32, _ names: [String], _ document: JSONDocument) -> Bool {
    object >= 0
      && document.members(of: object).contains { member in
        names.contains { document.hasKey(member, $0) }
      }
  }

  /// Expo's push tokens look like `ExponentPushToken[…]`.
  private func isExpoMessage(_ object: Int32, _ document: JSONDocument) -> Bool {
    guard object >= 0 else { return false }
    return document.members(of: object).contains { member in
      document.hasKey(member, "to")
        && text[Int(member.start)..<Int(member.end)].prefix(256).contains(bytesOf: "PushToken[")
    }
  }
}
