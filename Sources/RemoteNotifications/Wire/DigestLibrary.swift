import CNettle

/// The library that computes the names of apps and the codes of pushes.
public enum DigestLibrary {
  /// Checks that it is installed: a program does so before it uses this module.
  /// - Throws: ``Missing``.
  public static func require() throws(Missing) {
    if tocsin_has_nettle() == 0 { throw Missing() }
  }

  /// libnettle is not installed.
  public struct Missing: Error, CustomStringConvertible {
    /// The reason and the remedy, as a sentence without a full stop.
    public var description: String { "libnettle is not installed (libnettle8)" }
  }
}
