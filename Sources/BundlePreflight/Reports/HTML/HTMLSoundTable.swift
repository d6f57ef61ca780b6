import AlertSounds
import Files

/// The parts around the rows of sounds: the filter and the column heads.
enum HTMLSoundTable {
  private static let columns = [
    ("index", "Sound"), ("wave", "Waveform"), ("duration", "Duration"), ("loudness", "Loudness"),
    ("peak", "True peak"), ("level", "Findings"),
  ]

  /// - Parameter isInOrder: whether the rows are in the order of names.
  static func writeStart(
    _ report: PreflightReport, _ found: [FileKey: [PreflightFinding]], isInOrder: Bool,
    to output: inout some TextOutputStream
  ) {
    let worst = report.sounds.map { sound in
      (found[FileKey(sound.file)] ?? []).map(\.finding.severity.rank).max().map { $0 + 1 } ?? 0
    }
    output.write(#"<section id="sounds" aria-labelledby="sounds-title">"# + "\n")
    output.write("<h2 id=\"sounds-title\">Sounds</h2>\n")
    let rules = Set(report.findings.map(\.finding.rule)).sorted()
    writeTools(worst, rules, to: &output)
    output.write(
      #"<table role="table" aria-labelledby="sounds-title">"#
        + "\n<thead role=\"rowgroup\"><tr role=\"row\">\n")
    for (key, name) in columns {
      output.write(#"<th role="columnheader" scope="col" class="\#(key)""#)
      output.write(key == "index" && isInOrder ? #" aria-sort="ascending">"# : ">")
      // Waveforms have no order to sort by.
      output.write(
        key == "wave"
          ? "<span>\(name)</span>"
          : #"<button type="button" data-sort="\#(key)">\#(name)</button>"#)
      output.write(key == "duration" ? #"<small class="limit">30 s</small>"# : "")
      output.write("</th>\n")
    }
    output.write("</tr></thead>\n<tbody role=\"rowgroup\">\n")
  }

  static func writeEnd(to output: inout some TextOutputStream) {
    output.write("</tbody>\n</table>\n")
    output.write(#"<p class="empty" hidden>No sound is like that.</p>"# + "\n</section>\n")
  }

  /// A list of rules to filter by; none if there is nothing to choose.
  private static func choice(of rules: [String]) -> String {
    guard rules.count > 1 else { return "" }
    let options = rules.map { "<option>\(htmlText($0))</option>" }.joined()
    return "<label class=\"search\"><span>Rule</span> <select name=\"rule\">"
      + "<option value=\"\">All rules</option>\(options)</select></label>\n"
  }

  private static func writeTools(
    _ worst: [Int], _ rules: [String], to output: inout some TextOutputStream
  ) {
    let choices = [
      (0, "All", worst.count), (2, "With warnings or errors", worst.count { $0 >= 2 }),
      (3, "With errors", worst.count { $0 >= 3 }),
    ]
    output.write(
      #"<form class="tools" role="search"><fieldset><legend>Show sounds</legend>"# + "\n")
    for (level, name, count) in choices {
      output.write(
        #"<label><input type="radio" name="level" value="\#(level)"\#(level == 0 ? " checked" : "")>"#
          + "<span>\(name) <small>\(grouped(count))</small></span></label>\n")
    }
    output.write(
      """
      </fieldset>
      \(choice(of: rules))\
      <label class="search"><span>Name</span> <input type="search" name="name" \
      autocomplete="off" spellcheck="false" placeholder="Filter by name"></label>
      <output name="shown" aria-live="polite"></output></form>
      <noscript><p class="hint">Filtering, sorting and listening need JavaScript.</p></noscript>

      """)
  }
}
