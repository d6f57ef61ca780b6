/// Reads which channels an Android app names in its manifests for pushes that name none.
///
/// Firebase shows such a push in a channel of its own, with the default sound, where no code makes the
/// named one (firebase.google.com, "Edit your app manifest").
struct DefaultChannels {
  private let root: TreePath
  private let files: ProjectFiles

  private static let key = "com.google.firebase.messaging.default_notification_channel_id"

  /// Firebase and Expo have settings for the icon and the colour of a push, and none for its sound.
  private static let ignoredKeys: Set<String> = [
    "com.google.firebase.messaging.default_notification_sound",
    "expo.modules.notifications.default_notification_sound",
  ]

  init(below root: TreePath, in files: ProjectFiles) {
    self.root = root
    self.files = files
  }

  /// The channels, with their places.
  var uses: [ChannelUse] {
    files.paths(below: root).filter { path in
      path.name == "AndroidManifest.xml" && !SkippedFolders.contain(path)
    }.flatMap(uses)
  }

  private func uses(in manifest: TreePath) -> [ChannelUse] {
    guard let bytes = files.settings(at: manifest),
      bytes.contains(bytesOf: "fault_notification_"),
      let root = try? XMLElement.document(bytes)
    else { return [] }
    return root.children.filter { $0.name == "application" }.flatMap(\.children).compactMap {
      data in
      guard data.name == "meta-data", let name = data["android:name"] else { return nil }
      if Self.ignoredKeys.contains(name.value) {
        return use(of: name.value, .ignored, at: name, in: manifest)
      }
      guard name.value == Self.key, let value = data["android:value"] else { return nil }
      let identifier = identifier(value.value, in: manifest.folder)
      var use = use(of: identifier ?? value.value, .pushed, at: value, in: manifest)
      use.isConstant = identifier == nil
      return use
    }
  }

  private func use(
    of identifier: String, _ role: ChannelUse.Role, at place: XMLElement.Attribute,
    in manifest: TreePath
  ) -> ChannelUse {
    ChannelUse(
      identifier: identifier, role: role, sound: .unknown, isCertain: true, file: manifest,
      line: place.line, column: place.column)
  }

  /// The text of a value, also of one among the resources: `@string/channel`.
  private func identifier(_ value: String, in folder: TreePath) -> String? {
    let reference = "@string/"
    guard value.hasPrefix(reference) else { return value.contains("$") ? nil : value }
    let strings = folder.appending("res/values/strings.xml")
    guard let bytes = files.settings(at: strings), let root = try? XMLElement.document(bytes) else {
      return nil
    }
    let name = value.dropFirst(reference.count)
    return root.children.first { $0["name"]?.value == String(name) }?.text
  }
}
