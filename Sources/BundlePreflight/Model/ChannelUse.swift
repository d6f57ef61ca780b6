import AlertSounds

/// A place that creates or names a channel of Android's notifications.
struct ChannelUse: PlacedFact, Hashable, Sendable {
  /// The place's use of the channel.
  enum Role: Hashable, Sendable {
    /// Creates it.
    case made
    /// Would create it, in functions that nothing calls.
    case unreached
    /// Shows a notification of the app itself in it, with a library that creates a missing channel.
    case shown
    /// Posts a notification of the app itself in it: the channel must exist.
    case posted
    /// The same with a library that makes no channel by itself, not even a default one.
    case required
    /// Sends a push that names it.
    case pushed
    /// Posts a notification with a sound that names no channel, so that this one of a library takes
    /// it.
    case unchannelled
    /// Posts a notification without any channel, and no library takes one.
    case bare
    /// A setting of this name is to give pushes a sound, and no library reads it.
    case ignored

    /// Whether the channel exists after it.
    var makesChannel: Bool { self == .made || self == .shown }
  }

  /// The sounds that a device's owner chooses beside that of notifications.
  enum DeviceTone: Hashable, Sendable { case alarm, ringtone }

  /// The sound that the place names for the channel or for its notification.
  enum Sound: Hashable, Sendable {
    /// The sound is computed, or given in a form that the scan does not read.
    case unknown
    /// No sound is named, which means the device's default sound.
    case standard
    /// The device's own sound for another purpose than notifications.
    case device(DeviceTone)
    /// No sound at all: `setSound(null, null)`.
    case silent
    /// A sound whose name is computed.
    case computed
    /// A parameter of the function around it: each call may give another one.
    case given
    /// One is named, and a switch beside it turns all sounds off.
    case muted
    /// A raw resource, without its extension; or an address of another provider's sound.
    case named(String)

    var isKnown: Bool { ![.unknown, .computed, .given, .muted].contains(self) }

    /// Whether a sound is named that is to play, and so is not the default one.
    var isOwn: Bool { ![.unknown, .standard, .silent, .muted].contains(self) }
  }

  /// The channel's identifier.
  var identifier: String
  /// Whether it is the name of a constant of another source, whose value is not known here.
  var isConstant = false
  var role: Role
  let sound: Sound
  /// The functions of its source by which alone it is reached; empty where it is reached otherwise.
  var callers: Set<String> = []
  var isCertain: Bool
  var file: TreePath
  var line: Int
  var column: Int
}
