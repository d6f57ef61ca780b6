import ArgumentParser
import AudioFormats
import BundlePreflight
import ConsoleOutput
import Files
import Glibc

/// A requested report: its format, and its destination.
struct ReportOutput: ExpressibleByArgument, Hashable {
  let format: ReportFormat
  /// nil: standard output.
  let path: String?

  init(format: ReportFormat, path: String?) {
    self.format = format
    self.path = path
  }

  /// `sarif=out.sarif`, or `text` alone for standard output.
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = parts.first.flatMap({ ReportFormat(rawValue: String($0)) }) else {
      return nil
    }
    let path = parts.count > 1 ? String(parts[1]) : nil
    guard path != "" else { return nil }
    self.init(format: format, path: path == "-" ? nil : path)
  }

  /// Whether other lines may be printed beside it.
  private var isLines: Bool { format == .text || format == .github }

  static var allValueStrings: [String] { ReportFormat.allCases.map(\.rawValue) }

  /// Adds text if no report is requested; inside GitHub Actions its annotations, too.
  static func complete(_ outputs: [ReportOutput]) throws -> [ReportOutput] {
    let isInActions = getenv("GITHUB_ACTIONS").map { String(cString: $0) } == "true"
    var outputs = outputs.isEmpty ? [ReportOutput(format: .text, path: nil)] : outputs
    // Annotations and text can share standard output; two documents cannot.
    let documents = outputs.filter { $0.path == nil && !$0.isLines }
    // A reader of a document on standard output does not want annotations in it.
    if isInActions, documents.isEmpty, !outputs.contains(where: { $0.format == .github }) {
      outputs.append(ReportOutput(format: .github, path: nil))
    }
    var targets: Set<AtomicFile.Target> = []
    for path in outputs.compactMap(\.path) {
      guard let target = AtomicFile.Target(path) else { continue }
      if !targets.insert(target).inserted {
        throw ValidationError("two reports would be written to \(path): name two files")
      }
    }
    guard documents.count <= 1, documents.isEmpty || outputs.count(where: { $0.path == nil }) == 1
    else {
      throw ValidationError(
        "\(documents[0].format.rawValue) needs standard output for itself: name a file, such as "
          + "--output \(documents[0].format.rawValue)=report.\(documents[0].format.rawValue)")
    }
    return outputs
  }

  func write(
    _ report: PreflightReport, isStrict: Bool, showsNotes: Bool = false, explains: Bool = false,
    previews: PreviewSpool?
  ) throws {
    do {
      var options = ReportOptions(
        toolVersion: ToolVersion.number, rules: RuleCatalogue.rules,
        preview: { previews?.preview(of: $0.file) })
      options.isColored = path == nil && Console.usesColor
      options.isStrict = isStrict
      (options.showsNotes, options.explains) = (showsNotes, explains)
      options.rulesAddress = RulesAddress.current()
      if format == .html { options.subject = ReportSubject.checked(report) }
      if let path {
        let folder = folder(of: path)
        if !folder.isEmpty { try makeFolder(folder) }
        var file = try ReportFile(path: path)
        format.write(report, options: options, to: &file)
        try file.commit()
      } else {
        var stream = StandardOutput()
        format.write(report, options: options, to: &stream)
        stream.finish()
      }
    } catch {
      Console.complain("Error: \(error)")
      throw ExitStatus.failure
    }
  }
}

/// A report's file, complete or absent.
private struct ReportFile: TextOutputStream {
  private let file: AtomicFile
  private var pending: [UInt8] = []
  private var offset: Int64 = 0
  private var failure: FileError?

  init(path: String) throws { file = try AtomicFile(path: path) }

  mutating func write(_ text: String) {
    pending += Array(text.utf8)
    if pending.count > 1 << 18 { flush() }
  }

  private mutating func flush() {
    guard failure == nil else { return }
    do { try file.write(pending, at: offset) } catch { failure = error }
    offset += Int64(pending.count)
    pending.removeAll(keepingCapacity: true)
  }

  mutating func commit() throws {
    flush()
    if let failure { throw failure }
    try file.commit()
  }
}

/// Standard output in pieces.
private struct StandardOutput: TextOutputStream {
  private var pending = ""

  mutating func write(_ text: String) {
    pending += text
    if pending.utf8.count > 1 << 16 { finish() }
  }

  mutating func finish() {
    guard !pending.isEmpty else { return }
    Console.printExactly(pending)
    pending = ""
  }
}
