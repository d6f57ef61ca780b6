import AlertSounds
import ArgumentParser
import AudioContainers
import AudioProcessing

/// A command that converts: `tocsin convert`, or `afconvert` with less.
protocol ConversionDeclaration: ParsableCommand {
  var files: [String] { get }
  var options: ConversionOptions { get }
  /// - Throws: `UsageError` where the options make no sense.
  var wishes: ConversionWishes { get throws }
}

/// What `tocsin convert` takes beside afconvert's options.
struct ConversionWishes {
  /// `FILEFORMAT[:DATAFORMAT]`.
  var target: String?
  var edits = SoundEdits()
  /// Whether the inputs become one sound.
  var joins = false
  /// Whether copied packets keep the metadata beside them; afconvert drops it.
  var keepsMetadata = false
  var outputFolder: String?
  var wantsJSON = false
}

extension ConversionDeclaration {
  /// What the options ask for.
  /// - Throws: `UsageError` where they make no sense.
  func request() throws -> ConversionRequest {
    do {
      var request = try options.request()
      let wishes = try wishes
      if let target = wishes.target {
        let wanted = try ConversionRequest(parsing: target)
        (request.container, request.dataFormat) = (wanted.container, wanted.dataFormat)
        request.foreign = wanted.foreign
      }
      request.edits = wishes.edits
      request.keepsMetadata = wishes.keepsMetadata
      return request
    } catch let error as SoundError {
      throw UsageError(error.description)
    }
  }
}
