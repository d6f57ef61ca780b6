import AudioFormats
import CPeerCodecs
import Foundation

/// The number of samples that IMA4 encoders and decoders process in one second of processor time,
/// measured in turns.
struct IMA4SpeedTable {
  private struct Task {
    let name: String
    /// The number of samples of one call of the work, which returns its time (s) if it measures
    /// that itself.
    let sampleCount: Int
    let work: () throws -> Double?
  }

  let text: String

  init(_ workshop: Workshop) throws {
    let minutes = workshop.isQuick ? 2 : 10
    let samples = Self.sound(minutes)
    let encoders = try Self.measure(Self.encoders(samples), workshop)
    let decoders = try Self.measure(try Self.decoders(samples), workshop)
    text =
      Self.table("encoder", encoders).text + "\n\n" + Self.table("decoder", decoders).text
      + "\n\n\(minutes) minutes of 44.1 kHz mono, the slow ones a part of it; processor time, the "
      + "median of 5 rounds. Vectors: \(Self.vectors)."
  }

  private static func encoders(_ samples: [Int16]) -> [Task] {
    let packetCount = samples.count / 64
    var tasks = [
      Task(name: "libavcodec", sampleCount: samples.count) {
        _ = try IMA4Peer.encodeGreedily(samples, channelCount: 1)
        return nil
      },
      Task(name: "libsndfile", sampleCount: samples.count) {
        var file = [UInt8](repeating: 0, count: packetCount * 34 + 4_096)
        var size = file.count
        guard peer_sndfile_encode(samples, samples.count, 1, &file, &size) == 0 else {
          throw RunFailure(description: "libsndfile cannot encode IMA4")
        }
        return nil
      },
    ]
    for (effort, part) in zip(IMA4Encoder.Effort.allCases, [1, 10, 200]) {
      let excerpt = Array(samples.prefix(samples.count / part))
      tasks.append(
        Task(name: "tocsin, \(effort)", sampleCount: excerpt.count) {
          _ = IMA4Peer.encode(excerpt, channelCount: 1, effort)
          return nil
        })
    }
    let excerpt = Array(samples.prefix(samples.count / 50))
    tasks.append(
      Task(name: "tocsin, best, on all cores (wall time)", sampleCount: excerpt.count) {
        let start = ContinuousClock.now
        _ = IMA4Peer.encode(excerpt, channelCount: 1, .best, usesAllCores: true)
        return (ContinuousClock.now - start) / .seconds(1)
      })
    guard let library = ProcessInfo.processInfo.environment["ADPCM_XQ"] else { return tasks }
    for (depth, part) in [(Int32(3), 60), (7, 500)] {
      let excerpt = Array(samples.prefix(samples.count / part))
      tasks.append(
        Task(name: "adpcm-xq -\(depth)", sampleCount: excerpt.count) {
          var decoded = excerpt
          var seconds = 0.0
          let failed = peer_xq_code(
            library, depth, excerpt, excerpt.count, 1, 60, &decoded, &seconds)
          guard failed == 0 else { throw RunFailure(description: "adpcm-xq did not end") }
          return seconds
        })
    }
    return tasks
  }

  private static func decoders(_ samples: [Int16]) throws -> [Task] {
    let own = IMA4Peer.encode(samples, channelCount: 1, .fast)
    let greedy = try IMA4Peer.encodeGreedily(samples, channelCount: 1)
    var file = [UInt8](repeating: 0, count: greedy.count + 4_096)
    var size = file.count
    guard peer_sndfile_encode(samples, samples.count, 1, &file, &size) == 0 else {
      throw RunFailure(description: "libsndfile cannot encode IMA4")
    }
    let sizeOfFile = size
    func decoding(_ name: String, _ packets: [UInt8]) -> Task {
      Task(name: name, sampleCount: packets.count / 34 * 64) {
        var decoder = IMA4Decoder(channelCount: 1)
        var block: [Int16] = []
        for start in stride(from: 0, to: packets.count, by: 34 * 256) {
          try decoder.decode(
            Array(packets[start..<min(start + 34 * 256, packets.count)]), into: &block)
        }
        return nil
      }
    }
    return [
      Task(name: "libavcodec", sampleCount: samples.count) {
        _ = try IMA4Peer.decode(greedy, channelCount: 1)
        return nil
      },
      Task(name: "libsndfile", sampleCount: samples.count) {
        var decoded = [Int16](repeating: 0, count: samples.count)
        guard peer_sndfile_decode(file, sizeOfFile, samples.count, 1, &decoded) == 0 else {
          throw RunFailure(description: "libsndfile cannot decode IMA4")
        }
        return nil
      },
      decoding("tocsin", own), decoding("tocsin, packets of libavcodec", greedy),
    ]
  }

  private static func measure(_ tasks: [Task], _ workshop: Workshop) throws -> [(String, [Double])]
  {
    var speeds = tasks.map { ($0.name, [Double]()) }
    for round in 1...5 {
      for turn in tasks.indices {
        let index = (turn + round) % tasks.count
        workshop.progress.show("ima4: round \(round) of 5, \(tasks[index].name)")
        let start = processorSeconds()
        let own = try tasks[index].work()
        let seconds = own ?? processorSeconds() - start
        speeds[index].1.append(Double(tasks[index].sampleCount) / seconds / 1e6)
      }
    }
    return speeds
  }

  private static func table(_ title: String, _ speeds: [(String, [Double])]) -> Table {
    var table = Table(title, "Msamples/s (min–max)", "× real time", "libavcodec = 1")
    let base = median(speeds[0].1)
    for (name, speeds) in speeds {
      let middle = median(speeds)
      table.append(
        name,
        String(format: "%.3g (%.3g–%.3g)", middle, speeds.min() ?? 0, speeds.max() ?? 0),
        String(format: "%.0f", middle * 1e6 / 44_100), String(format: "%.3g", middle / base))
    }
    return table
  }

  /// A tone that changes every second, with a little noise.
  static func sound(_ minutes: Int) -> [Int16] {
    var noise = Noise(seed: 1)
    let minute = Sound("", sampleRate: 44_100, frameCount: 60 * 44_100 / 64 * 64) { time, _ in
      let pitch = 200 + 40 * time.rounded(.down).truncatingRemainder(dividingBy: 10)
      return 0.4 * sin(2 * .pi * pitch * time) + 0.2 * sin(6.02 * .pi * pitch * time)
        + 0.02 * noise.next()
    }
    return (0..<minutes).flatMap { _ in minute.samples }
  }

  private static var vectors: String {
    let flags = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    if flags.contains(" avx512bw") { return "AVX-512" }
    return flags.contains(" avx2") ? "AVX2" : "the baseline"
  }
}
