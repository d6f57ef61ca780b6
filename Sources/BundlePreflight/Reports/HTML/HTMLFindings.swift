import Files
import AlertSounds

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
    if let fix = what.fix {
      output.write("<p class=\"fix\"><span>Fix</span> <code><bdi>\(htmlText(fix))</bdi></code></p>")
    }
    output.write("</div></li>\n")
  }

  /// A file's name with its folders stepping back.
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
