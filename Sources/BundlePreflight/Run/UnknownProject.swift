import AlertSounds

/// Reports an input that is not a known project: without this, a run without findings would look
/// like one without faults. Another input of the same run may have what this one lacks.
struct UnknownProject {
  private let input: PreflightInput
  private let isAsked: Bool
  /// Whether another input shows what an app ships.
  private let isShippedElsewhere: Bool
  /// Whether another input has a sound.
  private let hasSoundsElsewhere: Bool

  /// - Parameter others: the other inputs of the run.
  init(_ survey: Survey, besides others: [PreflightInput] = []) {
    input = survey.input
    isAsked = !survey.scan.references.isEmpty || !survey.scan.unfollowed.isEmpty
    isShippedElsewhere = others.contains(where: \.knowsBundles)
    hasSoundsElsewhere = others.contains { !$0.soundFiles.isEmpty }
  }

  /// The findings about all inputs of a run.
  static func findings(_ surveys: [Survey]) -> [PreflightFinding] {
    surveys.indices.flatMap { index in
      let others = surveys.indices.filter { $0 != index }.map { surveys[$0].input }
      return UnknownProject(surveys[index], besides: others).findings()
    }
  }

  func findings() -> [PreflightFinding] {
    guard !input.isSingleFile, input.findings.isEmpty, let (message, fix) = problem else {
      return []
    }
    return [
      PreflightFinding(Rule.projectUnknown.finding(message, fix: fix), file: input.path)
    ]
  }

  private var problem: (message: String, fix: Fix)? {
    let build: Fix = "check the generated project, or what was built"
    if input.files.isEmpty { return ("there are no files here", "name the folder of the app") }
    if hasShortNames {
      return (
        "the package's resources have short names: which of them are sounds is not known", build
      )
    }
    guard isAboutSounds else { return nil }
    if input.projects.isEmpty {
      if let kind = foreignKind() {
        return ("this looks like \(kind), and what it ships could not be read", build)
      }
      let app: Fix = "add the app's folder: tocsin preflight . ../app"
      // Sounds and payloads without a project are checked as they are.
      let hasSounds = !input.soundFiles.isEmpty
      if isAsked, !hasSounds, !hasSources {
        guard !isShippedElsewhere, !hasSoundsElsewhere else { return nil }
        return (
          "sounds are asked for, and neither a project nor a sound is here to look for them", app
        )
      }
      guard hasSources || !hasSounds, !isShippedElsewhere else { return nil }
      return ("no app project here, so missing sounds cannot be found", app)
    }
    if isGenerated {
      return ("the Xcode project is not here: what the app ships is not known", build)
    }
    return nil
  }

  /// Whether anything here is a sound, or names one.
  private var isAboutSounds: Bool {
    isAsked || input.files.contains { $0.path.isSound || ScannedFiles.isPayload($0.path) }
  }

  /// Whether there are sources of an app, judged by their language: C# is mostly a server's.
  private var hasSources: Bool {
    input.files.contains { file in
      ReferenceScan.isSource(file.path) && file.path.suffix != "cs"
    }
  }

  /// The kind of an unsupported project, judged by file names.
  private func foreignKind() -> String? {
    for file in input.files where !SkippedFolders.contain(file.path) {
      let name = file.path.name
      if let kind = Self.kinds[name] ?? Self.kindsBySuffix[file.path.suffix] { return kind }
    }
    return nil
  }

  private static let kinds = [
    "MODULE.bazel": "a Bazel workspace", "WORKSPACE.bazel": "a Bazel workspace",
    "Project.swift": "a Tuist project that is made by helpers, without its Xcode project",
    "project.yml": "an XcodeGen project without its Xcode project",
  ]
  private static let kindsBySuffix = ["uproject": "an Unreal project"]

  /// Tuist and XcodeGen generate the Xcode project, which many developers keep out of Git.
  private var isGenerated: Bool {
    guard !input.projects.contains(where: { $0.kind != .swiftPM }) else { return false }
    return input.files.contains { file in
      let name = file.path.name
      return name == "Project.swift" || name == "project.yml" && !SkippedFolders.contain(file.path)
    }
  }

  /// Release packages have `res/Gh4.xml` in place of `res/raw/ding.xml`.
  private var hasShortNames: Bool {
    guard input.projects.contains(where: { $0.kind == .android && $0.root.isEmpty }),
      input.files.contains(where: { $0.path == "resources.arsc" })
    else { return false }
    let hasSounds = input.projects.contains { $0.bundles.contains { !$0.sounds.isEmpty } }
    let table = input.tree.contents(of: "resources.arsc")
    guard !hasSounds, table.flatMap(AndroidResourceTable.init) == nil else { return false }
    let resources = input.files.filter { $0.path.text.hasPrefix("res/") }
    return !resources.isEmpty && resources.allSatisfy { $0.path.folder == "res" }
  }
}
