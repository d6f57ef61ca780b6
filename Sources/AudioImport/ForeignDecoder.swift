import AudioTypes

/// An open foreign sound, whichever library decodes it.
protocol ForeignDecoder: AnyObject {
  var sampleRate: Double { get }
  var channelCount: Int { get }
  var frameCount: Int64? { get }
  /// The names of file format and coding, in the library's words.
  var names: (format: String, coding: String) { get }

  /// Replaces the content of `buffer` with the next block, full scale ±1; none is the end.
  func read(into buffer: inout PCMBuffer) throws(ImportError)
}
