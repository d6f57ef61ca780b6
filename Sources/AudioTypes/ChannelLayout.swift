/// Which speaker each channel feeds, as a Core Audio channel layout tag.
public struct ChannelLayout: Hashable, Sendable {
  /// `kAudioChannelLayoutTag_…` of CoreAudioTypes; the low 16 bits are the channel count.
  public let tag: UInt32

  public init(tag: UInt32) { self.tag = tag }

  public static let mono = ChannelLayout(tag: 100 << 16 | 1)
  public static let stereo = ChannelLayout(tag: 101 << 16 | 2)

  /// "Mono", "Stereo", or the tag in hexadecimal.
  public var name: String {
    switch self {
    case .mono: "Mono"
    case .stereo: "Stereo"
    default: "layout tag 0x" + hexadecimal(UInt64(tag), digits: 8)
    }
  }
}
