import AlertSounds

/// The references and findings of one file.
struct ScanResult: Sendable {
  /// In the order of their positions.
  var references: [SoundReference] = []
  /// The faults of a payload, in the order of positions.
  var findings: [TreeFinding] = []
  var channels: [ChannelUse] = []
  var concerns: [SoundConcern] = []
  /// The places that ask for a sound whose name could not be followed.
  var unfollowed: [AskingPlace] = []
  /// The places that ask for sounds which their own sources do not show, by file.
  var open: [TreePath: [OpenAsk]] = [:]
  var facts = SourceFacts()
  /// The places where its comments suppress findings.
  var suppressions: Suppressions?

  /// Adds what the comments of the file leave out, and what is wrong with them.
  fileprivate mutating func leaveOut(_ suppressions: Suppressions, in path: TreePath) {
    self.suppressions = suppressions
    findings += suppressions.findings(in: path)
  }

  /// Adds what another file says; facts and suppressions stay those of one file.
  mutating func add(_ other: ScanResult) {
    references += other.references
    findings += other.findings
    channels += other.channels
    concerns += other.concerns
    open.merge(other.open) { first, _ in first }
  }
}

/// Finds the sound names that payloads and sources ask for, from their text alone.
///
/// Nothing is compiled: a name that is computed at run time is not found. A reference is certain if
/// it clearly asks for an alert sound; anything that only looks like one, and everything in tests,
/// is doubtful. Time and memory are linear in the file's size for any content.
enum ReferenceScan {
  /// The maximum size (bytes) of a scanned file. Handwritten sources are far smaller.
  static let byteLimit: Int64 = 4 << 20

  /// Whether a file is of a kind that can ask for sounds, and small enough to be scanned.
  static func isWanted(_ path: TreePath, byteCount: Int64) -> Bool {
    byteCount > 0 && byteCount <= byteLimit && language(of: path) != nil
      && !ScannedFiles.isForeign(path)
      || byteCount == 0 && ScannedFiles.isPayload(path) && !ScannedFiles.isForeign(path)
  }

  /// The references and the findings of one file.
  ///
  /// A position is that of the quotation mark before the name, or of the name in `R.raw.name`.
  static func scan(_ bytes: [UInt8], path: TreePath) -> ScanResult {
    guard let language = language(of: path) else { return ScanResult() }
    if language.mayEntitle, SourceFacts.allowsCriticalSounds(bytes) {
      // A script may write the entitlements when the app is built.
      var facts = SourceFacts()
      facts.allowsCriticalSounds = true
      return ScanResult(facts: facts)
    }
    if case .server = language, !ServerScan.mayAsk(bytes) { return ScanResult() }
    let text = SourceText(bytes)
    var hits = ReferenceHits()
    switch language {
    case .entitlements: break
    case .resource: NamedResources(text.bytes).run(&hits)
    case .json:
      PayloadScan(text: text.bytes, isPayloadFile: ScannedFiles.isPayload(path)).run(&hits)
    case .server(let language):
      ServerScan(SoundValues(SourceTokens(text.bytes, language)), in: text.bytes).run(&hits)
      var result = hits.result(in: text, path: path)
      if !result.references.isEmpty || !result.channels.isEmpty {
        result.leaveOut(Suppressions(text.bytes, ofFile: path), in: path)
      }
      return result
    case .source(let language):
      guard !isCompiled(text.bytes, language) else { return ScanResult() }
      var facts = SourceFacts(text.bytes)
      if language == .javaScript { facts.noteNotifiers(text.bytes) }
      let mayAsk =
        SourceGate.mayAsk(text.bytes, language)
        || ServerScan.isServer(text.bytes, language)
      guard mayAsk || facts.playsSounds else {
        return ScanResult(facts: ScannedFiles.isTest(path) ? SourceFacts() : facts)
      }
      let tokens = SourceTokens(text.bytes, language)
      SourceScan(tokens).run(&hits)
      if hits.isEmpty, ServerScan.isServer(text.bytes, language) {
        ServerScan(SoundValues(tokens), in: text.bytes).run(&hits)
      }
      facts.notePlayedNames(tokens)
      facts.noteResources(tokens)
      facts.asksForComputed = hits.asksForComputed
      facts.computedChannels = hits.computedChannels
      var result = hits.result(in: text, path: path)
      if !ScannedFiles.isTest(path) { result.facts = facts }
      if !result.references.isEmpty || !result.findings.isEmpty || !result.channels.isEmpty
        || !result.concerns.isEmpty || !result.open.isEmpty
      {
        result.leaveOut(Suppressions(tokens), in: path)
      }
      return result
    }
    return hits.result(in: text, path: path)
  }

  /// Whether a compiler made the source from another one, which it names at the end.
  private static func isCompiled(_ bytes: [UInt8], _ language: SourceLanguage) -> Bool {
    language == .javaScript && Array(bytes.suffix(256)).contains(bytesOf: "//# sourceMappingURL=")
  }

  /// Whether a file is a source of a language that is read.
  static func isSource(_ path: TreePath) -> Bool {
    SourceLanguage(suffix: path.suffix) != nil && !ScannedFiles.isForeign(path)
  }

  /// Whether a file's code may call the functions of JavaScript's sources.
  static func mayCall(_ path: TreePath) -> Bool {
    (SourceLanguage(suffix: path.suffix) == .javaScript || pages.contains(path.suffix))
      && !ScannedFiles.isForeign(path)
  }

  private static let pages: Set<String> = ["vue", "svelte", "astro", "mdx"]

  private enum Kind: Equatable {
    case json
    case server(SourceLanguage)
    case entitlements
    /// Names in the resources of an app.
    case resource
    case source(SourceLanguage)

    /// Whether such a file may entitle an app to critical sounds.
    var mayEntitle: Bool {
      if case .server = self { true } else { self == .entitlements }
    }
  }

  private static func language(of path: TreePath) -> Kind? {
    let suffix = path.suffix
    if suffix == "apns" || suffix == "json" { return .json }
    if suffix == "entitlements" { return .entitlements }
    if NamedResources.isWanted(path) { return .resource }
    if let server = SourceLanguage(ofServer: suffix) { return .server(server) }
    return SourceLanguage(suffix: suffix).map { .source($0) }
  }
}
