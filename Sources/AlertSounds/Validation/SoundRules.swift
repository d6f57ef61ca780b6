private typealias Page = PackageResources

/// The rules about one sound.
extension Rule {
  package static let fileUnreadable = Rule(
    "file-unreadable", .error, page: Page.file_unreadable_md)

  // The requirements of devices.
  package static let container = Rule("container", .error, page: Page.container_md)
  package static let name = Rule("name", .error, page: Page.name_md)
  package static let structure = Rule("structure", .error, page: Page.structure_md)
  package static let dataFormat = Rule("data-format", .error, page: Page.data_format_md)
  package static let empty = Rule("empty", .error, page: Page.empty_md)
  package static let duration = Rule("duration", .error, page: Page.duration_md)
  package static let fileSize = Rule(
    "file-size", .error, limits: [.fileSize], page: Page.file_size_md)
  package static let channels = Rule("channels", .warning, page: Page.channels_md)
  package static let sampleRate = Rule("sample-rate", .warning, page: Page.sample_rate_md)
  package static let packets = Rule("packets", .error, page: Page.packets_md)
  package static let silence = Rule(
    "silence", .warning, needsSamples: true, page: Page.silence_md)

  // Qualities that people hear, and the size of the download.
  package static let loudness = Rule(
    "loudness", .note, limits: [.loudnessMinimum, .loudnessMaximum], needsSamples: true,
    page: Page.loudness_md)
  package static let truePeak = Rule(
    "true-peak", .warning, limits: [.truePeak], needsSamples: true, page: Page.true_peak_md)
  package static let clipping = Rule(
    "clipping", .warning, limits: [.clippedRuns], needsSamples: true, page: Page.clipping_md)
  package static let leadingSilence = Rule(
    "leading-silence", .warning, limits: [.leadingSilence], needsSamples: true,
    page: Page.leading_silence_md)
  package static let dcOffset = Rule(
    "dc-offset", .warning, limits: [.dcOffset], needsSamples: true, page: Page.dc_offset_md)
  package static let bannerDuration = Rule(
    "banner-duration", .note, limits: [.bannerDuration], page: Page.banner_duration_md)
  package static let sizeSaving = Rule(
    "size-saving", .note, limits: [.sizeSaving], page: Page.size_saving_md)
}

extension Rule.Limit {
  package static let fileSize = Self(
    "maximum", 16, "MiB", in: 0...1_024,
    "The size of the largest file that is fine and whose audio is read")
  package static let loudnessMinimum = Self(
    "minimum", -36, "LUFS", in: -70...0, "The loudness of the quietest sound that is fine")
  package static let loudnessMaximum = Self(
    "maximum", -9, "LUFS", in: -70...0, "The loudness of the loudest sound that is fine")
  package static let truePeak = Self(
    "maximum", 0, "dBTP", in: -60...60, "The highest true peak that is fine")
  package static let clippedRuns = Self(
    "maximum", 0, "runs", in: 0...1e9, "How many runs of samples at full scale are fine")
  package static let leadingSilence = Self(
    "maximum", 0.25, "s", in: 0...30, "The longest silence before the sound that is fine")
  package static let dcOffset = Self(
    "maximum", 1, "%", in: 0...100, "The largest mean of a channel that is fine, of full scale")
  package static let bannerDuration = Self(
    "maximum", 7, "s", in: 0...30, "The longest sound that a banner plays whole")
  package static let sizeSaving = Self(
    "minimum", 32, "KiB", in: 0...1e6, "The least saving that is worth a note")
}

/// All rules about one sound.
public enum SoundRules {
  /// The checks of what devices require, in the order in which findings are reported.
  static let apple: [any SoundCheck] = [
    ContainerCheck(), NameCheck(), StructureCheck(), DataFormatCheck(), EmptyCheck(),
    DurationCheck(), FileSizeCheck(), ChannelCheck(), SampleRateCheck(), PacketCheck(),
    SilenceCheck(),
  ]

  /// The checks of qualities that people hear, and of the size of the download.
  static let shape: [any SoundCheck] = [
    LoudnessCheck(), TruePeakCheck(), ClippingCheck(), LeadingSilenceCheck(), DCOffsetCheck(),
    BannerDurationCheck(), SizeSavingCheck(),
  ]

  /// The duration in seconds that an alert sound must stay under; otherwise the default sound
  /// plays.
  public static let maximumDuration = 30.0

  /// The rules behind all findings about a sound.
  public static var all: [Rule] {
    [.fileUnreadable] + (apple + shape).map { type(of: $0).rule }
  }
}
