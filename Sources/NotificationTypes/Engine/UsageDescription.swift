/// The reasons that an app's `Info.plist` gives for its questions to the user.
package enum UsageDescription {
  /// Where a bundle has the file: beside the program, or as in a Mac's.
  private static let places = ["Info.plist", "Contents/Info.plist"]

  /// The text of the first of the keys that the app has; nil where it has none.
  /// - Parameter bundle: the absolute path of the folder with the app's resources.
  package static func text(_ keys: [String], in bundle: String) -> String? {
    for place in places {
      guard let entries = PropertyListFile.values(path: "\(bundle)/\(place)") else { continue }
      return keys.lazy.compactMap { entries[$0] as? String }.first { !$0.isEmpty }
    }
    return nil
  }
}
