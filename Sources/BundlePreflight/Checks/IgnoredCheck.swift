import AlertSounds

/// Checks that Git keeps the sounds that projects ship: what it leaves out, nobody else who builds the
/// app has.
struct IgnoredCheck {
  private let files: [String]

  /// - Parameter files: sounds of projects, under the paths that people see.
  init(_ files: [String]) { self.files = files }

  /// Native projects that tools make anew keep nothing that somebody has to keep.
  private static let made: Set<String> = ["ios", "android", "macos", "platforms", "build"]

  func findings() -> [PreflightFinding] {
    let places = Dictionary(files.map { (AbsolutePath.of($0), $0) }) { first, _ in first }
    var repositories: [String: (repository: GitIgnored, files: [String])] = [:]
    for (folder, files) in Dictionary(grouping: places.keys, by: TreePath.folder) {
      guard let repository = GitIgnored(around: folder) else { continue }
      repositories[repository.root, default: (repository, [])].files += files
    }
    return repositories.values.flatMap { repository, files in
      var repository = repository
      return repository.reasons(for: files).filter { !Self.made.contains($0.value.matched) }
        .map { file, reason in
          let place = places[file] ?? file
          return PreflightRule.soundIgnored.finding(
            "Git leaves it out, by \(printed(reason.pattern)) in line \(reason.line) of "
              + "\(printed(reason.file)): who clones the project does not have it",
            fix: "git add -f \(shellWord(place))", file: place)
        }
    }
  }
}
