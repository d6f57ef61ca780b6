import AudioContainers
import AudioImport
import AudioTypes
import Files

/// A rule about one sound. A new rule is a new file in `Rules/` and a line in `SoundRules`.
protocol SoundRule: Sendable {
  /// The stable identifier, in kebab case.
  static var identifier: String { get }
  /// The documentation of the rule.
  static var page: RulePage { get }

  func check(_ sound: ExaminedSound) -> [Finding]
}

extension SoundRule {
  func finding(
    _ severity: Finding.Severity, _ message: String, fix: String? = nil, at byteOffset: Int64? = nil
  ) -> Finding {
    Finding(
      rule: Self.identifier, severity: severity, message: message, fix: fix, byteOffset: byteOffset)
  }

  /// The rule's page, with the limits that a configuration file may set.
  static func makePage(
    _ severity: Finding.Severity, _ summary: String, needsSamples: Bool = false,
    _ explanation: String
  ) -> RulePage {
    RulePage(
      identifier: identifier, severity: severity, summary: summary, explanation: explanation,
      limits: SoundLimits.of(identifier), needsSamples: needsSamples)
  }
}

/// All rules about one sound.
public enum SoundRules {
  /// The requirements of devices, in the order in which findings are reported.
  static let apple: [any SoundRule] = [
    ContainerRule(), NameRule(), StructureRule(), DataFormatRule(), EmptyRule(), DurationRule(),
    FileSizeRule(), ChannelRule(), SampleRateRule(), PacketRule(), SilenceRule(),
  ]

  /// Qualities that people hear, and the size of the download.
  static let shape: [any SoundRule] = [
    LoudnessRule(), TruePeakRule(), ClippingRule(), LeadingSilenceRule(), DCOffsetRule(),
    BannerDurationRule(), SizeSavingRule(),
  ]

  /// The duration in seconds that an alert sound must stay under; otherwise the default sound
  /// plays.
  public static let maximumDuration = DurationRule.limit

  /// The pages of all identifiers that findings about a sound can have.
  public static var pages: [RulePage] {
    [UnreadableFile.page] + (apple + shape).map { type(of: $0).page }
  }
}

/// A sound as the rules see it. Only our own readers have touched it.
struct ExaminedSound {
  /// The knowledge about the samples.
  enum Samples {
    /// The samples are not to be decoded.
    case left
    /// A rule may decode them.
    case unread
    /// The samples were decoded; nil where that failed.
    case measured(SoundMeasurements?)
  }

  /// The container, or the reason why there is none. Not a `Result`: that makes Swift search the
  /// program's conformances once, a tenth of the time that one file takes.
  enum Content {
    case container(ContainerDescription)
    case failure(ContainerError)

    init(of source: any ByteSource) {
      do throws(ContainerError) {
        self = .container(try ContainerDescription(parsing: source))
      } catch {
        self = .failure(error)
      }
    }
  }

  let path: String
  let source: any ByteSource
  let content: Content
  var limits = SoundLimits()
  /// Whether Android plays the file too: then it must stay WAVE with linear PCM.
  var isShared = false
  var samples = Samples.unread

  var description: ContainerDescription? {
    if case .container(let description) = content { description } else { nil }
  }

  /// nil where the samples were not measured.
  var measurements: SoundMeasurements? {
    if case .measured(let measurements) = samples { measurements } else { nil }
  }

  /// Whether the file is so small that its audio is read.
  var isReadWhole: Bool { Double(source.byteCount) <= limits[.fileSize] * 0x1p20 }

  /// The command that makes an alert sound of this file.
  /// - Parameter options: those for a sound that Apple's devices alone play.
  func conversion(_ options: String = "-d ima4 -f caff") -> String {
    isShared ? ConversionCommand.shared(path) : ConversionCommand.apple(path, options)
  }

  /// The command that makes an alert sound of this file, which our own codecs do not decode. It
  /// only checks whether ffmpeg is installed and runs nothing.
  func foreignConversion(_ needsFFmpeg: Bool) -> String {
    needsFFmpeg && !FFmpeg.isInstalled
      ? "install ffmpeg (sudo apt install ffmpeg), then: " + conversion() : conversion()
  }

  /// The command that edits this file; the name of its output keeps the container.
  func edit(_ options: String) -> String {
    ConversionCommand.edit(path, description?.container.fileExtensions[0] ?? "caf", options)
  }
}
