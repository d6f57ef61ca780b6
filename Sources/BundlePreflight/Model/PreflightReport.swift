public import AlertSounds

/// What pre-flighting came to.
public struct PreflightReport: Sendable {
  /// What was named on the command line, and what it was found to be.
  public struct Input: Hashable, Sendable, Codable {
    /// The path as it was given.
    public let path: String
    /// For people: `Xcode project, Flutter project`, `folder`, `zip archive with an app bundle`.
    public let kind: String

    /// An input by its path and what it was found to be.
    public init(path: String, kind: String) {
      self.path = path
      self.kind = kind
    }
  }

  /// What was named on the command line, in its order.
  public var inputs: [Input]
  /// A row for each sound, in the order of their paths.
  public var sounds: [PreflightSound]
  /// In the order of file, line and rule; those of the baseline are left out.
  public var findings: [PreflightFinding]
  /// Findings that the baseline knows.
  public var baselineCount: Int
  /// Entries of the baseline that nothing fits any more.
  public var staleCount = 0
  /// Sounds that are shipped where alert sounds are looked for and were left out, because the app
  /// plays them itself.
  public var unaskedCount: Int
  /// Findings that an earlier state of the project has, too, and which are left out.
  public internal(set) var earlierCount = 0
  /// Channels of Android's notifications that the project makes.
  var channels: [ChannelUse] = []

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

extension PreflightReport {
  /// Takes out what `baseline` knows.
  public mutating func remove(_ baseline: Baseline) {
    let (new, known, gone) = baseline.sift(findings)
    findings = new
    baselineCount += known
    staleCount += gone
  }

  /// Takes out what the report of an earlier state of the same paths has, too, and adds what comes of the
  /// difference alone: a channel keeps the sound with which it was first made.
  /// - Parameter configuration: what the project wants of the findings that are added.
  public mutating func remove(
    _ earlier: PreflightReport, _ configuration: PreflightConfiguration
  ) {
    let (new, known, _) = Baseline(earlier.findings).sift(findings)
    let changes = ChannelChange(from: earlier.channels, to: channels).findings()
      .filter { !configuration.excludes($0.file) }.compactMap(configuration.apply(to:))
    findings = new + changes
    earlierCount += known
  }

  /// Whether the run fails: an error, or a warning where that is wanted.
  public func fails(isStrict: Bool) -> Bool {
    findings.contains { $0.finding.severity >= (isStrict ? .warning : .error) }
  }
}

/// One sound of a report.
public struct PreflightSound: Hashable, Sendable {
  /// As in `PreflightFinding`.
  public let file: String
  /// The bundles that ship it; empty where no project says.
  public let bundles: [String]
  /// Bytes of the whole file.
  public let byteCount: Int64
  /// nil where the file holds no alert container.
  public let container: String?
  /// The coding, by afconvert's `-d` word; nil where the file holds no alert container.
  public let dataFormat: String?
  /// Seconds.
  public let duration: Double?
  /// nil where the samples were not looked at.
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
