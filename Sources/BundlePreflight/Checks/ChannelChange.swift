import AlertSounds

/// Finds channels that got another sound under the identifier that they had: on devices that have
/// the app they keep the one with which they were first made.
struct ChannelChange {
  private let old: [String: Set<ChannelUse.Sound>]
  private let new: [ChannelUse]

  init(from old: [ChannelUse], to new: [ChannelUse]) {
    self.old = Dictionary(grouping: old, by: \.identifier).mapValues { Set($0.map(\.sound)) }
    self.new = new
  }

  func findings() -> [PreflightFinding] {
    new.compactMap { use in
      // One place then and a sound that is read now and then: else which counts is not known.
      guard let sounds = old[use.identifier], sounds.count == 1, let before = sounds.first,
        before != .unknown, use.sound != .unknown, before != use.sound
      else { return nil }
      return PreflightRule.androidChannelSound.finding(
        "the channel \(printed(use.identifier)) had \(before.text) and is made with "
          + "\(use.sound.text) now: devices that have the app keep the old one",
        fix: "make a channel with a new id, and delete the old one", file: use.file, line: use.line,
        column: use.column)
    }
  }
}

extension ChannelUse.Sound {
  fileprivate var text: String {
    switch self {
    case .unknown: "a sound that is not known"
    case .standard: "the default sound"
    case .named(let name): printed(name)
    }
  }
}
