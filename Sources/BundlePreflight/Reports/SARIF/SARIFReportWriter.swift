import AlertSounds
import AudioFormats
import Files

/// The Static Analysis Results Interchange Format, version 2.1.0 with errata 01 (OASIS).
struct SARIFReportWriter: ReportWriter {
  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  let toolVersion: String
  let rules: [Rule]
  /// Where the rules' pages stand; nil if they stand nowhere.
  let rulesAddress: String?

  func write(_ report: PreflightReport, to output: inout some TextOutputStream) {
    let rules = SARIFRules(rules, at: rulesAddress, findings: report.findings)
    output.write("{\n  \"$schema\": \"\(Self.schema)\",\n  \"version\": \"2.1.0\",\n")
    output.write("  \"runs\": [{\n    \"tool\": {\"driver\": {\n      \"name\": \"tocsin\",\n")
    output.write("      \"semanticVersion\": ")
    JSONValue.string(toolVersion).write(to: &output)
    output.write(",\n      \"rules\": ")
    JSONValue.writeLines(of: rules.descriptors, to: &output, indentation: "      ")
    output.write("\n    }},\n    \"invocations\": [{\"executionSuccessful\": true}],\n")
    output.write("    \"columnKind\": \"unicodeCodePoints\",\n    \"results\": ")
    JSONValue.writeLines(of: results(of: report, rules), to: &output, indentation: "    ")
    output.write("\n  }]\n}\n")
  }

  /// The results, made one file after the other.
  private func results(of report: PreflightReport, _ rules: SARIFRules) -> some Sequence<JSONValue>
  {
    var paths = RepositoryPaths()
    var fingerprints = Fingerprints()
    return report.findingsByFile.lazy.flatMap { file in
      let hashes = file.lineHashes
      return file.findings.map { finding in
        let finding = paths.moved(finding)
        let names: [(String, JSONValue?)] = [
          ("primaryLocationLineHash", hashes[finding.startLine].map(JSONValue.string)),
          ("tocsin/v1", .string(fingerprints.name(of: finding))),
        ]
        return finding.result(rules, fingerprints: .object(names))
      }
    }
  }
}

extension FileFindings {
  /// The hashes of the lines with findings; none for a file that cannot be read, such as one in an
  /// archive.
  fileprivate var lineHashes: [Int: String] {
    guard let source = try? FileSource(path: AbsolutePath.of(file).text) else { return [:] }
    return LineHashes.hashes(of: Set(findings.map(\.startLine)), in: FileBytes(source))
  }
}

extension PreflightFinding {
  /// The line of the result: GitHub neither shows one without nor knows it again in the next run.
  fileprivate var startLine: Int { line ?? 1 }

  fileprivate func result(_ rules: SARIFRules, fingerprints: JSONValue) -> JSONValue {
    .object([
      ("ruleId", .string(finding.rule)), ("ruleIndex", .integer(rules.index(of: finding.rule))),
      ("level", .string(finding.severity.rawValue)),
      ("message", .object([("text", .string(messageText))])), ("locations", .array([location])),
      ("partialFingerprints", fingerprints),
      ("fixes", finding.fix?.edit.map { .array([fix($0)]) }),
    ])
  }

  /// The message, whose first sentence is the fault, as section 3.11.3 requires.
  private var messageText: String {
    let fix = finding.fix?.text.map { "\nTo fix: \(printable($0))" } ?? ""
    return sarifMessage(printable(finding.message) + "." + fix)
  }

  private var location: JSONValue {
    .object([
      ("physicalLocation", .object([("artifactLocation", artifact), ("region", region)]))
    ])
  }

  private var artifact: JSONValue {
    let uri = uriReference(file)
    let isRelative = !uri.hasPrefix("file:")
    return .object([("uri", .string(uri)), ("uriBaseId", isRelative ? "%SRCROOT%" : nil)])
  }

  /// The replacement of the current name by the one that is meant (section 3.55).
  private func fix(_ edit: TextEdit) -> JSONValue {
    let deleted = JSONValue.object([
      ("startLine", .integer(Int64(edit.line))), ("startColumn", .integer(Int64(edit.column))),
      ("endColumn", .integer(Int64(edit.endColumn))),
    ])
    let replacement = JSONValue.object([
      ("deletedRegion", deleted), ("insertedContent", .object([("text", .string(edit.new))])),
    ])
    return .object([
      ("description", .object([("text", .string(sarifMessage(finding.fix?.text ?? "")))])),
      (
        "artifactChanges",
        .array([
          .object([("artifactLocation", artifact), ("replacements", .array([replacement]))])
        ])
      ),
    ])
  }

  /// A place in text has a line; a place in a sound has a byte offset. The latter has no length,
  /// because it must not reach past the end of a file that is truncated there (section 3.30.12).
  private var region: JSONValue {
    let offset = finding.byteOffset.flatMap { $0 < 0 ? nil : JSONValue.integer($0) }
    return .object([
      ("startLine", .integer(startLine)),
      line == nil ? ("byteOffset", offset) : ("startColumn", column.map(JSONValue.integer)),
    ])
  }
}
