import AlertSounds

/// The value of `sound` in Apple's `aps` dictionary: a name, or the dictionary of a critical alert
/// ("Generating a remote notification", table 2 and 3).
struct PayloadSound {
  let node: LiteralNode
  /// The `aps` dictionary.
  let object: LiteralNode

  func look(_ hits: inout ReferenceHits) {
    lookForTwin(&hits)
    switch node.value {
    case .string(let name): take(name, at: node, &hits)
    case .object: lookIntoDictionary(&hits)
    case .null: break
    case .number, .other, .array:
      complain("the sound is neither a name nor a dictionary", at: node, &hits)
    }
  }

  private func take(_ name: String, at node: LiteralNode, _ hits: inout ReferenceHits) {
    if name.isEmpty {
      complain(
        "the sound\u{2019}s name is empty",
        fix: #"leave "sound" out to be silent, or name "default""#, at: node, &hits)
    }
    hits.ask(for: name, at: node.range.lowerBound, .payload, on: .apple, isCertain: true)
  }

  /// JSON readers differ in which of two members with the same name counts.
  private func lookForTwin(_ hits: inout ReferenceHits) {
    let twin = object.firstEntries.first { $0.key == "sound" }?.value
    if let twin, twin.range.lowerBound < node.range.lowerBound {
      complain("\u{2018}sound\u{2019} stands twice in this \u{2018}aps\u{2019}", at: node, &hits)
    }
  }

  private func lookIntoDictionary(_ hits: inout ReferenceHits) {
    for entry in node.firstEntries { look(at: entry.value, named: entry.key, &hits) }
  }

  private func look(at member: LiteralNode, named key: String, _ hits: inout ReferenceHits) {
    switch key {
    case "critical":
      if member.number == 1 {
        hits.note(.critical, at: member.range.lowerBound)
      } else if member.number != 0 {
        complain("\u{2018}critical\u{2019} is neither 1 nor 0", at: member, &hits)
      }
    case "name":
      if let name = member.string {
        take(name, at: member, &hits)
      } else {
        complain("the sound\u{2019}s name is not text", at: member, &hits)
      }
    case "volume":
      if !(member.number.map { (0...1).contains($0) } ?? false) {
        complain("\u{2018}volume\u{2019} is not a number from 0 to 1", at: member, &hits)
      }
    default:
      complain(
        "a sound has no \u{2018}\(key.prefix(40))\u{2019}",
        fix: "its members are critical, name and volume", at: member, &hits)
    }
  }

  private func complain(
    _ message: String, fix: Fix? = nil, at node: LiteralNode,
    _ hits: inout ReferenceHits
  ) {
    hits.complain(.payloadSound, message, fix: fix, at: node.range.lowerBound)
  }
}
