import Files

/// Commands that people are asked to type. Words are quoted for a shell, and the output is a file
/// beside the input, never the input itself.
public enum ConversionCommand {
  /// Makes a sound that Apple's devices play.
  public static func apple(_ path: String, _ options: String = "-d ima4 -f caff") -> String {
    make(path, "caf", options)
  }

  /// Makes a sound that Apple's and Android's devices play.
  public static func shared(_ path: String) -> String {
    make(path, "wav", "-d LEI16@44100 -f WAVE")
  }

  /// Edits a sound; the output has the extension `suffix` and another name.
  static func edit(_ path: String, _ suffix: String, _ options: String) -> String {
    text(path, folder(of: path) + baseName(of: path) + "-fixed." + suffix, options)
  }

  private static func make(_ path: String, _ suffix: String, _ options: String) -> String {
    let output = folder(of: path) + baseName(of: path) + "." + suffix
    return output == path ? edit(path, suffix, options) : text(path, output, options)
  }

  private static func text(_ path: String, _ output: String, _ options: String) -> String {
    "tocsin convert \(shellWord(path)) \(shellWord(output)) \(options)"
  }
}
