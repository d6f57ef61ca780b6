import AudioFormats
import AudioProcessing
import Files
import Foundation

/// The quality of IMA4: our encoder against ffmpeg's, both decoded by ffmpeg.
struct Quality: Measure {
  private struct Score {
    let name: String
    let ours: Double
    let theirs: Double
    var difference: Double { ours - theirs }
  }

  func run(in workshop: Workshop) throws -> Section {
    let title = "signal-to-noise ratio of ima4, decoded by ffmpeg"
    guard let ffmpeg = Peer.ffmpeg.path else {
      return Section(title: title, text: "ffmpeg is not installed: nothing can decode.")
    }
    let sounds = Corpus.sounds(in: workshop)
    let scores = try sounds.enumerated().map { index, sound in
      workshop.progress.show("snr: sound \(index + 1) of \(sounds.count), \(sound.name)")
      return try score(sound, ffmpeg, workshop)
    }
    let espeak = Peer.espeak.path == nil ? " (no speech: espeak-ng is not installed)" : ""
    return Section(
      title: title, text: Self.summary(scores) + "\n\n\(scores.count) sounds\(espeak).")
  }

  private func score(_ sound: Sound, _ ffmpeg: String, _ workshop: Workshop) throws -> Score {
    let (original, ours, theirs) = (
      workshop.path("snr.wav"), workshop.path("snr-tocsin.caf"), workshop.path("snr-ffmpeg.caf")
    )
    try WAVEFile.write(sound, to: original)
    try Data(Self.encode(sound)).write(to: URL(fileURLWithPath: ours))
    try workshop.run(
      Command(ffmpeg, Self.options + ["-i", original, "-c:a", "adpcm_ima_qt", theirs]))
    return Score(
      name: sound.name, ours: try ratio(sound, ours, ffmpeg, workshop),
      theirs: try ratio(sound, theirs, ffmpeg, workshop))
  }

  private static let options = ["-nostdin", "-v", "error", "-y"]

  /// The CAF that tocsin makes.
  private static func encode(_ sound: Sound) throws -> [UInt8] {
    let format = try DataFormat(
      .ima4, sampleRate: Double(sound.sampleRate), channelCount: sound.channelCount)
    var encoder = try makeEncoder(for: format)
    var packets: [UInt8] = []
    encoder.encode(sound.pcm, into: &packets)
    encoder.finish(into: &packets)
    var writer = try ContainerWriter(.caf, format, to: MemorySink())
    try writer.write(packets)
    return try writer.finish(validFrames: Int64(sound.frameCount)).content
  }

  private func ratio(
    _ sound: Sound, _ coded: String, _ ffmpeg: String, _ workshop: Workshop
  ) throws -> Double {
    let decoded = workshop.path("snr.raw")
    try workshop.run(Command(ffmpeg, Self.options + ["-i", coded, "-f", "s16le", decoded]))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: decoded))
    guard bytes.count >= sound.samples.count * 2 else {
      throw RunFailure(description: "ffmpeg decodes too few frames of \(sound.name)")
    }
    let samples = bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: sound.samples.count * 2, by: 2).map {
        Double(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self)))
      }
    }
    var ratio = SignalToNoise()
    ratio.add(sound.samples.map(Double.init), samples)
    return ratio.decibels ?? .nan
  }

  private static func summary(_ scores: [Score]) -> String {
    func decibels(_ value: Double) -> String { String(format: "%.2f dB", value) }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    var table = Table("encoder", "median", "mean", "least")
    for (name, values) in [
      ("tocsin", scores.map(\.ours)), ("ffmpeg", scores.map(\.theirs)),
      ("tocsin − ffmpeg, sound by sound", scores.map(\.difference)),
    ] {
      table.append(
        name, decibels(median(values)), decibels(mean(values)), decibels(values.min() ?? .nan))
    }
    let better = scores.count { $0.difference > 0 }
    let worst = scores.min { $0.difference < $1.difference }.map {
      "; the worst difference is \(decibels($0.difference)) on '\($0.name)'"
    }
    return table.text + "\n\ntocsin's is the better one for \(better) sounds\(worst ?? "")."
  }
}
