/// A kind of project that is recognized by the name of one file.
struct ManifestKind: Sendable {
  typealias Reader =
    @Sendable (_ manifest: TreePath, _ files: ProjectFiles, _ natives: inout NativeProjects)
    -> Project?

  /// The names of manifests.
  let names: Set<String>
  /// The suffix of their names, if the names vary.
  var suffix: String?
  /// Whether it generates an Xcode project, which then is only a copy of it.
  var isGenerator = false
  /// The project of a manifest; nil if the file is something else.
  let project: Reader

  /// All kinds of projects.
  static let all = [
    XcodeGenReader.kind, TuistReader.kind, DotNetReader.kind, UnityReader.kind, BazelReader.kind,
    PodspecReader.kind, KotlinReader.kind,
  ]

  private static let byName = Dictionary(
    all.enumerated().flatMap { index, kind in kind.names.map { ($0, index) } }
  ) { first, _ in first }
  private static let bySuffix = all.enumerated().compactMap { index, kind in
    kind.suffix.map { (suffix: $0, index: index) }
  }

  /// The kind whose manifest has this name, as an index of `all`.
  static func index(ofManifest name: String) -> Int? {
    byName[name] ?? bySuffix.first { name.hasSuffix($0.suffix) }?.index
  }
}
