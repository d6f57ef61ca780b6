import TestSupport

/// What this machine allows a test.
enum Facility {
  /// Mounting something for itself alone.
  static let mounts = isGood("unshare", "-m", "sh", "-c", "mount -t tmpfs tmpfs /mnt")
  static let traces = isGood("strace", "-o", "/dev/null", "true")

  private static func isGood(_ name: String, _ arguments: String...) -> Bool {
    (try? Tool(name).run(arguments).status) == 0
  }
}
