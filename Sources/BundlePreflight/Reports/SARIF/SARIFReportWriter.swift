import AlertSounds
import AudioTypes
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
    var fingerprints = Fingerprints()
    let results = report.findingsByFile.lazy.flatMap(\.findings)
      .map { $0.result(rules, fingerprint: fingerprints.name(of: $0)) }
    JSONValue.writeLines(of: results, to: &output, indentation: "    ")
    output.write("\n  }]\n}\n")
  }
}

extension PreflightFinding {
  fileprivate func result(_ rules: SARIFRules, fingerprint: String) -> JSONValue {
    .object([
      ("ruleId", .string(finding.rule)), ("ruleIndex", .integer(rules.index(of: finding.rule))),
      ("level", .string(finding.severity.rawValue)),
      ("message", .object([("text", .string(messageText))])), ("locations", .array([location])),
      // `primaryLocationLineHash` is left to GitHub's upload action: it hashes the lines itself,
      // and warns about any other value.
      ("partialFingerprints", .object([("tocsin/v1", .string(fingerprint))])),
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
    if let line {
      return .object([
        ("startLine", .integer(line)), ("startColumn", column.map(JSONValue.integer)),
      ])
    }
    // GitHub neither shows results without a line nor recognizes them in the next run.
    let offset = finding.byteOffset.flatMap { $0 < 0 ? nil : JSONValue.integer($0) }
    return .object([("startLine", .integer(1)), ("byteOffset", offset)])
  }
}
