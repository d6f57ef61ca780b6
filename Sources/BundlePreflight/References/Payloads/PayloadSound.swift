import AlertSounds

/// The value of `sound` in Apple's `aps` dictionary: a name, or the dictionary of a critical alert
/// ("Generating a remote notification", table 2 and 3).
struct PayloadSound {
  let document: JSONDocument
  let node: JSONDocument.Node
  let index: Int

  func look(_ hits: inout ReferenceHits) {
    lookForTwin(&hits)
    switch node.kind {
    case .string: take(node, &hits)
    case .object: lookIntoDictionary(&hits)
    case .null: break
    case .number, .true, .false, .array:
      complain("the sound is neither a name nor a dictionary", at: node, &hits)
    }
  }

  private func take(_ node: JSONDocument.Node, _ hits: inout ReferenceHits) {
    guard let name = document.string(node) else { return }
    if name.isEmpty {
      complain(
        "the sound\u{2019}s name is empty",
        fix: #"leave "sound" out to be silent, or name "default""#, at: node, &hits)
    }
    hits.ask(for: name, at: Int(node.start), .payload, on: .apple, isCertain: true)
  }

  /// JSON readers differ in which of two members with the same name counts.
  private func lookForTwin(_ hits: inout ReferenceHits) {
    let twin = document.members(of: node.parent).first { document.hasKey($0, "sound") }
    if let twin, twin.start < node.start {
      complain("\u{2018}sound\u{2019} stands twice in this \u{2018}aps\u{2019}", at: node, &hits)
    }
  }

  private func lookIntoDictionary(_ hits: inout ReferenceHits) {
    for member in document.members(of: Int32(index)) {
      switch document.key(of: member) ?? "" {
      case "critical":
        if document.number(member) == 1 {
          hits.note(.critical, at: Int(member.start))
        } else if document.number(member) != 0 {
          complain("\u{2018}critical\u{2019} is neither 1 nor 0", at: member, &hits)
        }
      case "name":
        if member.kind == .string {
          take(member, &hits)
        } else {
          complain("the sound\u{2019}s name is not text", at: member, &hits)
        }
      case "volume":
        if !(document.number(member).map { (0...1).contains($0) } ?? false) {
          complain("\u{2018}volume\u{2019} is not a number from 0 to 1", at: member, &hits)
        }
      case let key:
        complain(
          "a sound has no \u{2018}\(key.prefix(40))\u{2019}",
          fix: "its members are critical, name and volume", at: member, &hits)
      }
    }
  }

  private func complain(
    _ message: String, fix: Fix? = nil, at node: JSONDocument.Node,
    _ hits: inout ReferenceHits
  ) {
    hits.complain(.payloadSound, message, fix: fix, at: Int(node.start))
  }
}
