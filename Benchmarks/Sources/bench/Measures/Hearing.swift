import AudioFormats
import AudioProcessing
import Foundation

/// The judgement of an ear model other than the encoder's own on `best` and on `--optimize
/// hearing`.
struct Hearing: Measure {
  private static let title = "IMA4 for the ear, after PEAQ (ITU-R BS.1387, basic version)"

  func run(in workshop: Workshop) throws -> Section {
    guard let model = EarModelPeer(workshop) else {
      return Section(
        title: Self.title,
        text: """
          The ear model is not there: this needs GStreamer's `gst-launch-1.0` with the elements \
          `wavparse`, `audioconvert`, `audioresample` and `peaq`. The last one is GstPEAQ, built \
          from its source; `GST_PLUGIN_PATH` names its folder.
          """)
    }
    let sounds = Corpus.sounds(in: workshop)
    let scores = try sounds.enumerated().map { index, sound in
      workshop.progress.show("hearing: sound \(index + 1) of \(sounds.count), \(sound.name)")
      return try HearingScore(sound, model)
    }
    return Section(
      title: Self.title, text: HearingSummary(scores: scores).text, svg: HearingPlot(scores).svg)
  }
}

/// The scores of one sound with both encoders.
struct HearingScore {
  /// The audible difference of one encoding.
  struct Judgement {
    /// dB.
    let signalToNoise: Double
    let noiseToMask: Double
    /// 0 (no difference) to −4; NaN if the model cannot judge it.
    let grade: Double
  }

  let name: String
  let best: Judgement
  let hearing: Judgement

  /// dB.
  var noiseToMaskChange: Double { hearing.noiseToMask - best.noiseToMask }
  var gradeChange: Double { hearing.grade - best.grade }
  /// dB.
  var signalToNoiseChange: Double { hearing.signalToNoise - best.signalToNoise }

  init(_ sound: Sound, _ model: EarModelPeer) throws {
    func judge(_ encoder: some PacketEncoder) throws -> Judgement {
      var encoder = encoder
      var packets: [UInt8] = []
      encoder.encode(sound.pcm, into: &packets)
      encoder.finish(into: &packets)
      let decoded = try IMA4Peer.decode(packets, channelCount: sound.channelCount)
      var ratio = SignalToNoise()
      ratio.add(sound.samples.map(Double.init), decoded.map(Double.init))
      let heard = try model.judge(sound, Array(decoded.prefix(sound.samples.count)))
      return Judgement(
        signalToNoise: ratio.decibels ?? .nan, noiseToMask: heard.noiseToMask, grade: heard.grade)
    }
    name = sound.name
    best = try judge(
      IMA4Encoder(channelCount: sound.channelCount, effort: .best, usesAllCores: true))
    hearing = try judge(
      IMA4HearingEncoder(
        channelCount: sound.channelCount, sampleRate: Double(sound.sampleRate), usesAllCores: true))
  }
}

/// GstPEAQ, run by GStreamer.
struct EarModelPeer {
  private let program: String
  private let workshop: Workshop

  /// Nil if it is not installed.
  init?(_ workshop: Workshop) {
    guard let inspect = Peer("gst-inspect-1.0").path, let program = Peer("gst-launch-1.0").path,
      ["peaq", "wavparse", "audioconvert", "audioresample"].allSatisfy({
        (try? workshop.run(Command(inspect, [$0]))) != nil
      })
    else { return nil }
    self.program = program
    self.workshop = workshop
  }

  func judge(_ sound: Sound, _ decoded: [Int16]) throws -> (noiseToMask: Double, grade: Double) {
    let (reference, test) = (workshop.path("reference.wav"), workshop.path("test.wav"))
    try write(sound.samples, of: sound, to: reference)
    try write(decoded, of: sound, to: test)
    let branch = { (path: String, pad: String) in
      ["filesrc", "location=\(path)", "!", "wavparse", "!", "audioconvert", "!", "audioresample"]
        + ["!", "model.\(pad)"]
    }
    let said = workshop.path("peaq.txt")
    try workshop.run(
      Command(
        program, ["-q"] + branch(reference, "ref") + branch(test, "test") + ["peaq", "name=model"]),
      output: said)
    let lines = try String(contentsOfFile: said, encoding: .utf8).split(separator: "\n")
    func value(_ name: String) throws -> Double {
      guard let text = lines.first(where: { $0.contains(name) })?.split(separator: " ").last,
        let value = Double(text)
      else { throw RunFailure(description: "peaq does not tell \(name) of \(sound.name)") }
      return value
    }
    return (try value("Total NMRB"), try value("Objective Difference Grade"))
  }

  /// Writes a sound with silence around it, because the model does not judge the first half second.
  private func write(_ samples: [Int16], of sound: Sound, to path: String) throws {
    let second = sound.sampleRate * sound.channelCount
    let padded =
      Array(repeating: 0, count: second / 4 * 3) + samples
      + Array(repeating: 0, count: second / 2)
    try WAVEFile.write(
      Sound(
        name: sound.name, sampleRate: sound.sampleRate, channelCount: sound.channelCount,
        samples: padded), to: path)
  }
}

/// The scores as a table, and the differences against the goals.
struct HearingSummary {
  let scores: [HearingScore]

  var text: String {
    var table = Table("encoder", "NMR, mean", "median", "ODG, mean", "SNR, mean")
    add("tocsin, best", scores.map(\.best), to: &table)
    add("tocsin, --optimize hearing", scores.map(\.hearing), to: &table)
    return table.text + "\n\n" + differences
  }

  private func add(
    _ name: String, _ judgements: [HearingScore.Judgement], to table: inout Table
  ) {
    let grades = judgements.map(\.grade).filter { !$0.isNaN }
    let ratios = judgements.map(\.noiseToMask).filter { !$0.isNaN }
    table.append(
      name, decibels(mean(ratios)), decibels(median(ratios)), number(mean(grades)),
      decibels(mean(judgements.map(\.signalToNoise))))
  }

  private var differences: String {
    let masks = scores.map { ($0.noiseToMaskChange, $0.name) }.filter { !$0.0.isNaN }
    let grades = scores.map { ($0.gradeChange, $0.name) }.filter { !$0.0.isNaN }
    let losses = scores.map { ($0.signalToNoiseChange, $0.name) }
    let worstMask = masks.max { $0.0 < $1.0 } ?? (.nan, "")
    let worstGrade = grades.min { $0.0 < $1.0 } ?? (.nan, "")
    let greatestLoss = losses.min { $0.0 < $1.0 } ?? (.nan, "")
    return """
      \(scores.count) sounds; the model grades \(grades.count) of them. Hearing against best: NMR (of \(masks.count)) \
      \(decibels(mean(masks.map(\.0)))) in the mean (goal ≤ −4.5 dB), \
      \(decibels(median(masks.map(\.0)))) in the median (≤ −4 dB), at worst \
      \(decibels(worstMask.0)) on '\(worstMask.1)' (≤ +0.3 dB); ODG \
      \(number(mean(grades.map(\.0)))) in the mean (≥ +0.3), at worst \(number(worstGrade.0)) on \
      '\(worstGrade.1)' (≥ −0.1); SNR at worst \(decibels(greatestLoss.0)) on \
      '\(greatestLoss.1)' (≥ −10 dB).
      """
  }

  private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
  private func decibels(_ value: Double) -> String { String(format: "%+.2f dB", value) }
  private func number(_ value: Double) -> String { String(format: "%+.2f", value) }
}
