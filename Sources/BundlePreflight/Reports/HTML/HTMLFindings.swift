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
      let (text, command) = Self.parts(of: fix)
      output.write("<p class=\"fix\"><span>Fix</span> ")
      if !text.isEmpty { output.write("<bdi>\(htmlText(text))</bdi> ") }
      if let command {
        output.write("<code><bdi>\(htmlText(command))</bdi></code> ")
        output.write("<button type=\"button\" class=\"copy\">Copy</button>")
      }
      output.write("</p>")
    }
    output.write("</div></li>\n")
  }

  /// The text of a fix, and the command at its end, if any.
  static func parts(of fix: String) -> (text: String, command: String?) {
    let words = fix.split(separator: " ", omittingEmptySubsequences: false)
    let programs: Set<Substring> = ["tocsin", "git", "ffmpeg", "afconvert"]
    guard let start = words.firstIndex(where: programs.contains) else { return (fix, nil) }
    return (
      words[..<start].joined(separator: " "), words[start...].joined(separator: " ")
    )
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
