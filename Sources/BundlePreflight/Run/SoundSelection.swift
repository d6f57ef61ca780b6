/// The choice of the files of an input that are examined as sounds, and of the depth.
struct SoundSelection {
  enum Depth: Hashable {
    /// All rules.
    case full
    /// Only the container's header: for files that may not be alert sounds at all.
    case header
  }

  private let input: PreflightInput
  /// Sounds at the top of a bundle, where the system finds them.
  private let shippedOnApple: Set<TreePath>
  /// Sounds in folders of a bundle: an app may play them itself.
  private let shippedInFolders: Set<TreePath>
  private let shippedOnAndroid: Set<TreePath>
  /// The folders of projects for both platforms of which it is not known what Android gets.
  private let openToAndroid: [TreePath]

  init(_ input: PreflightInput) {
    self.input = input
    let bundles = input.projects.flatMap(\.bundles)
    let apple = bundles.filter { $0.platform == .apple && $0.role != .tests }.flatMap(\.sounds)
    shippedOnApple = Set(apple.filter { !$0.name.contains("/") }.map(\.file))
    shippedInFolders = Set(apple.filter { $0.name.contains("/") }.map(\.file))
    shippedOnAndroid = Set(
      bundles.filter { $0.platform == .android }.flatMap(\.sounds).map(\.file))
    openToAndroid = input.projects.filter { project in
      project.kind.isForBoth && !project.bundles.contains { $0.platform == .android }
    }.map(\.root)
  }

  /// The depth of the examination; nil for a sound that no device gets.
  func depth(of file: TreePath) -> Depth? {
    guard !input.isSingleFile else { return .full }
    let isAlertSound = file.isAlertSound
    if shippedOnApple.contains(file) { return isAlertSound ? .full : .header }
    if shippedInFolders.contains(file) || shippedOnAndroid.contains(file) { return .header }
    guard !input.knowsBundles else { return nil }
    return isAlertSound ? .full : .header
  }

  /// Whether findings about `file` are reported, if it is an alert sound.
  /// - Parameter isAsked: whether a reference asks an Apple device for a sound of this name, or
  ///   settings list it for notifications.
  func tells(_ file: TreePath, isAsked: (TreePath) -> Bool) -> Bool {
    if input.isSingleFile { return true }
    let isFound = shippedOnApple.contains(file) || !input.knowsBundles
    if isFound, file.isAlertSound { return true }
    if !isFound, !shippedInFolders.contains(file) { return false }
    return isAsked(file)
  }

  /// Whether the file is also shipped to Android, or may be: a fix must not take it away from there.
  func isShared(_ file: TreePath) -> Bool {
    if shippedOnAndroid.contains(file) || AndroidReader.isRawResource(file) { return true }
    guard !shippedOnApple.contains(file), !shippedInFolders.contains(file) else { return false }
    return openToAndroid.contains(where: file.isBelow)
  }
}

extension ProjectKind {
  /// Whether such a project is built for Apple's devices and for Android.
  fileprivate var isForBoth: Bool {
    switch self {
    case .expo, .reactNative, .flutter, .capacitor, .cordova, .nativeScript, .kotlin, .dotNet,
      .unity:
      true
    case .xcode, .swiftPM, .android, .xcodeGen, .tuist, .bazel, .cocoaPods, .appBundle, .folder:
      false
    }
  }
}
