import AlertSounds

/// Finds channels whose sound changed while their identifier stayed: devices that already have the
/// app keep the sound with which the channel was first created.
struct ChannelChange {
  private let old: [String: Set<ChannelUse.Sound>]
  private let new: [ChannelUse]

  init(from old: [ChannelUse], to new: [ChannelUse]) {
    self.old = Dictionary(grouping: old, by: \.identifier).mapValues { Set($0.map(\.sound)) }
    self.new = new
  }

  func findings() -> [TreeFinding] {
    new.compactMap { use in
      // One place before, and a known sound before and now; otherwise it is not known which one
      // applies.
      guard let sounds = old[use.identifier], sounds.count == 1, let before = sounds.first,
        before.isKnown, use.sound.isKnown, before != use.sound
      else { return nil }
      return Rule.androidChannelSound.finding(
        "the channel \(printed(use.identifier)) had \(before.text) and is made with "
          + "\(use.sound.text) now: devices that have the app keep the old one",
        fix: "make a channel with a new id, and delete the old one", at: use)
    }
  }
}

extension ChannelUse.Sound {
  /// The sound in a finding.
  var text: String {
    switch self {
    case .unknown, .computed, .given, .muted: "a sound that is not known"
    case .standard: "the default sound"
    case .device(.alarm): "the device\u{2019}s alarm sound"
    case .device(.ringtone): "the device\u{2019}s ringtone"
    case .silent: "no sound"
    case .named(let name): printed(name)
    }
  }
}
