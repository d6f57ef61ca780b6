import ArgumentParser
import AudioFormats
import BundlePreflight
import ConsoleOutput
import Files
import Glibc

struct PreflightCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preflight",
    abstract: "Check the alert sounds of projects, app bundles, archives and folders.",
    discussion: """
      A path is a sound, a folder, a project, an app bundle, or an archive (.ipa,
      .xcarchive, .apk, .aab, .zip, .tar.gz). Projects are those of Xcode, XcodeGen,
      Tuist, Bazel, Swift packages and CocoaPods; of Expo, React Native, Flutter,
      Capacitor, Cordova, NativeScript, Kotlin Multiplatform, .NET and Unity; and of
      Android. All paths of a run are looked at together: a payload in one of them
      may ask for a sound in another. Nothing is executed, unpacked or changed.

      OUTPUTS
        --output FORMAT[=FILE], as often as wanted: text, json, sarif, junit,
        github, gitlab, html, markdown. Without any: text, and inside GitHub
        Actions github.

      EXIT STATUS
        0  fine, or warnings alone without --strict
        1  an error finding; an unreadable file is one
        2  wrong usage, or a mistake in the configuration

      EXAMPLES
        tocsin preflight
        tocsin preflight build/App.ipa payloads --strict
        tocsin preflight . --output sarif=out.sarif --output html=report.html
        tocsin preflight . --baseline known.json --update-baseline
        tocsin preflight . --since origin/main
      """)

  @Argument(help: ArgumentHelp("What to check; else the current folder.", valueName: "paths"))
  var given: [String] = []

  private var paths: [String] { given.isEmpty ? ["."] : given }

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp("A report, to a file or to standard output.", valueName: "format[=file]"))
  var outputs: [ReportOutput] = []

  @Flag(name: .customLong("json"), help: "The same as --output json.")
  var wantsJSON = false

  @Flag(name: .customLong("statistics"), help: "Print how often each rule found something.")
  var showsStatistics = false

  @Flag(name: .customLong("explain"), help: "List the places in code that ask for sounds.")
  var explains = false

  @OptionGroup var options: PreflightOptions

  @Option(name: .customLong("baseline"), help: "Known findings, which are not reported again.")
  var baseline: String?

  @Flag(
    name: .customLong("update-baseline"), help: "Write what is found to the baseline instead.")
  var updatesBaseline = false

  @Option(
    name: .customLong("since"),
    help: ArgumentHelp(
      "Report only what is new since a revision of Git.", valueName: "revision"))
  var revision: String?

  @Flag(name: .customLong("notes"), help: "Print each note, not only their number.")
  var showsNotes = false

  func run() throws {
    let configuration = try options.configuration(paths)
    let outputs = try ReportOutput.complete(wanted)
    let makesPreviews = outputs.contains { $0.format == .html }
    var preflight = Preflight(configuration: configuration, makesPreviews: makesPreviews)
    preflight.examinesSamples = configuration.examinesSamples && !options.skipsAudio
    let bar = ProgressBar()
    var report = preflight.run(paths) { bar.show($0, of: $1) }
    bar.finish()
    let isStrict = options.isStrict || configuration.isStrict
    if isStrict { report.warnOfUnfollowed(configuration) }
    let baseline = baseline ?? configuration.baseline
    if updatesBaseline { return try update(baseline, with: report) }
    if let baseline { report.remove(try options.reading { try Baseline(path: baseline) }) }
    if let revision { try remove(revision, from: &report, preflight, isStrict: isStrict) }
    // One report that cannot be written does not stop the others.
    var isWritten = true
    for output in outputs {
      do {
        try output.write(
          report, isStrict: isStrict, showsNotes: showsNotes, explains: explains,
          previews: preflight.previews)
      } catch {
        isWritten = false
      }
    }
    if showsStatistics { show(StatisticsTable(report).text) }
    if !isWritten || report.fails(isStrict: isStrict) { throw ExitStatus.failure }
  }

  /// Prints to standard error if standard output has a document.
  private func show(_ text: String) {
    let isData = wantsJSON || outputs.contains { $0.path == nil && $0.format != .text }
    if isData { Console.complain(text) } else { Console.print(text) }
  }

  func validate() throws {
    guard revision == nil || !updatesBaseline else {
      throw ValidationError("--since and --update-baseline do not go together")
    }
    guard revision == nil || paths.allSatisfy({ !$0.hasPrefix("/") && !$0.hasPrefix("..") }) else {
      throw ValidationError("with --since, name paths below the working folder, such as .")
    }
    guard !given.contains("") else {
      throw ValidationError("name what to check, such as .")
    }
    _ = try ReportOutput.complete(wanted)
  }

  private var wanted: [ReportOutput] {
    outputs + (wantsJSON ? [ReportOutput(format: .json, path: nil)] : [])
  }

  /// Removes the findings that the revision has, too.
  private func remove(
    _ revision: String, from report: inout PreflightReport, _ preflight: Preflight,
    isStrict: Bool
  ) throws {
    do throws(GitRevision.Failure) {
      let state = try GitRevision(revision)
      defer { state.remove() }
      var earlier = Preflight(configuration: preflight.configuration)
      earlier.examinesSamples = preflight.examinesSamples
      guard var old = state.inside({ earlier.run(paths) }) else { return }
      if isStrict { old.warnOfUnfollowed(preflight.configuration) }
      report.remove(old, preflight.configuration)
    } catch {
      Console.complain("Error: \(error)")
      throw ExitStatus.usage
    }
  }

  private func update(_ path: String?, with report: PreflightReport) throws {
    guard let path else {
      throw ValidationError(
        "--update-baseline needs --baseline FILE, or one in \(PreflightConfiguration.fileName)")
    }
    var status = stat()
    if stat(path, &status) == 0, status.st_size > 0, (try? Baseline(path: path)) == nil {
      Console.complain(
        "Error: \(printable(path)) exists and is not a baseline: remove it, or name another file")
      throw ExitStatus.failure
    }
    do {
      try Baseline(report.findings).write(to: path)
    } catch {
      Console.complain("Error: \(error)")
      throw ExitStatus.failure
    }
    let count = report.findings.count
    Console.complain(
      "\(counted(count, "finding")) \(count == 1 ? "is" : "are") now known in \(printable(path))")
  }
}
