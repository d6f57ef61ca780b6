import Files

extension Fix {
  /// A command that people are asked to type.
  public struct Command: Hashable, Sendable {
    private let start: String
    private let files: [String]
    private let options: String

    /// A command with files between its start and its options.
    public init(_ start: String, _ files: [String] = [], _ options: String = "") {
      self.start = start
      self.files = files
      self.options = options
    }

    /// Whether the command reads or writes a certain file.
    public var namesFiles: Bool { !files.isEmpty }

    /// The command line, with the names of the files quoted for a shell.
    public var text: String {
      ([start] + files.map(shellWord) + [options]).filter { !$0.isEmpty }.joined(separator: " ")
    }
  }
}

/// Conversions, whose output is a file beside the input, never the input itself.
extension Fix.Command {
  /// Makes a sound that Apple's devices play.
  public static func apple(_ path: String, _ options: String = "-d ima4 -f caff") -> Self {
    make(path, "caf", options)
  }

  /// Makes a sound that Apple's and Android's devices play.
  public static func shared(_ path: String) -> Self {
    make(path, "wav", "-d LEI16@44100 -f WAVE")
  }

  /// Edits a sound; the output has the extension `suffix` and another name.
  static func edit(_ path: String, _ suffix: String, _ options: String) -> Self {
    convert(path, folder(of: path) + baseName(of: path) + "-fixed." + suffix, options)
  }

  private static func make(_ path: String, _ suffix: String, _ options: String) -> Self {
    let output = folder(of: path) + baseName(of: path) + "." + suffix
    return output == path ? edit(path, suffix, options) : convert(path, output, options)
  }

  private static func convert(_ path: String, _ output: String, _ options: String) -> Self {
    Self("tocsin convert", [path, output], options)
  }
}
