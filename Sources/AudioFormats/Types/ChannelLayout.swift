import Files

/// The speaker of each channel, as a Core Audio channel layout tag.
public struct ChannelLayout: Hashable, Sendable {
  /// `kAudioChannelLayoutTag_…` of CoreAudioTypes; the low 16 bits are the channel count.
  public let tag: UInt32

  /// A layout by its tag, which need not be a known one.
  public init(tag: UInt32) { self.tag = tag }

  /// The layout that CoreAudioTypes calls `name`, with or without its prefix.
  public init?(named name: String) {
    let prefix = "kAudioChannelLayoutTag_"
    let short = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    guard let known = Self.known.first(where: { $0.name == short }) else { return nil }
    self.init(tag: known.tag)
  }

  /// One channel.
  public static let mono = ChannelLayout(tag: 100 << 16 | 1)
  /// Left and right.
  public static let stereo = ChannelLayout(tag: 101 << 16 | 2)

  /// The number of channels that the tag states.
  public var channelCount: Int { Int(tag & 0xFFFF) }

  /// The name in CoreAudioTypes without its prefix, or the tag in hexadecimal.
  public var name: String {
    Self.known.first { $0.tag == tag }?.name ?? "layout tag 0x"
      + hexadecimal(UInt64(tag), digits: 8)
  }

  /// The names of all layouts that `init(named:)` knows.
  public static var knownNames: [String] { known.map(\.name) }

  /// CoreAudioBaseTypes.h, `AudioChannelLayoutTag`: number in the high half, channels in the low.
  private static let known: [(name: String, tag: UInt32)] = [
    ("Mono", 100 << 16 | 1), ("Stereo", 101 << 16 | 2), ("StereoHeadphones", 102 << 16 | 2),
    ("MatrixStereo", 103 << 16 | 2), ("MidSide", 104 << 16 | 2), ("XY", 105 << 16 | 2),
    ("Binaural", 106 << 16 | 2), ("Ambisonic_B_Format", 107 << 16 | 4),
    ("Quadraphonic", 108 << 16 | 4), ("Pentagonal", 109 << 16 | 5), ("Hexagonal", 110 << 16 | 6),
    ("Octagonal", 111 << 16 | 8), ("Cube", 112 << 16 | 8), ("MPEG_3_0_A", 113 << 16 | 3),
    ("MPEG_3_0_B", 114 << 16 | 3), ("MPEG_4_0_A", 115 << 16 | 4), ("MPEG_4_0_B", 116 << 16 | 4),
    ("MPEG_5_0_A", 117 << 16 | 5), ("MPEG_5_0_B", 118 << 16 | 5), ("MPEG_5_0_C", 119 << 16 | 5),
    ("MPEG_5_0_D", 120 << 16 | 5), ("MPEG_5_1_A", 121 << 16 | 6), ("MPEG_5_1_B", 122 << 16 | 6),
    ("MPEG_5_1_C", 123 << 16 | 6), ("MPEG_5_1_D", 124 << 16 | 6), ("MPEG_6_1_A", 125 << 16 | 7),
    ("MPEG_7_1_A", 126 << 16 | 8), ("MPEG_7_1_B", 127 << 16 | 8), ("MPEG_7_1_C", 128 << 16 | 8),
    ("ITU_2_1", 131 << 16 | 3), ("ITU_2_2", 132 << 16 | 4),
  ]
}
