import AlertSounds
import ArgumentParser
import BundlePreflight
import ConsoleOutput
import FoundationEssentials

/// Pre-flights the folder of an editor when it is opened and when a file is saved, and offers fixes
/// for references with exactly one right name (Language Server Protocol 3.17).
///
/// A run checks the whole folder, because a removed sound is missed elsewhere; it takes
/// milliseconds.
struct LanguageServer {
  private let options: PreflightOptions
  private var channel = EditorChannel()
  private var folder: String?
  /// Whether the editor counts characters as findings do; otherwise it counts units of UTF-16.
  private var countsCharacters = false
  private var hasShutDown = false
  /// The last findings, by the file's address.
  private var findings: [String: [PreflightFinding]] = [:]

  init(_ options: PreflightOptions) { self.options = options }

  mutating func run() throws {
    do throws(EditorChannel.Failure) {
      while let message = try channel.next() {
        guard let method = message["method"]?.text else { continue }
        if method == "exit" {
          if hasShutDown { return }
          break
        }
        answer(method, message)
      }
    } catch {
      Console.complain("Error: \(error)")
    }
    // An editor that closes the pipe without `shutdown` and `exit` has failed.
    throw ExitStatus.failure
  }

  private mutating func answer(_ method: String, _ message: EditorValue) {
    let parameters = message["params"] ?? .null
    guard let identifier = message["id"] else { return take(method, parameters) }
    switch method {
    case "initialize": reply(to: identifier, initialize(parameters))
    case "textDocument/codeAction": reply(to: identifier, actions(parameters))
    case "shutdown":
      hasShutDown = true
      reply(to: identifier, .null)
    default:
      send([
        "jsonrpc": "2.0", "id": identifier,
        "error": ["code": -32601, "message": .string("there is no method \(method)")],
      ])
    }
  }

  /// Notifications; those that are not known are not answered.
  private mutating func take(_ method: String, _ parameters: EditorValue) {
    switch method {
    case "initialized", "textDocument/didSave", "workspace/didChangeWatchedFiles": check()
    default: break
    }
  }

  // MARK: Requests

  private mutating func initialize(_ parameters: EditorValue) -> EditorValue {
    let folders = parameters["workspaceFolders"]?.elements ?? []
    let address = folders.first?["uri"]?.text ?? parameters["rootUri"]?.text
    folder = address.flatMap(FileAddress.path) ?? parameters["rootPath"]?.text
    let encodings = parameters["capabilities"]?["general"]?["positionEncodings"]?.elements ?? []
    countsCharacters = encodings.contains("utf-32")
    return [
      "capabilities": [
        "positionEncoding": countsCharacters ? "utf-32" : "utf-16",
        "textDocumentSync": ["openClose": true, "change": 0, "save": ["includeText": false]],
        "codeActionProvider": ["codeActionKinds": ["quickfix"]],
      ],
      "serverInfo": ["name": "tocsin", "version": .string(ToolVersion.number)],
    ]
  }

  /// The names that are meant on the lines of a range.
  private func actions(_ parameters: EditorValue) -> EditorValue {
    guard let address = parameters["textDocument"]?["uri"]?.text,
      let first = parameters["range"]?["start"]?["line"]?.whole,
      let last = parameters["range"]?["end"]?["line"]?.whole
    else { return [] }
    let lines = lines(of: address)
    let actions = (findings[address] ?? []).compactMap { found -> EditorValue? in
      guard let edit = found.finding.fix?.edit, first <= edit.line - 1, edit.line - 1 <= last else {
        return nil
      }
      let change: EditorValue = [
        "range": range(edit.line, edit.column, edit.endColumn, lines), "newText": .string(edit.new),
      ]
      return [
        "title": .string(found.finding.fix?.text ?? "ask for '\(edit.new)'"), "kind": "quickfix",
        "isPreferred": true, "diagnostics": [diagnostic(found, lines)],
        "edit": ["changes": .object([address: [change]])],
      ]
    }
    return .array(actions)
  }

  // MARK: Findings

  /// Checks the folder again, and sends the editor the findings of all files that have any, or had
  /// some.
  private mutating func check() {
    guard let folder else { return }
    let report: PreflightReport
    do {
      let configuration = try options.configuration([folder])
      var preflight = Preflight(configuration: configuration)
      preflight.examinesSamples = configuration.examinesSamples && !options.skipsAudio
      report = try withoutKnown(preflight.run([folder]), configuration)
    } catch {
      // The details are on standard error; the editor shows its last lines.
      return send(["jsonrpc": "2.0", "method": "window/showMessage", "params": Self.misconfigured])
    }
    let before = Set(findings.keys)
    findings = Dictionary(grouping: report.findings) { FileAddress.address(of: $0.file) }
    for address in before.union(findings.keys).sorted() {
      let lines = lines(of: address)
      let diagnostics = (findings[address] ?? []).map { diagnostic($0, lines) }
      send([
        "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics",
        "params": ["uri": .string(address), "diagnostics": .array(diagnostics)],
      ])
    }
  }

  /// The report without the findings of the configured baseline, which names files from the
  /// configuration's folder.
  private func withoutKnown(
    _ report: PreflightReport, _ configuration: PreflightConfiguration
  ) throws -> PreflightReport {
    guard let path = configuration.baseline else { return report }
    var report = report
    report.remove(try options.reading { try Baseline(path: path) }, madeIn: configuration.folder)
    return report
  }

  private static let misconfigured: EditorValue = [
    "type": 1, "message": "tocsin: the configuration has a mistake; its output tells it",
  ]

  private func diagnostic(_ found: PreflightFinding, _ lines: [Substring]) -> EditorValue {
    let finding = found.finding
    let column = found.column ?? 1
    let edit = finding.fix?.edit
    let fix = finding.fix?.text.map { "\nTo fix: \($0)" } ?? ""
    return [
      "range": range(
        found.line ?? 1, edit?.column ?? column, edit?.endColumn ?? column, lines),
      "severity": finding.severity == .error ? 1 : finding.severity == .warning ? 2 : 3,
      "code": .string(finding.rule), "source": "tocsin",
      "message": .string(finding.message + fix),
    ]
  }

  /// A range on one line, which editors count from 0.
  private func range(_ line: Int, _ start: Int, _ end: Int, _ lines: [Substring]) -> EditorValue {
    func position(_ column: Int) -> EditorValue {
      var character = column - 1
      if !countsCharacters, lines.indices.contains(line - 1) {
        character = lines[line - 1].unicodeScalars.prefix(column - 1)
          .reduce(0) { $0 + ($1.value > 0xFFFF ? 2 : 1) }
      }
      return ["line": .integer(line - 1), "character": .integer(character)]
    }
    return ["start": position(start), "end": position(max(start, end))]
  }

  /// The lines of a text that findings refer to; none for a sound.
  private func lines(of address: String) -> [Substring] {
    guard !countsCharacters, findings[address]?.contains(where: { $0.line != nil }) == true,
      let path = FileAddress.path(address),
      let data = FileManager.default.contents(atPath: path)
    else { return [] }
    var text = String(decoding: data, as: UTF8.self)
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    return text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
  }

  // MARK: Answers

  private func reply(to identifier: EditorValue, _ result: EditorValue) {
    send(["jsonrpc": "2.0", "id": identifier, "result": result])
  }

  private func send(_ message: EditorValue) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let body = try? encoder.encode(message) else { return }
    Console.printExactly(
      "Content-Length: \(body.count)\r\n\r\n" + String(decoding: body, as: UTF8.self))
  }
}
