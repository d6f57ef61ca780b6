/// Reads which sounds an Android project has among its raw resources.
enum AndroidReader {
  static let buildFiles = ["build.gradle", "build.gradle.kts"]

  /// A Gradle module with resources.
  private struct Module {
    let folder: TreePath
    let isApplication: Bool
    var sounds: [ShippedSound]
  }

  /// The project whose modules are below `root`; nil if there is none.
  ///
  /// Only Gradle knows whether an app depends on a library next to it, so each app counts as having
  /// the resources of all libraries.
  static func project(below root: TreePath, in files: ProjectFiles) -> Project? {
    let modules = modules(below: root, in: files)
    let applications = modules.filter(\.isApplication)
    let libraries = modules.filter { !$0.isApplication }
    guard !applications.isEmpty || libraries.contains(where: { !$0.sounds.isEmpty }) else {
      return nil
    }
    let bundles =
      applications.isEmpty
      ? libraries.filter { !$0.sounds.isEmpty }.map { bundle($0, .module, $0.sounds) }
      : applications.map { bundle($0, .app, $0.sounds + libraries.flatMap(\.sounds)) }
    var project = Project(kind: .android, root: root, bundles: bundles)
    let words = applications.flatMap { settings(ofModuleIn: $0.folder, in: files) }
    project.packages = Set(
      words.filter { ["applicationId", "namespace"].contains($0.name) }.map(\.value))
    project.targetSDK = words.filter { $0.name.hasPrefix("targetSdk") }
      .compactMap { Int($0.value) }.min()
    // Without a sound of its own, an app's pushes sound alike in any channel.
    if !project.bundles.allSatisfy(\.sounds.isEmpty) {
      project.defaultChannels = DefaultChannels(below: root, in: files).uses
    }
    project.shrinking = applications.lazy.compactMap { shrinking($0.folder, in: files) }.first
    if project.shrinking != nil {
      project.shrinking?.kept = keptSounds(below: root, in: files)
      project.shrinking?.named = named(below: root, in: files)
    }
    return project
  }

  /// The words of a module's build files, each with the next one: `applicationId "com.example.bells"`,
  /// `targetSdk = 34`.
  private static func settings(
    ofModuleIn folder: TreePath, in files: ProjectFiles
  ) -> [(name: String, value: String)] {
    let names: Set<Substring> = ["applicationId", "namespace", "targetSdkVersion", "targetSdk"]
    return builds(of: folder, in: files).flatMap { build in
      let text = String(decoding: files.settings(at: build) ?? [], as: UTF8.self)
      let words = text.split { " \t\n\r=(){}\"'".contains($0) }
      return zip(words, words.dropFirst()).filter { word, _ in names.contains(word) }
        .map { (String($0), String($1)) }
    }
  }

  /// The place in a module's build file that makes release builds take out resources.
  private static func shrinking(_ folder: TreePath, in files: ProjectFiles) -> ResourceShrinking? {
    // Of two build files, Gradle takes the first.
    builds(of: folder, in: files).first.flatMap { build in
      ResourceShrinker(
        files.settings(at: build) ?? [], of: build,
        properties: files.settings(at: folder.folder.appending("gradle.properties")) ?? []
      ).place
    }
  }

  /// The raw resources in the lists `tools:keep` of resource files, and those that the build keeps by
  /// itself.
  private static func keptSounds(below root: TreePath, in files: ProjectFiles) -> Set<String> {
    let lists = files.paths(below: root).filter { mayKeepSounds($0) && !SkippedFolders.contain($0) }
      .compactMap { files.settings(at: $0) }.filter { $0.contains(bytesOf: "tools:") }
      .compactMap { try? XMLElement.document($0) }
    let isStrict = lists.contains { $0["tools:shrinkMode"]?.value == "strict" }
    return Set(lists.flatMap(keptSounds)).union(isStrict ? [] : guessed)
  }

  /// `tools:keep="@raw/ding,@raw/bell_*"`.
  private static func keptSounds(_ list: XMLElement) -> [String] {
    (list["tools:keep"]?.value ?? "").split { $0 == "," || $0.isWhitespace }
      .filter { $0.hasPrefix("@raw/") }.map { String($0.dropFirst("@raw/".count)) }
  }

  /// Unless it is strict, Android's shrinker keeps what begins with a text of the compiled code, if
  /// that looks resources up by names (its `PossibleResourcesMarker`). What posts notifications, or
  /// schedules them, has the names of these services in it (`Context.NOTIFICATION_SERVICE`,
  /// `ALARM_SERVICE`).
  private static let guessed: Set<String> = ["notification*", "alarm*"]

  /// The raw resources that manifests, values and settings name: `@raw/ding`.
  private static func named(below root: TreePath, in files: ProjectFiles) -> Set<String> {
    var names: Set<String> = []
    for path in files.paths(below: root) where mayName(path) && !SkippedFolders.contain(path) {
      let text = files.settings(at: path) ?? []
      guard text.contains(bytesOf: "@raw/") else { continue }
      for part in String(decoding: text, as: UTF8.self).components(after: "@raw/") {
        names.insert(String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
      }
    }
    return names
  }

  private static func mayName(_ path: TreePath) -> Bool {
    guard path.suffix == "xml" else { return false }
    let folder = path.folder.name
    return path.name == "AndroidManifest.xml"
      || path.text.contains("/res/") && (folder.hasPrefix("values") || folder.hasPrefix("xml"))
  }

  /// Whether a file may list the resources that a build keeps: XML among raw resources.
  static func mayKeepSounds(_ path: TreePath) -> Bool {
    path.suffix == "xml" && path.text.contains("/res/") && isRaw(path.folder.name)
  }

  private static func builds(of folder: TreePath, in files: ProjectFiles) -> [TreePath] {
    buildFiles.map(folder.appending).filter(files.contains)
  }

  /// The folder of the Gradle build that the module in `folder` belongs to.
  static func root(ofModuleIn folder: TreePath, in files: ProjectFiles) -> TreePath {
    var current = folder
    while true {
      if ["settings.gradle", "settings.gradle.kts"].contains(where: {
        files.contains(current.appending($0))
      }) {
        return current
      }
      guard !current.isEmpty else { return folder }
      current = current.folder
    }
  }

  /// The module that a resource at `path` belongs to; nil if it is not a raw resource of an app.
  static func module(ofResource path: TreePath) -> TreePath? {
    let parts = path.parts
    // …/src/main/res/raw-de/ding.mp3
    guard parts.count >= 5, isRaw(parts[parts.count - 2]), parts[parts.count - 3] == "res",
      parts[parts.count - 5] == "src"
    else { return nil }
    let sourceSet = parts[parts.count - 4].lowercased()
    guard !sourceSet.hasPrefix("test"), !sourceSet.hasPrefix("androidtest") else { return nil }
    return TreePath(parts.dropLast(5).joined(separator: "/"))
  }

  /// Whether a folder of resources holds raw files: `raw`, or `raw-de` for some devices.
  static func isRaw(_ folder: some StringProtocol) -> Bool {
    folder == "raw" || folder.hasPrefix("raw-")
  }

  /// Whether a file lies among raw resources, as Gradle and .NET have them, whatever project it
  /// belongs to.
  static func isRawResource(_ path: TreePath) -> Bool {
    let folders = path.folder.parts
    guard let last = folders.last, isRaw(last) else { return false }
    return ["res", "Resources"].contains(folders.dropLast().last)
  }

  private static func modules(below root: TreePath, in files: ProjectFiles) -> [Module] {
    var modules: [TreePath: Module] = [:]
    func module(_ folder: TreePath) -> Module {
      modules[folder]
        ?? Module(folder: folder, isApplication: isApplication(folder, in: files), sounds: [])
    }
    for path in files.paths(below: root)
    where buildFiles.contains(path.name) && !SkippedFolders.contain(path) {
      let folder = path.folder
      if isApplication(folder, in: files) { modules[folder] = module(folder) }
    }
    for path in files.sounds(below: root) where !SkippedFolders.contain(path) {
      guard let folder = Self.module(ofResource: path) else { continue }
      var owner = module(folder)
      owner.sounds.append(ShippedSound(file: path, name: path.stem))
      modules[folder] = owner
    }
    return modules.values.sorted { $0.folder < $1.folder }
  }

  /// Whether a module builds an app: its build file applies the plug-in for apps, directly or
  /// through an alias. Without a build file, a module called `app` counts as one.
  private static func isApplication(_ folder: TreePath, in files: ProjectFiles) -> Bool {
    let builds = builds(of: folder, in: files)
    guard !builds.isEmpty else { return folder.isEmpty || folder.name == "app" }
    var aliases: [String]?
    return builds.contains { build in
      (files.settings(at: build) ?? []).split(separator: UInt8(ascii: "\n")).contains { line in
        // A root build declares the plug-in for its modules.
        guard !line.contains(bytesOf: "apply false"), !line.contains(bytesOf: "apply(false)") else {
          return false
        }
        if line.contains(bytesOf: "com.android.application")
          || line.contains(bytesOf: "android.application)")
        {
          return true
        }
        guard line.contains(bytesOf: "alias(") else { return false }
        aliases = aliases ?? self.aliases(for: folder, in: files)
        let text = String(decoding: line, as: UTF8.self)
        return aliases?.contains { text.contains("libs.plugins.\($0))") } == true
      }
    }
  }

  /// The aliases by which builds below the same root apply the plug-in for apps, from Gradle's
  /// version catalogue: `android-application` is `android.application` in a build.
  private static func aliases(for folder: TreePath, in files: ProjectFiles) -> [String] {
    let catalogue = root(ofModuleIn: folder, in: files).appending("gradle/libs.versions.toml")
    guard let bytes = files.settings(at: catalogue) else { return ["android"] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard line.contains("\"com.android.application"), let end = line.firstIndex(of: "=") else {
        return nil
      }
      let name = line[..<end].filter { !$0.isWhitespace && $0 != "\"" }
      return String(name.map { "-_".contains($0) ? "." : $0 })
    }
  }

  private static func bundle(
    _ module: Module, _ role: SoundBundle.Role, _ sounds: [ShippedSound]
  ) -> SoundBundle {
    let name = module.folder.name
    return SoundBundle(
      name: name.isEmpty ? "app" : name, platform: .android, role: role, sounds: sounds)
  }
}

extension String {
  /// The texts after each place of `mark`.
  fileprivate func components(after mark: String) -> ArraySlice<Substring> {
    split(separator: mark, omittingEmptySubsequences: false).dropFirst()
  }
}
