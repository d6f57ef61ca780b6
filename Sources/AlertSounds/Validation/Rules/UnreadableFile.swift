import AudioTypes
import Files

/// The file can be opened and read; otherwise the other rules have nothing to examine.
public enum UnreadableFile {
  /// The rule's identifier in reports and configuration files.
  public static let identifier = "file-unreadable"

  static func finding(_ error: FileError) -> Finding {
    // A folder is a project, or holds some.
    let fix =
      error.reason == .notRegular(.directory) ? "tocsin preflight \(shellWord(error.path))" : nil
    return Finding(rule: identifier, severity: .error, message: error.reasonText, fix: fix)
  }

  /// The finding for a file that cannot be read.
  /// - Parameter reason: a sentence without a full stop.
  public static func finding(_ reason: String) -> Finding {
    Finding(rule: identifier, severity: .error, message: reason)
  }

  static var page: RulePage {
    RulePage(
      identifier: identifier, severity: .error, summary: "The file can be opened and read",
      explanation: """
        The file is not there, may not be read, or is not a regular file: a folder, a pipe, a link
        that leads nowhere. The build of the app meets the same: the sound is missing from the
        bundle, and the default sound plays.

        To fix it, look at the path, and at where a link leads:

            ls -lL ding.caf

        In a CI job the usual causes are a path that is right on another machine only (macOS does
        not tell `Ding.caf` from `ding.caf`, Linux does), a file that was never committed, and a
        sub-module or a Git LFS file that was not fetched. `git lfs pull` fetches it; then

            tocsin validate ding.caf

        says whether it is a sound.
        """)
  }
}
