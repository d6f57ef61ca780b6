import AlertSounds
import AudioFormats
import ConsoleOutput
import Files
import Glibc

/// Carries out a conversion's command line: one path for one file and for a thousand.
struct ConversionRun {
  private let tool: Personality
  private let jobs: [ConversionJob]
  private let options: ConvertArguments.Run
  /// The format of inputs without a header.
  private let rawFormat: DataFormat?
  /// Warnings about options without effect, each a sentence.
  private let warnings: [String]

  init(_ arguments: ConvertArguments, as tool: Personality) throws {
    self.tool = tool
    options = arguments.run
    rawFormat = try arguments.rawFormat()
    jobs = options.listsFormats ? [] : try arguments.jobs(as: tool)
    warnings = Set(arguments.outputs.flatMap(\.warnings)).sorted()
  }

  func run() throws {
    if options.listsFormats { return Console.print(FormatList.text) }
    if let folder = options.outputFolder { try makeFolder(folder) }
    let records = jobs.count == 1 ? withProgress(jobs[0]) : mapInParallel(jobs) { perform($0) }
    try show(records.flatMap(\.self))
  }
}

extension ConversionRun {
  /// - Returns: a record for each output of the job.
  private func perform(
    _ job: ConversionJob, progress: (Double) -> Void = { _ in }
  ) -> [ConversionRecord] {
    do {
      var sound = try open(job.inputs[0])
      sound.excerpt = job.excerpt
      let files = try job.inputs.dropFirst().map(open)
      let others =
        options.joins
        ? try sound.followingSounds() + files.flatMap { try [$0] + $0.followingSounds() } : files
      let sounds = [sound] + others
      let plans = try job.outputs.map { try $0.plan(for: sounds, job.replacement) }
      let results = try SoundConverter.convert(
        sounds, by: plans, measures: measures, progress: progress)
      return zip(plans, results).enumerated().map { index, made in
        var record = ConversionRecord(job, made.0.output, made.1, sound, isFirst: index == 0)
        record.warnings += job.outputs[index].options.warnings(writing: made.1.dataFormat)
        return record
      }
    } catch {
      return [ConversionRecord(job, error)]
    }
  }

  private func open(_ path: String) throws -> SoundFile {
    if let format = rawFormat { return try SoundFile(path: path, rawSamples: format) }
    return try SoundFile(path: path)
  }

  /// The table of a batch and the JSON have a column for the ratio; `-v` has both.
  private var measures: ConversionMeasures {
    if options.isVerbose { return [.signalToNoise, .noiseToMask] }
    return options.wantsJSON || options.outputFolder != nil ? .signalToNoise : []
  }

  /// A bar for one long conversion.
  private func withProgress(_ job: ConversionJob) -> [[ConversionRecord]] {
    let bar = ProgressBar()
    defer { bar.finish() }
    return [perform(job) { bar.show(part: $0) }]
  }

  private func makeFolder(_ path: String) throws {
    do { try Files.makeFolder(path) } catch {
      Console.complain("Error: \(error)")
      throw ExitStatus.failure
    }
  }
}

extension ConversionRun {
  /// Prints the results of the jobs: standard output has either JSON or text, or a sound.
  private func show(_ records: [ConversionRecord]) throws {
    let isBatch = options.outputFolder != nil
    if options.wantsJSON {
      try Console.printJSON(records)
    } else if isBatch {
      talk(Self.table(records))
    }
    for warning in warnings { Console.complain("*** warning: \(warning)") }
    for record in records { show(record, isBatch: isBatch) }
    if records.contains(where: { $0.error != nil }) { throw ExitStatus.failure }
  }

  private func show(_ record: ConversionRecord, isBatch: Bool) {
    for warning in record.warnings { Console.complain("*** warning: \(warning)") }
    if let error = record.failure {
      Console.complain("Error: \(text(of: error, input: isBatch ? record.input : nil))")
    } else if options.isVerbose {
      talk(record.report)
    } else if let choice = record.choice, tool == .tocsin {
      Console.complain(choice)
    }
  }

  /// Standard output, unless that is taken by JSON or by a sound.
  private func talk(_ text: String) {
    let isTaken =
      options.wantsJSON
      || jobs.contains { $0.outputs.contains { $0.path == OutputFile.standardPath } }
    if isTaken { Console.complain(text) } else { Console.print(text) }
  }

  /// An error about a request does not name its file: among many it must.
  private func text(of error: any Error, input: String?) -> String {
    guard let error = error as? SoundError else { return "\(error)" }
    if case .request = error, let input { return "\(printable(input)): \(tool.text(of: error))" }
    return tool.text(of: error)
  }

  private static func table(_ records: [ConversionRecord]) -> String {
    var table = Table([
      ("in", .left), ("out", .left), ("codec", .left), ("seconds", .right), ("bytes in", .right),
      ("bytes out", .right), ("ratio", .right), ("SNR dB", .right),
    ])
    for record in records { table.append(record.row) }
    return table.text
  }
}
