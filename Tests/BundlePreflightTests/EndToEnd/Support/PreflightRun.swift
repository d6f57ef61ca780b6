import AlertSounds
import BundlePreflight
import Foundation
import TestSupport
import Testing

/// Pre-flights fixture projects from disk.
enum PreflightRun {
  /// The findings about `project`, as lines to compare, sorted.
  /// - Parameter pack: what becomes of the written project before it is checked: the path of an
  ///   archive of it, or the project's own.
  static func findings(
    _ project: FixtureProject, as name: String = "Project",
    pack: (PreflightFolder, String) throws -> String = { $1 }
  ) throws -> [String] {
    let folder = try PreflightFolder()
    try project.write(to: name, in: folder)
    let path = folder.folder.path(try pack(folder, name))
    // Also the rules that a run leaves out as long as nobody asks for them.
    var configuration = PreflightConfiguration()
    configuration.choose(only: Set(RuleCatalogue.rules.map(\.identifier)), without: [])
    let report = Preflight(configuration: configuration).run([path])
    return report.findings.map { found in
      // What a finding about the input itself says is left with the input's name.
      let file =
        found.file.hasPrefix(path + "/")
        ? String(found.file.dropFirst(path.count + 1))
        : folder.relative(found.file)
      return Expected.text(
        found.finding.severity, found.kind ?? found.finding.rule, file, found.line)
    }.sorted()
  }

  /// Expects that the clean twin gives nothing at all.
  static func expectClean(
    _ project: FixtureProject, as name: String = "Project",
    pack: (PreflightFolder, String) throws -> String = { $1 }
  ) throws {
    let found = try findings(project, as: name, pack: pack)
    #expect(found == [], "found: \(found)")
  }

  /// Expects that `mistake`, made in `clean`, gives its findings and no other.
  static func expect(
    _ mistake: Mistake, in clean: FixtureProject, as name: String = "Project",
    pack: (PreflightFolder, String) throws -> String = { $1 }
  ) throws {
    let project = try mistake.planted(in: clean)
    let expected = try mistake.findings.map { try $0.text(in: project) }.sorted()
    let found = try findings(project, as: name, pack: pack)
    #expect(found == expected, "\(mistake.name), found: \(found), expected: \(expected)")
  }
}

extension PreflightFolder {
  /// `path` below the folder.
  func relative(_ path: String) -> String {
    let root = folder.url.path + "/"
    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
  }

  /// Packs the folder `name` into the zip archive `archive`, without the folder's own name.
  func zip(_ name: String, as archive: String) throws -> String {
    try python(
      """
      import os, zipfile
      with zipfile.ZipFile('\(archive)', 'w', zipfile.ZIP_DEFLATED) as archive:
          for folder, _, names in os.walk('\(name)'):
              for entry in names:
                  path = os.path.join(folder, entry)
                  archive.write(path, os.path.relpath(path, '\(name)'))
      """)
    return archive
  }
}
