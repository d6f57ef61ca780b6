import BundlePreflight
import FoundationEssentials

extension ReportSubject {
  /// The subject of a check on this machine: the folder's name, the commit that Git has out, the
  /// time in UTC.
  static func checked(_ report: PreflightReport) -> ReportSubject {
    let folder = FileManager.default.currentDirectoryPath
    let input = report.inputs.count == 1 ? report.inputs[0].path : "."
    let path = input == "." ? folder : input
    let name = path.split(separator: "/").last.map(String.init) ?? path
    // A folder elsewhere has a commit of its own; an archive has none.
    let place = report.inputs.contains { $0.path.hasPrefix("/") || $0.path.hasPrefix("..") }
    let words = ["git", "--no-optional-locks", "describe", "--always", "--dirty", "--exclude=*"]
    let commit = place ? nil : Git.run(words).flatMap { $0.status == 0 ? $0.output : nil }
    let date = Date.now.formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(
        includingFractionalSeconds: false))
    return ReportSubject(
      name: name, revision: commit.map { text(ofCommit: $0.filter { !$0.isNewline }) },
      date: date + " UTC")
  }

  /// What was checked is not the commit where files have changed since.
  private static func text(ofCommit name: String) -> String {
    let mark = "-dirty"
    guard name.hasSuffix(mark) else { return "commit " + name }
    return "commit \(name.dropLast(mark.count)) and changes that are not committed"
  }
}
