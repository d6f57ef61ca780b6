import AudioFormats
import AudioImport
import Files

/// Looks for what breaks one rule about a sound.
protocol SoundCheck: Sendable {
  static var rule: Rule { get }

  func check(_ sound: ExaminedSound) -> [Finding]
}

extension SoundCheck {
  func finding(
    _ message: String, _ severity: Finding.Severity? = nil, fix: Fix? = nil,
    at byteOffset: Int64? = nil
  ) -> Finding {
    Self.rule.finding(message, severity, fix: fix, at: byteOffset)
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
  var limits = RuleLimits()
  /// Whether Android plays the file too: then it must stay WAVE with linear PCM.
  var isShared = false
  var samples = Samples.unread

  var description: ContainerDescription? {
    if case .container(let description) = content { description } else { nil }
  }

  /// The seconds that the headers show, of MP3 and AAC, too; nil where they show none.
  var duration: Double? {
    switch content {
    case .container(let description): description.duration
    case .failure(.notAContainer(let kind?)):
      isReadWhole ? CodedDuration.seconds(of: kind, in: source) : nil
    case .failure: nil
    }
  }

  /// nil where the samples were not measured.
  var measurements: SoundMeasurements? {
    if case .measured(let measurements) = samples { measurements } else { nil }
  }

  /// Whether the file is so small that its audio is read.
  var isReadWhole: Bool { Double(source.byteCount) <= limits[.fileSize] * 0x1p20 }

  /// Makes an alert sound of this file.
  /// - Parameters:
  ///   - options: those for a sound that Apple's devices alone play.
  ///   - purpose: what the command is for.
  func conversion(_ options: String = "-d ima4 -f caff", purpose: String = "") -> Fix.Step {
    .command(isShared ? .shared(path) : .apple(path, options), purpose: purpose)
  }

  /// Makes an alert sound of this file, which our own codecs do not decode. It only checks whether
  /// ffmpeg is installed and runs nothing.
  func foreignConversion(_ needsFFmpeg: Bool) -> Fix.Step {
    let isReady = !needsFFmpeg || FFmpeg.isInstalled
    return conversion(
      purpose: isReady ? "" : "install ffmpeg (sudo apt install ffmpeg), then")
  }

  /// Edits this file; the name of the output keeps the container.
  func edit(_ options: String, purpose: String) -> Fix.Step {
    let suffix = description?.container.fileExtensions[0] ?? "caf"
    return .command(.edit(path, suffix, options), purpose: purpose)
  }
}
