import AlertSounds
import ArgumentParser
import AudioContainers

/// A command that converts: `tocsin convert`, or `afconvert` with less.
protocol ConversionCommand: ParsableCommand {
  var files: [String] { get }
  var options: ConversionOptions { get }
  /// `FILEFORMAT[:DATAFORMAT]`.
  var target: String? { get }
  var outputFolder: String? { get }
  var wantsJSON: Bool { get }
}

extension ConversionCommand {
  /// What the options ask for; a sentence where they make no sense.
  func request() throws -> ConversionRequest {
    do {
      var request = try options.request()
      if let target {
        let wanted = try ConversionRequest(parsing: target)
        (request.container, request.dataFormat) = (wanted.container, wanted.dataFormat)
        request.foreign = wanted.foreign
      }
      guard request.container != nil || request.dataFormat != nil || request.foreign != nil else {
        throw UsageError("no output file format or data format specified: add -f, -d or both")
      }
      return request
    } catch let error as SoundError {
      throw UsageError(error.description)
    }
  }

  /// What part of the input is read; a sentence where the options make no sense.
  func excerpt() throws -> SoundFile.Excerpt {
    do { return try options.excerpt() } catch { throw UsageError(error.description) }
  }
}
