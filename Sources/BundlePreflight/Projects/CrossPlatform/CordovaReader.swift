import AlertSounds

/// Reads the resource files that a Cordova project's `config.xml` puts into its apps.
struct CordovaReader {
  private let files: ProjectFiles
  private let root: TreePath
  private let file: TreePath
  private var findings: [TreeFinding] = []

  static func project(
    at root: TreePath, in files: ProjectFiles, natives: inout NativeProjects
  ) -> Project? {
    let file = root.appending("config.xml")
    guard let bytes = files.settings(at: file) else { return nil }
    do throws(TextError) {
      let widget = try XMLElement.document(bytes)
      // Many programs have a file of this name.
      guard widget.name == "widget" else { return nil }
      let parts = natives.take(["platforms"], below: root)
      var reader = CordovaReader(files: files, root: root, file: file)
      let bundles = reader.bundles(of: widget, parts: parts.bundles)
      // Files that are listed for all platforms were looked up once for each platform.
      return Project(
        kind: .cordova, root: root, bundles: bundles,
        findings: parts.findings + reader.findings.withoutRepeats())
    } catch {
      guard String(decoding: bytes, as: UTF8.self).contains("<widget") else { return nil }
      let parts = natives.take(["platforms"], below: root)
      return Project(
        kind: .cordova, root: root, bundles: parts.bundles,
        findings: parts.findings + [Rule.unreadable(file, error)])
    }
  }

  private init(files: ProjectFiles, root: TreePath, file: TreePath) {
    self.files = files
    self.root = root
    self.file = file
  }

  private mutating func bundles(of widget: XMLElement, parts: [SoundBundle]) -> [SoundBundle] {
    let name = widget.children.first { $0.name == "name" }?.text.trimmed ?? ""
    let platforms = widget.children.filter { $0.name == "platform" }
    var bundles = parts
    for (platform, label) in [(SoundBundle.Platform.apple, "ios"), (.android, "android")] {
      let own = platforms.filter { $0["name"]?.value == label }
      guard !own.isEmpty || platforms.isEmpty else { continue }
      let listed = (own.flatMap(\.children) + widget.children).filter { $0.name == "resource-file" }
      let sounds = listed.compactMap { sound($0, for: platform) }
      bundles = bundles.adding(
        sounds.withoutRepeats(), for: platform, named: name.isEmpty ? "App" : name)
    }
    return bundles
  }

  private mutating func sound(
    _ element: XMLElement, for platform: SoundBundle.Platform
  ) -> ShippedSound? {
    guard let source = element["src"], let path = root.resolving(source.value) else { return nil }
    let target = element["target"]?.value ?? source.value
    guard path.isSound || SoundFileName.isSound(target) else { return nil }
    guard
      let found = files.listedSound(
        path, as: target.fileName, or: "remove the resource-file", in: file,
        line: source.line, column: source.column, &findings)
    else { return nil }
    switch platform {
    // The file becomes a member of Xcode's project, without the folders of its path.
    case .apple: return ShippedSound(file: found, name: target.fileName)
    case .android:
      let folder = TreePath(target).folder
      guard AndroidReader.isRaw(folder.name), folder.folder.name == "res" else { return nil }
      return ShippedSound(file: found, name: target.fileStem)
    }
  }
}

extension String {
  /// Without space around it.
  fileprivate var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
