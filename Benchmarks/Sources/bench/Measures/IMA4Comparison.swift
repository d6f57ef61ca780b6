import AudioFormats
import AudioProcessing
import Foundation

/// Encoders of IMA4 in this process: their quality and their speed.
struct IMA4Comparison: Measure {
  func run(in workshop: Workshop) throws -> Section {
    let quality = try IMA4QualityTable(workshop).text
    let speed = try IMA4SpeedTable(workshop).text
    let commands = try IMA4Commands(workshop).text
    return Section(
      title: "encoders of IMA4 at 4.25 bits a sample, in process, one thread",
      text: [quality, speed, commands].joined(separator: "\n\n"))
  }
}

/// Signal-to-noise ratios over the corpus, each sound decoded by libavcodec.
private struct IMA4QualityTable {
  private let peers: [IMA4Peer]
  private let sounds: [Sound]
  /// The ratios by encoder and sound; nil if the encoder gave up.
  private let ratios: [[Double?]]

  init(_ workshop: Workshop) throws {
    let own = IMA4Encoder.Effort.allCases.map(IMA4Peer.own)
    let peers = [.greedy] + own + [IMA4Peer.xq(depth: 3), IMA4Peer.xq(depth: 7)].compactMap(\.self)
    let sounds = Corpus.sounds(in: workshop)
    ratios = try peers.map { peer in
      try sounds.enumerated().map { index, sound in
        workshop.progress.show("ima4: \(peer.name), sound \(index + 1) of \(sounds.count)")
        return try peer.decoded(sound).flatMap { decoded in
          var ratio = SignalToNoise()
          ratio.add(sound.samples.map(Double.init), decoded.map(Double.init))
          return ratio.decibels
        }
      }
    }
    (self.peers, self.sounds) = (peers, sounds)
  }

  var text: String {
    var table = Table(
      "encoder", "SNR, median", "mean", "over greedy, median", "mean", "worst sound")
    for (peer, own) in zip(peers, ratios) {
      let found = own.compactMap(\.self)
      let gains = differences(own, ratios[0]).map(\.gain)
      let note = found.count < sounds.count ? " (\(found.count) sounds, gave up on the others)" : ""
      table.append(
        peer.name + note, decibels(median(found)), decibels(mean(found)), signed(median(gains)),
        signed(mean(gains)), signed(gains.min() ?? .nan))
    }
    return table.text + "\n\n" + ([corpus] + pairs).joined(separator: " ")
  }

  private var corpus: String {
    let speech = Peer.espeak.path == nil ? ", no speech (espeak-ng is not installed)" : ""
    let xq = peers.count < 5 ? " adpcm-xq was not there (see ADPCM_XQ)." : ""
    return "\(sounds.count) sounds\(speech); on each one the samples of tocsin's packets are the "
      + "same under both decoder rules.\(xq)"
  }

  /// The comparison of `best` with the last peer, which searches deepest.
  private var pairs: [String] {
    guard peers.count > 4, let last = ratios.last else { return [] }
    let gains = differences(ratios[3], last)
    let wins = gains.count { $0.gain > 0 }
    let worst = gains.min { $0.gain < $1.gain }
    return [
      "`best` against \(peers[peers.count - 1].name): \(signed(median(gains.map(\.gain)))) in the "
        + "median, better on \(wins) of \(gains.count) sounds, worst "
        + "\(signed(worst?.gain ?? .nan)) on '\(worst?.name ?? "")'."
    ]
  }

  private func differences(
    _ one: [Double?], _ another: [Double?]
  ) -> [(name: String, gain: Double)] {
    zip(sounds, zip(one, another)).compactMap { sound, pair in
      guard let own = pair.0, let other = pair.1 else { return nil }
      return (sound.name, own == other ? 0 : own - other)
    }
  }

  private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
  private func decibels(_ value: Double) -> String { String(format: "%.2f dB", value) }
  private func signed(_ value: Double) -> String { String(format: "%+.2f dB", value) }
}
