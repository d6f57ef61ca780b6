/// The folder in which an Android app's sounds belong, as people are told it.
struct RawFolder {
  private let project: Project?

  /// - Parameter project: the project that ships to Android; nil if it is not known.
  init(_ project: Project?) { self.project = project }

  /// Where a sound is to be added.
  var text: String {
    let folders = bundle?.sounds.map(\.file.folder) ?? []
    return folders.first(where: Self.isPlain)?.text ?? standard
  }

  /// Where a sound in a folder that is not read belongs.
  func text(insteadOf stray: TreePath) -> String {
    let parts = stray.folder.parts
    guard let end = parts.lastIndex(of: "res") else { return text }
    let folder = TreePath(parts[..<end].joined(separator: "/"))
    let root = stray.text.hasPrefix("/") ? "/" : ""
    let set = folder.folder.name == "src" ? "" : "/src/main"
    return root + folder.text + set + "/res/raw"
  }

  private var bundle: SoundBundle? { project?.bundles.first { $0.platform == .android } }

  private static func isPlain(_ folder: TreePath) -> Bool {
    folder.name == "raw" && folder.folder.name == "res"
  }

  /// The folder that new projects of the kind have.
  private var standard: String {
    guard let project else { return "app/src/main/res/raw" }
    func below(_ path: String) -> String { project.root.appending(path).text }
    switch project.kind {
    case .flutter, .reactNative, .capacitor: return below("android/app/src/main/res/raw")
    case .nativeScript: return below("App_Resources/Android/src/main/res/raw")
    case .dotNet: return below("Platforms/Android/Resources/raw")
    default: break
    }
    let module = bundle?.name ?? "app"
    if module == "app", project.root.name != "app", project.kind == .android {
      return below("app/src/main/res/raw")
    }
    return "res/raw of the module \(printed(module))"
  }
}
