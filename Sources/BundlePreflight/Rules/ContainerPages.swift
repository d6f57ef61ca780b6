import AlertSounds

/// The pages of the rules about projects and archives themselves.
extension PreflightRule {
  /// The page of the rule.
  var page: RulePage { referencePage ?? shipmentPage ?? containerPage }

  private var containerPage: RulePage {
    switch self {
    case .archiveEntryName: page(Self.entryNameSummary, Self.entryNameText)
    case .archiveLimit: page(Self.limitSummary, Self.limitText)
    case .archiveNested: page(Self.nestedSummary, Self.nestedText)
    case .projectUnknown: page(Self.unknownSummary, Self.unknownText)
    case .archiveUnreadable: page(Self.unreadableSummary, Self.unreadableText)
    default: page(Self.projectSummary, Self.projectText)
    }
  }

  func page(
    _ summary: String, _ explanation: String, limits: [RulePage.Limit] = [],
    needsSamples: Bool = false
  ) -> RulePage {
    RulePage(
      identifier: rawValue, severity: severity, summary: summary, explanation: explanation,
      limits: limits, needsSamples: needsSamples)
  }

  private static let projectSummary = "Project files can be read"
  private static let projectText = """
    A `project.pbxproj`, `pubspec.yaml` or `app.json` is there, and cannot be read: often a merge \
    conflict was committed. What the project ships stays unknown, so what it asks for cannot be \
    checked either.

    **To fix it**, open the file at the line that the message names.
    """

  private static let unknownSummary = "The folder is a project of a known kind"
  private static let unknownText = """
    The folder or archive holds code, or nothing at all, and no project of a kind that Tocsin \
    reads. So nothing says whether the sounds that are asked for are shipped: a run without \
    findings does not mean that all is well.

    **To fix it**, generate the Xcode project first (Tuist, XcodeGen), or check what was built: \
    `tocsin preflight App.ipa app.aab`. Of an `.apk` whose resources have short names, check the \
    `.aab`.
    """

  private static let unreadableSummary = "Archives can be read to their end"
  private static let unreadableText = """
    The archive is cut off, damaged, encrypted, or not a zip or tar file. The part that can be \
    read is checked.

    **To fix it**, build or download the archive again; compare its size. Archives with a password \
    cannot be checked.
    """

  private static let entryNameSummary = "Names in archives stay inside and are unique"
  private static let entryNameText = """
    An entry's name starts with `/`, contains `..` or a backslash, or is there twice. Unpacking such \
    an archive can overwrite files outside of its folder. Tocsin never unpacks anything to disk; it \
    leaves such entries out.

    **To fix it**, find out who made the archive, and do not unpack it.
    """

  private static let limitSummary = "Archives stay within what an app needs"
  private static let limitText = """
    The archive has more entries, or inflates to more bytes, than any app has; it may be built to \
    exhaust the machine that looks at it. The limits are 65,535 entries, and 1 GiB inflated from a \
    compressed tar file. What comes before the limit is checked.

    **To fix it**, pre-flight the app's own archive in place of a backup or a cache.
    """

  private static let nestedSummary = "Archives inside archives are not read"
  private static let nestedText = """
    The archive contains another archive, which is not opened. A device does not find sounds in it \
    either, unless the app unpacks them.

    **To fix it**, if it holds what is shipped, pre-flight it by itself.
    """
}
