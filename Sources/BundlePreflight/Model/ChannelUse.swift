/// A place that makes a channel of Android's notifications, or names one.
struct ChannelUse: Hashable, Sendable {
  /// What the place does with the channel.
  enum Role: Hashable, Sendable {
    /// Makes it.
    case made
    /// Shows a notification of the app's own in it, by a library that makes it where it is not there.
    case shown
    /// Posts a notification of the app's own in it: it must be there.
    case posted
    /// Sends a push that names it.
    case pushed
  }

  /// The sound that the place names for the channel or for its notification.
  enum Sound: Hashable, Sendable {
    /// Computed, or not said in a way that is read.
    case unknown
    /// None is named, which means the device's default one.
    case standard
    /// A raw resource, without its extension.
    case named(String)
  }

  /// The channel's identifier.
  let identifier: String
  let role: Role
  let sound: Sound
  /// Whether it surely is about a channel of notifications; what tests do never is.
  let isCertain: Bool
  /// The file's path in the tree.
  var file: String
  /// From 1.
  let line: Int
  /// From 1, in characters.
  let column: Int
}
