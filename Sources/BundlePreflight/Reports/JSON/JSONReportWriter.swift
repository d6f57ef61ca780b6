import AlertSounds

/// Tocsin's own JSON: `Documentation/preflight-report.schema.json` describes it.
struct JSONReportWriter: ReportWriter {
  /// The version of the format; it increases with each incompatible change.
  static let version = 1

  let toolVersion: String

  func write(_ report: PreflightReport, to output: inout some TextOutputStream) {
    let tool = JSONValue.object([("name", "tocsin"), ("version", .string(toolVersion))])
    output.write("{\n  \"version\": \(Self.version),\n  \"tool\": ")
    tool.write(to: &output)
    output.write(",\n  \"summary\": ")
    ReportSummary(report).json.write(to: &output)
    output.write(",\n  \"inputs\": ")
    JSONValue.writeLines(of: report.inputs.lazy.map(\.json), to: &output, indentation: "  ")
    output.write(",\n  \"sounds\": ")
    JSONValue.writeLines(of: report.sounds.lazy.map(\.json), to: &output, indentation: "  ")
    output.write(",\n  \"places\": ")
    JSONValue.writeLines(
      of: report.askingPlaces.lazy.map(\.json), to: &output, indentation: "  ")
    output.write(",\n  \"findings\": ")
    let findings = report.findingsByFile.lazy.flatMap(\.findings)
    JSONValue.writeLines(of: findings.map(\.json), to: &output, indentation: "  ")
    output.write("\n}\n")
  }
}

extension ReportSummary {
  fileprivate var json: JSONValue {
    .object([
      ("sounds", .integer(soundCount)), ("errors", .integer(errorCount)),
      ("warnings", .integer(warningCount)), ("notes", .integer(noteCount)),
      ("baseline", .integer(baselineCount)), ("places", .integer(askingCount)),
      ("unfollowed", .integer(unfollowedCount)),
    ])
  }
}

extension PreflightReport.Input {
  fileprivate var json: JSONValue { .object([("path", .string(path)), ("kind", .string(kind))]) }
}

extension PreflightFinding {
  fileprivate var json: JSONValue {
    .object([
      ("file", .string(file)), ("line", line.map(JSONValue.integer)),
      ("column", column.map(JSONValue.integer)),
      ("byteOffset", finding.byteOffset.map(JSONValue.integer)), ("rule", .string(finding.rule)),
      ("severity", .string(finding.severity.rawValue)), ("message", .string(finding.message)),
      ("fix", finding.fix?.text.map(JSONValue.string)),
    ])
  }
}

extension AskingPlace {
  fileprivate var json: JSONValue {
    .object([
      ("file", .string(file)), ("line", .integer(line)), ("column", .integer(column)),
      ("names", .array(names.map(JSONValue.string))),
    ])
  }
}

extension PreflightSound {
  fileprivate var json: JSONValue {
    .object([
      ("file", .string(file)), ("bundles", .array(bundles.map(JSONValue.string))),
      ("byteCount", .integer(byteCount)), ("container", container.map(JSONValue.string)),
      ("dataFormat", dataFormat.map(JSONValue.string)), ("duration", finite(duration)),
      ("measurements", measurements?.json),
    ])
  }
}

extension SoundMeasurements {
  fileprivate var json: JSONValue {
    .object([
      ("loudness", loudness?.json), ("truePeak", finite(truePeak)),
      ("samplePeak", finite(samplePeak)), ("clippedRunCount", .integer(clippedRunCount)),
      ("leadingSilence", finite(leadingSilence)), ("trailingSilence", finite(trailingSilence)),
      ("dcOffset", finite(dcOffset)), ("isSilent", .boolean(isSilent)),
      (
        "waveform",
        .array(
          waveform.map { .array([.integer(Int($0.lowest)), .integer(Int($0.highest))]) })
      ),
    ])
  }
}

extension SoundMeasurements.Loudness {
  fileprivate var json: JSONValue? {
    guard value.isFinite else { return nil }
    return .object([("value", .number(value)), ("method", .string(method.rawValue))])
  }
}

/// JSON does not have infinity, so a value that is not finite is left out.
private func finite(_ value: Double?) -> JSONValue? {
  value.flatMap { $0.isFinite ? .number($0) : nil }
}
