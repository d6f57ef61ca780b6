import AlertSounds
import ArgumentParser
import AudioContainers
import AudioTypes

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a sound to CAF, WAVE or AIFF, as afconvert does.",
    discussion: """
      FILE FORMATS (-f): caff WAVE AIFF AIFC; without -f the output's extension tells.
      DATA FORMATS (-d): ima4 ulaw alaw, or linear PCM as [BE|LE]{I|UI|F}{8|16|24|32|64};
      append @RATE to resample. '-d 0' copies the packets of the source untouched.
      Without -d the first 16-bit format of the file format is taken.

      EXAMPLES
        tocsin convert Submarine.aiff sub.caf -d ima4 -f caff -v
        tocsin convert music.ogg alert.wav -d LEI16@22050 -c 1
        tocsin convert --to caff:ima4 --output-dir Sounds /usr/share/sounds/alsa/*.wav
      """)

  @Argument(help: "The input and the output; with --output-dir all are inputs.")
  var files: [String] = []

  @Option(name: [.customShort("f"), .customLong("file")], help: "The output's file format.")
  var fileFormat: String?

  @Option(name: [.customShort("d"), .customLong("data")], help: "The output's data format.")
  var dataFormat: String?

  @Option(name: [.customShort("c"), .customLong("channels")], help: "The output's channels.")
  var channelCount: Int?

  @Flag(
    name: [.customShort("v"), .customLong("verbose")], help: "Tell what is done, with the SNR.")
  var isVerbose = false

  @Option(name: .customLong("to"), help: "FILEFORMAT[:DATAFORMAT], short for -f and -d.")
  var target: String?

  @Option(name: .customLong("output-dir"), help: "Convert every file into this folder.")
  var outputFolder: String?

  @Flag(name: .customLong("json"), help: "Print the results as JSON.")
  var wantsJSON = false

  func validate() throws {
    if target != nil, fileFormat != nil || dataFormat != nil {
      throw ValidationError("--to says the same as -f and -d: use one or the other")
    }
    if outputFolder == nil, files.count != 2 {
      throw ValidationError("one input and one output are needed, or --output-dir and the inputs")
    }
    if outputFolder != nil, files.isEmpty { throw ValidationError("no input files") }
    if let channelCount, !(1...DataFormat.maximumChannelCount).contains(channelCount) {
      throw ValidationError("-c wants 1…\(DataFormat.maximumChannelCount) channels")
    }
    _ = try request()
  }

  func run() throws {
    let request = try request()
    if let outputFolder {
      let batch = try BatchConversion(request, files, into: outputFolder)
      try batch.run(wantsJSON: wantsJSON)
    } else {
      try SingleConversion(request, input: files[0], output: files[1])
        .run(isVerbose: isVerbose, wantsJSON: wantsJSON)
    }
  }

  private func request() throws -> ConversionRequest {
    do {
      var request = try target.map { try ConversionRequest(parsing: $0) } ?? ConversionRequest()
      if let fileFormat { request.container = try Container(parsing: fileFormat) }
      if let dataFormat { request.dataFormat = try DataFormatRequest(parsing: dataFormat) }
      request.channelCount = channelCount
      guard request.container != nil || request.dataFormat != nil else {
        throw ValidationError("no output file format or data format specified: add -f, -d or both")
      }
      return request
    } catch let error as SoundError {
      throw ValidationError(error.description)
    }
  }
}
