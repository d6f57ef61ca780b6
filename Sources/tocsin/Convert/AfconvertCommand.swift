import ArgumentParser

/// The tool called as `afconvert`.
struct AfconvertCommand: ConversionDeclaration {
  static let configuration = CommandConfiguration(
    commandName: "afconvert",
    abstract: "Convert an audio file to another file or data format.",
    usage: """
      afconvert [option...] input_file [output_file]
      afconvert input_file [-o output_file [option...]]...
      """,
    discussion: """
      Options may appear before or after the files; output options after an -o are for that
      output alone. -hf lists the file and data formats.
      """)

  @Argument(help: "The input and an output.")
  var files: [String] = []

  @OptionGroup var options: ConversionOptions

  var wishes: ConversionWishes { ConversionWishes() }
}
