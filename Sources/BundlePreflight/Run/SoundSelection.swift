/// Which files of an input are looked at as sounds, and how closely.
struct SoundSelection {
  enum Depth: Hashable {
    /// All rules.
    case full
    /// What the container says: for files that may not be alert sounds at all.
    case header
  }

  private let input: PreflightInput
  private let shippedOnApple: Set<String>
  private let shippedOnAndroid: Set<String>
  private let testFiles: Set<String>

  init(_ input: PreflightInput) {
    self.input = input
    func files(_ isWanted: (SoundBundle) -> Bool) -> Set<String> {
      let bundles = input.projects.flatMap(\.bundles).filter(isWanted)
      return Set(bundles.flatMap(\.sounds).map(\.file))
    }
    shippedOnApple = files { $0.platform == .apple && $0.role != .tests }
    shippedOnAndroid = files { $0.platform == .android }
    testFiles = files { $0.role == .tests }
  }

  /// nil for a file that is no sound, or that no device gets.
  func depth(of file: String) -> Depth? {
    guard !input.isSingleFile else { return .full }
    guard SoundFileName.isSound(file) else { return nil }
    let isAlertSound = SoundFileName.isAlertSound(file)
    if shippedOnApple.contains(file) { return isAlertSound ? .full : .header }
    if shippedOnAndroid.contains(file) { return .header }
    guard !input.knowsBundles else { return nil }
    return isAlertSound ? .full : .header
  }

  /// Whether what was found out about `file` is told.
  /// - Parameter isAsked: whether something asks for a sound of this name.
  func tells(_ file: String, isAsked: (String) -> Bool) -> Bool {
    if input.isSingleFile { return true }
    if shippedOnAndroid.contains(file), !shippedOnApple.contains(file) { return false }
    if SoundFileName.isAlertSound(file) { return true }
    return isAsked(TreePath.lastPart(file)) || isListedForNotifications(file)
  }

  /// Expo's plug-in lists nothing but the sounds of notifications.
  private func isListedForNotifications(_ file: String) -> Bool {
    input.projects.contains { project in
      project.kind == .expo
        && project.bundles.contains { $0.sounds.contains { $0.file == file } }
    }
  }
}
