import AlertSounds
import AudioFormats
import Files

/// Reads any text as a data format, a file format and both. The result must be a request with valid
/// values whose canonical text gives the same request, or an error that cannot harm a terminal.
func checkDataFormat(_ input: [UInt8]) {
  let text = String(decoding: input, as: UTF8.self)
  if let request = parsed({ () throws(SoundError) in try DataFormatRequest(parsing: text) }) {
    check(request)
  }
  if let container = parsed({ () throws(SoundError) in try Container(parsing: text) }) {
    claim(!container.writableCodings.isEmpty, "\(container.name) cannot be written")
  }
  if let request = parsed({ () throws(SoundError) in try ConversionRequest(parsing: text) }) {
    claim(
      (request.container == nil) == (request.foreign != nil),
      "a request asks for a container or for what ffmpeg codes: \(text)")
    if let dataFormat = request.dataFormat { check(dataFormat) }
  }
}

/// The value of a text; nil if it is invalid, and then the error must be safe to show.
private func parsed<T>(_ read: () throws(SoundError) -> T) -> T? {
  do {
    return try read()
  } catch .request(let sentence) {
    claim(!sentence.isEmpty && printable(sentence) == sentence, "unprintable: \(sentence)")
    return nil
  } catch { fatalError("parsing a text fails with \(error)") }
}

private func check(_ request: DataFormatRequest) {
  if let rate = request.sampleRate {
    claim(DataFormat.sampleRates.contains(rate), "a sample rate of \(rate) Hz")
  }
  let text = canonicalText(request)
  let again = parsed { () throws(SoundError) in try DataFormatRequest(parsing: text) }
  claim(again == request, "\(text) means something else")
}

private func canonicalText(_ request: DataFormatRequest) -> String {
  (request.coding?.name ?? "0") + (request.sampleRate.map { "@\($0)" } ?? "")
}
