import AlertSounds

private typealias Page = PackageResources

/// The rules about projects and archives.
extension Rule {
  static let soundMissing = Rule("sound-missing", .error, page: Page.sound_missing_md)
  static let soundUnfollowed = Rule(
    "sound-unfollowed", .warning, page: Page.sound_unfollowed_md)
  static let soundUnshipped = Rule("sound-unshipped", .warning, page: Page.sound_unshipped_md)
  static let soundUnused = Rule("sound-unused", .note, page: Page.sound_unused_md)
  static let soundDuplicate = Rule("sound-duplicate", .error, page: Page.sound_duplicate_md)
  static let soundIgnored = Rule("sound-ignored", .warning, page: Page.sound_ignored_md)
  static let resourceMissing = Rule("resource-missing", .error, page: Page.resource_missing_md)
  static let moduleBundle = Rule("module-bundle", .note, page: Page.module_bundle_md)
  static let androidName = Rule("android-name", .error, page: Page.android_name_md)
  static let androidFormat = Rule("android-format", .error, page: Page.android_format_md)
  static let androidTwin = Rule("android-twin", .note, page: Page.android_twin_md)
  static let androidChannel = Rule("android-channel", .warning, page: Page.android_channel_md)
  static let androidChannelMissing = Rule(
    "android-channel-missing", .warning, page: Page.android_channel_missing_md)
  static let androidChannelSound = Rule(
    "android-channel-sound", .warning, page: Page.android_channel_sound_md)
  static let androidShrinking = Rule("android-shrinking", .warning, page: Page.android_shrinking_md)
  static let payloadMalformed = Rule("payload-malformed", .error, page: Page.payload_malformed_md)
  static let payloadSound = Rule("payload-sound", .warning, page: Page.payload_sound_md)
  static let payloadAppleSilent = Rule(
    "payload-apple-silent", .warning, page: Page.payload_apple_silent_md)
  static let criticalEntitlement = Rule(
    "critical-entitlement", .warning, page: Page.critical_entitlement_md)
  static let projectUnreadable = Rule(
    "project-unreadable", .error, page: Page.project_unreadable_md)
  static let projectUnknown = Rule("project-unknown", .warning, page: Page.project_unknown_md)
  static let archive = Rule("archive", .error, page: Page.archive_md)
  static let suppressionUnknown = Rule(
    "suppression-unknown", .warning, page: Page.suppression_unknown_md)
  static let siblingLoudness = Rule(
    "sibling-loudness", .warning, limits: [.siblingDifference], needsSamples: true,
    page: Page.sibling_loudness_md)

  /// The rules about projects and archives.
  static let projects: [Rule] = [
    .soundMissing, .soundUnfollowed, .soundUnshipped, .soundUnused, .soundDuplicate,
    .soundIgnored, .resourceMissing, .moduleBundle, .androidName, .androidFormat, .androidTwin,
    .androidChannel, .androidChannelMissing,
    .androidChannelSound, .androidShrinking, .payloadMalformed, .payloadSound, .payloadAppleSilent,
    .criticalEntitlement, .projectUnreadable, .projectUnknown, .archive,
    .suppressionUnknown, .siblingLoudness,
  ]
}

/// The kinds of findings of a rule, which were rules themselves. A configuration, a comment or a
/// baseline may still name them, and means them alone.
extension Rule {
  static let soundNameCase = Rule("sound-name-case", .error, page: Page.sound_missing_md)
  static let soundNameExtension = Rule(
    "sound-name-extension", .error, page: Page.sound_missing_md)
  static let soundNamePath = Rule("sound-name-path", .error, page: Page.sound_missing_md)
  static let soundFolder = Rule("sound-folder", .error, page: Page.sound_missing_md)
  static let soundTarget = Rule("sound-target", .error, page: Page.sound_missing_md)
  static let archiveUnreadable = Rule("archive-unreadable", .error, page: Page.archive_md)
  static let archiveEntryName = Rule("archive-entry-name", .error, page: Page.archive_md)
  static let archiveLimit = Rule("archive-limit", .error, page: Page.archive_md)
  static let archiveNested = Rule("archive-nested", .note, page: Page.archive_md)

  static let kinds: [(kind: Rule, rule: Rule)] = [
    (.soundNameCase, .soundMissing), (.soundNameExtension, .soundMissing),
    (.soundNamePath, .soundMissing), (.soundFolder, .soundMissing), (.soundTarget, .soundMissing),
    (.archiveUnreadable, .archive), (.archiveEntryName, .archive), (.archiveLimit, .archive),
    (.archiveNested, .archive),
  ]
}

extension Rule.Limit {
  static let siblingDifference = Self(
    "maximum", 12, "LU", in: 0...1e9,
    "The largest difference from the median of the siblings that is fine")
}
