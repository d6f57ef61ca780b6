public import AlertSounds

/// The result of a pre-flight run.
public struct PreflightReport: Sendable {
  /// A path of the command line, and the kind of its content.
  public struct Input: Hashable, Sendable, Codable {
    /// The path as it was given.
    public let path: String
    /// The kind for people: `Xcode project, Flutter project`, `folder`, `zip archive with an app
    /// bundle`.
    public let kind: String

    /// An input with its path and the kind of its content.
    public init(path: String, kind: String) {
      self.path = path
      self.kind = kind
    }
  }

  /// The paths of the command line, in its order.
  public var inputs: [Input]
  /// A row for each sound, in the order of their paths.
  public var sounds: [PreflightSound]
  /// The findings in the order of file, line and rule; those of the baseline are left out.
  public var findings: [PreflightFinding]
  /// The number of findings that are in the baseline.
  public var baselineCount: Int
  /// The number of baseline entries that no finding matches any more.
  public var staleCount = 0
  /// The number of sounds that are shipped in the place of alert sounds and were left out, because
  /// the app plays them itself.
  public var unaskedCount: Int
  /// The number of findings left out because an earlier state of the project has them too.
  public internal(set) var earlierCount = 0
  /// The places in code that ask for an alert sound, in the order of file and line.
  public internal(set) var askingPlaces: [AskingPlace] = []
  /// The channels of Android's notifications that each app creates, by the app's folder.
  var channels: [TreePath: [ChannelUse]] = [:]

  /// A report; findings of the baseline are counted, not listed.
  public init(
    inputs: [Input], sounds: [PreflightSound], findings: [PreflightFinding],
    baselineCount: Int = 0, unaskedCount: Int = 0
  ) {
    self.inputs = inputs
    self.sounds = sounds
    self.findings = findings
    self.baselineCount = baselineCount
    self.unaskedCount = unaskedCount
  }
}

/// A place in code that asks for an alert sound.
public struct AskingPlace: Hashable, Sendable {
  /// The path, as in `PreflightFinding`.
  public var file: String
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int
  /// The names that it may ask for; empty where none could be followed.
  public let names: [String]
}

extension PreflightReport {
  /// Adds a warning for each place whose names could not be followed.
  public mutating func warnOfUnfollowed(_ configuration: PreflightConfiguration) {
    findings += askingPlaces.filter(\.names.isEmpty).map { place in
      PreflightFinding(
        Rule.soundUnfollowed.finding(
          "a sound is asked for whose name could not be followed",
          fix: "name the sound by a literal or a constant, or check the name by hand",
          file: TreePath(place.file), line: place.line, column: place.column))
    }.filter { !configuration.excludes($0.file) }.compactMap(configuration.apply(to:))
  }

  /// Removes the findings that are in `baseline`.
  /// - Parameters:
  ///   - baseline: the known findings.
  ///   - folder: the folder in which the baseline was made, if the paths of this report begin with
  ///     it; nil if they are those of the baseline.
  public mutating func remove(_ baseline: Baseline, madeIn folder: String? = nil) {
    let (new, known, gone) = baseline.sift(findings, below: folder)
    findings = new
    baselineCount += known
    staleCount += gone
  }

  /// Removes the findings that the report of an earlier state of the same paths has too, and adds
  /// the findings about changes: a channel keeps the sound with which it was first created.
  /// - Parameters:
  ///   - earlier: the report of the earlier state.
  ///   - configuration: the settings for the added findings.
  public mutating func remove(
    _ earlier: PreflightReport, _ configuration: PreflightConfiguration
  ) {
    let (new, known, _) = Baseline(earlier.findings).sift(findings)
    let changes = channels.sorted { $0.key < $1.key }.flatMap { app, made in
      ChannelChange(from: earlier.channels[app] ?? [], to: made).findings()
    }.map(PreflightFinding.init).filter { !configuration.excludes($0.file) }
      .compactMap(configuration.apply(to:))
    findings = new + changes
    earlierCount += known
  }

  /// Whether the run fails: it has an error, or, if strict, a warning.
  public func fails(isStrict: Bool) -> Bool {
    findings.contains { $0.finding.severity >= (isStrict ? .warning : .error) }
  }
}

/// One sound of a report.
public struct PreflightSound: Hashable, Sendable {
  /// The path, as in `PreflightFinding`.
  public let file: String
  /// The bundles that ship it; empty if no project shows that.
  public let bundles: [String]
  /// The size of the whole file in bytes.
  public let byteCount: Int64
  /// The container; nil if the file is not an alert container.
  public let container: String?
  /// The coding, by afconvert's `-d` word; nil if the file is not an alert container.
  public let dataFormat: String?
  /// The duration in seconds.
  public let duration: Double?
  /// The measurements; nil if the samples were not examined.
  public let measurements: SoundMeasurements?

  /// A row of the report.
  public init(
    file: String, bundles: [String], byteCount: Int64, container: String?, dataFormat: String?,
    duration: Double?, measurements: SoundMeasurements?
  ) {
    self.file = file
    self.bundles = bundles
    self.byteCount = byteCount
    self.container = container
    self.dataFormat = dataFormat
    self.duration = duration
    self.measurements = measurements
  }
}
