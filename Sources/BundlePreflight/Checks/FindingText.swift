import AlertSounds
import AudioFormats
import Files

/// A name inside a message: in quotes, with control characters made harmless.
func printed(_ name: String) -> String { "'\(printable(name))'" }

/// A path inside a message.
func printed(_ path: TreePath) -> String { printed(path.text) }

/// A level with one decimal.
func decimal(_ value: Double) -> String { fixed(value, decimals: 1) }
