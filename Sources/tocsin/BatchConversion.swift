import AlertSounds
import ArgumentParser
import AudioContainers
import AudioTypes
import ConsoleOutput
import FoundationEssentials

/// Many inputs into one folder, on all cores.
struct BatchConversion {
  private let converter: SoundConverter
  private let folder: String
  private let jobs: [Job]

  private struct Job: Sendable {
    let input: String
    let output: String
  }

  init(_ request: ConversionRequest, _ inputs: [String], into folder: String) throws {
    guard request.container != nil || request.foreign != nil else {
      throw UsageError("--output-dir needs a file format: add --to or -f")
    }
    func name(for input: String) -> String {
      request.foreign?.outputName(for: input)
        ?? request.container.map { outputName(for: input, in: $0) } ?? input
    }
    converter = SoundConverter(request, measuresSignalToNoise: true)
    self.folder = folder
    jobs = inputs.map { input in
      Job(input: input, output: folder + "/" + name(for: input))
    }
    let clashes = Dictionary(grouping: jobs, by: \.output).filter { $0.value.count > 1 }
    if let clash = clashes.min(by: { $0.key < $1.key }) {
      let names = clash.value.map { printable($0.input) }.joined(separator: " and ")
      throw UsageError("\(names) would both become \(printable(clash.key))")
    }
  }

  func run(wantsJSON: Bool) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      Console.complain("Error: cannot make the folder \(printable(folder))")
      throw ExitStatus.failure
    }
    let records = mapInParallel(jobs) { job in
      let result = Result { try converter.convert(job.input, to: job.output) }
      return ConversionRecord(input: job.input, output: job.output, result)
    }
    if wantsJSON { try Console.printJSON(records) } else { Console.print(table(records)) }
    for record in records {
      for warning in record.warnings { Console.complain("*** warning: \(warning)") }
      if let error = record.error { Console.complain("Error: \(error)") }
    }
    if records.contains(where: { $0.error != nil }) { throw ExitStatus.failure }
  }

  private func table(_ records: [ConversionRecord]) -> String {
    var table = Table([
      ("in", .left), ("out", .left), ("codec", .left), ("seconds", .right), ("bytes in", .right),
      ("bytes out", .right), ("ratio", .right), ("SNR dB", .right),
    ])
    for record in records {
      table.append(record.row)
    }
    return table.text
  }
}
