/// A kind of project that the name of one file tells.
struct ManifestKind: Sendable {
  typealias Reader =
    @Sendable (_ manifest: String, _ files: ProjectFiles, _ natives: inout NativeProjects)
    -> Project?

  /// The names of manifests.
  let names: Set<String>
  /// The end of their names, where each has its own.
  var suffix: String?
  /// Whether it makes an Xcode project, which is then no more than a copy of it.
  var isGenerator = false
  /// The project of a manifest; nil where the file is something else.
  let project: Reader

  /// All of them.
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

  /// The kind whose manifest a file of this name is, as a place in `all`.
  static func index(ofManifest name: String) -> Int? {
    byName[name] ?? bySuffix.first { name.hasSuffix($0.suffix) }?.index
  }
}
