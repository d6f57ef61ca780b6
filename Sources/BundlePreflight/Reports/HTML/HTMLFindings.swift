import AlertSounds
import Files

/// Findings as a list, each with its rule, its place and its fix.
struct HTMLFindings {
  let pages: HTMLRulePages

  func write(_ findings: [PreflightFinding], to output: inout some TextOutputStream) {
    output.write("<ul class=\"findings\">\n")
    for finding in findings { write(finding, to: &output) }
    output.write("</ul>\n")
  }

  private func write(_ finding: PreflightFinding, to output: inout some TextOutputStream) {
    let what = finding.finding
    let severity = what.severity.rawValue
    output.write("<li class=\"\(severity)\">\(HTMLIcon.of(severity))<div><p>")
    output.write("<b class=\"severity\">\(severity)</b> <bdi>\(htmlText(what.message))</bdi> ")
    if let place = finding.htmlPlace { output.write("<span class=\"place\">\(place)</span> ") }
    output.write(pages.link(to: what.rule) + "</p>")
    if let step = what.fix?.step { write(step, to: &output) }
    output.write("</div></li>\n")
  }

  private func write(_ step: Fix.Step, to output: inout some TextOutputStream) {
    output.write("<p class=\"fix\"><span>Fix</span> ")
    guard case .command(let command, let purpose) = step else {
      return output.write("<bdi>\(htmlText(step.text))</bdi> </p>")
    }
    if !purpose.isEmpty { output.write("<bdi>\(htmlText(purpose)):</bdi> ") }
    output.write("<code><bdi>\(htmlText(command.text))</bdi></code> ")
    output.write("<button type=\"button\" class=\"copy\">Copy</button></p>")
  }

  /// The attribute by which findings are filtered by their rules.
  static func rules(_ findings: [PreflightFinding]) -> String {
    let rules = findings.map(\.finding.rule).withoutRepeats()
    return " data-rules=\"\(rules.map(htmlText).joined(separator: " "))\""
  }

  /// A file's name after its folders, which are less prominent.
  static func path(_ file: String) -> String {
    let bytes = Array(file.utf8)
    let cut = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    // A long path may be broken after a slash.
    let folder = htmlText(String(decoding: bytes[..<cut], as: UTF8.self))
      .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "/<wbr>")
    let name = htmlText(String(decoding: bytes[cut...], as: UTF8.self))
    return "<span class=\"path\"><bdi class=\"folder\">\(folder)</bdi>"
      + "<bdi class=\"name\">\(name)</bdi></span>"
  }
}

extension PreflightFinding {
  fileprivate var htmlPlace: String? {
    if let line { return "line \(line)" + (column.map { ", column \($0)" } ?? "") }
    return finding.byteOffset.map { "byte \($0)" }
  }
}
