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
    let git = place ? nil : Git()
    let commit = git?.answer(["rev-parse", "--short", "--verify", "--quiet", "HEAD"])
    // A submodule has settings of its own.
    let changes = commit.flatMap { _ in
      git?.answer(["status", "--porcelain", "--untracked-files=no", "--ignore-submodules=all"])
    }
    let date = Date.now.formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(
        includingFractionalSeconds: false))
    return ReportSubject(
      name: name,
      revision: commit.map { name in
        "commit " + name.filter { !$0.isNewline }
          + (changes == "" ? "" : " and changes that are not committed")
      },
      date: date + " UTC")
  }
}
