import AlertSounds
import ArgumentParser
import ConsoleOutput
import Files

struct WaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wave",
    abstract: "Draw the waveform of a sound.",
    discussion: """
      On the terminal, or as SVG or PNG: the output's extension decides. The
      solid part is the power of the sound (RMS), the lighter part its peaks;
      full scale is red.
      '-' is standard input and standard output. A PNG takes librsvg.

      EXAMPLES
        tocsin wave alert.caf
        tocsin wave alert.caf -o alert.svg
        tocsin wave --output-dir pictures --format png Sounds/*.caf
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case svg, png
  }

  @Argument(help: "The sounds to draw.")
  var files: [String]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write a picture instead: .svg or .png.", valueName: "file"))
  var output: String?

  @Option(
    name: .customLong("output-dir"),
    help: ArgumentHelp("Write a picture of every sound into this folder.", valueName: "folder"))
  var outputFolder: String?

  @Flag(
    name: .customLong("force"),
    help: "Replace files in that folder that are not pictures of the format, too.")
  var replacesAll = false

  @Option(name: .customLong("format"), help: "The pictures' format: svg or png.")
  var format: Format?

  @Option(
    name: .customLong("theme"),
    help: ArgumentHelp(
      "The colours: light, dark, or auto: an SVG follows its reader's system.",
      valueName: "light|dark|auto"),
    transform: { text in
      guard let theme = WaveformTheme(rawValue: text) else {
        throw ValidationError("--theme must be light, dark or auto")
      }
      return theme
    })
  var theme = WaveformTheme.auto

  @Option(
    name: .customLong("width"),
    help: ArgumentHelp("Draw so wide on the terminal.", valueName: "characters"))
  var width: Int?

  func validate() throws {
    if output != nil, outputFolder != nil {
      throw ValidationError("-o names one picture and --output-dir a folder: use one of them")
    }
    if output != nil, files.count > 1 {
      throw ValidationError("-o is one picture: for several sounds use --output-dir FOLDER")
    }
    if output == nil, outputFolder == nil, format != nil {
      throw ValidationError("--format is that of a picture: add -o FILE or --output-dir FOLDER")
    }
    if let width, !(32...1_000).contains(width) {
      throw ValidationError("--width must be 32 to 1000 characters")
    }
    if let output { _ = try format(of: output) }
    if outputFolder != nil {
      let clashes = Dictionary(grouping: files, by: pictureName).filter { $0.value.count > 1 }
      if let clash = clashes.min(by: { $0.key < $1.key }) {
        let names = clash.value.map(printable).joined(separator: " and ")
        throw ValidationError("\(names) would both become \(printable(clash.key))")
      }
    }
  }

  func run() throws {
    if let outputFolder {
      do { try makeFolder(outputFolder) } catch {
        Console.complain("Error: \(error)")
        throw ExitStatus.failure
      }
    }
    var isComplete = true
    for (index, file) in files.enumerated() {
      do {
        try draw(file, isFirst: index == 0)
      } catch {
        Console.complain("Error: \(error)")
        isComplete = false
      }
    }
    if !isComplete { throw ExitStatus.failure }
  }
}

extension WaveCommand {
  private func draw(_ file: String, isFirst: Bool) throws {
    let sound = try SoundFile(path: file)
    if let output { return try write(sound, to: output, try format(of: output)) }
    if let outputFolder {
      let path = outputFolder + "/" + pictureName(of: file)
      try refuseToReplace(path, by: format ?? .svg)
      return try write(sound, to: path, format ?? .svg)
    }
    let size = WaveformText.Size(width: width ?? Console.width, rows: 12)
    let picture = try SoundPicture(of: sound, columnCount: size.columnCount)
    warn(about: picture)
    let text = WaveformText(picture, size, usesColor: Console.usesColor)
    Console.print((isFirst ? "" : "\n") + text.lines.joined(separator: "\n"))
  }

  private func refuseToReplace(_ path: String, by format: Format) throws(SoundError) {
    let content: FileContent = format == .svg ? .svg : .png
    guard !replacesAll, let there = ExistingFile(at: path),
      let refusal = there.refusal(by: content, named: .inputName, inputs: files)
    else { return }
    if case .otherContent(let found) = refusal {
      throw .request(
        "refusing to replace \(printable(path)): it is \(found.name), not \(content.name). "
          + "To replace it, add --force")
    }
  }

  private func write(_ sound: SoundFile, to path: String, _ format: Format) throws {
    let file = try OutputFile(path: path, inputs: [sound.identity], followsLinks: true)
    let picture = try SoundPicture(of: sound, columnCount: WaveformSVG.columnCount)
    warn(about: picture)
    if picture.isEmpty {
      Console.complain("*** warning: \(printable(sound.path)): no frames: the picture is empty")
    }
    let svg = WaveformSVG(picture, theme: theme).text
    let bytes =
      switch format {
      case .svg: Array(svg.utf8)
      case .png:
        try PNGPicture.bytes(of: svg, width: WaveformSVG.width, height: WaveformSVG.height)
      }
    try file.write(bytes, at: 0)
    try file.commit()
  }

  private func warn(about picture: SoundPicture) {
    guard let error = picture.loudnessError else { return }
    Console.complain("*** warning: \(printable(picture.path)): \(error)")
  }

  private func format(of path: String) throws -> Format {
    let suffix = fileExtension(of: path)
    let named = Format(rawValue: suffix)
    if let format, named ?? format == format { return format }
    if let named, format == nil { return named }
    throw ValidationError(
      format == nil
        ? "\(printable(path)): the picture's name ends with .svg or .png, or --format says which"
        : "\(printable(path)) is not the name of a picture in the format of --format")
  }

  private func pictureName(of file: String) -> String {
    plainName(of: file) + "." + (format ?? .svg).rawValue
  }
}
