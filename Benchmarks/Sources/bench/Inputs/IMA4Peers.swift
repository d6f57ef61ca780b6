import AudioFormats
import CPeerCodecs
import Foundation

/// An encoder of IMA4, or of a format with the same bit rate.
struct IMA4Peer: Sendable {
  let name: String
  /// The sound after encoding and decoding; nil if the encoder gave up.
  let decoded: @Sendable (Sound) throws -> [Int16]?

  static let greedy = IMA4Peer(name: "libavcodec (greedy, as all others)") { sound in
    let packets = try Self.encodeGreedily(sound.padded, channelCount: sound.channelCount)
    return try Self.decode(packets, channelCount: sound.channelCount)
  }

  static func own(_ effort: IMA4Encoder.Effort) -> IMA4Peer {
    IMA4Peer(name: "tocsin, \(effort)") { sound in
      let packets = Self.encode(sound.samples, channelCount: sound.channelCount, effort)
      let decoded = try Self.decode(packets, channelCount: sound.channelCount)
      for rule in [IMA4Decoder.PreambleRule.carriesOn, .restarts] {
        var decoder = IMA4Decoder(channelCount: sound.channelCount, rule: rule)
        var samples: [Int16] = []
        try decoder.decode(packets, into: &samples)
        guard samples == decoded else {
          throw RunFailure(description: "decoders disagree on \(sound.name)")
        }
      }
      return decoded
    }
  }

  /// The library of adpcm-xq at the path in the environment variable ADPCM_XQ.
  static func xq(depth: Int32) -> IMA4Peer? {
    guard let path = ProcessInfo.processInfo.environment["ADPCM_XQ"] else { return nil }
    return IMA4Peer(name: "adpcm-xq -\(depth), 60-byte blocks") { sound in
      var decoded = [Int16](repeating: 0, count: sound.samples.count)
      var seconds = 0.0
      let failed = peer_xq_code(
        path, depth, sound.samples, sound.frameCount, Int32(sound.channelCount), 15, &decoded,
        &seconds)
      return failed == 0 ? decoded : nil
    }
  }

  static func encode(
    _ samples: [Int16], channelCount: Int, _ effort: IMA4Encoder.Effort, usesAllCores: Bool = false
  ) -> [UInt8] {
    var encoder = IMA4Encoder(
      channelCount: channelCount, effort: effort, usesAllCores: usesAllCores)
    var packets: [UInt8] = []
    packets.reserveCapacity(samples.count * 34 / 64 + 68)
    encoder.encode(samples, into: &packets)
    encoder.finish(into: &packets)
    return packets
  }

  static func encodeGreedily(_ samples: [Int16], channelCount: Int) throws -> [UInt8] {
    let count = samples.count / 64 / channelCount
    var packets = [UInt8](repeating: 0, count: count * 34 * channelCount)
    guard peer_avcodec_encode(samples, count, Int32(channelCount), &packets) == 0 else {
      throw RunFailure(description: "libavcodec cannot encode IMA4")
    }
    return packets
  }

  /// Decodes packets with libavcodec.
  static func decode(_ packets: [UInt8], channelCount: Int) throws -> [Int16] {
    let count = packets.count / 34 / channelCount
    var samples = [Int16](repeating: 0, count: count * 64 * channelCount)
    guard peer_avcodec_decode(packets, count, Int32(channelCount), &samples) == 0 else {
      throw RunFailure(description: "libavcodec cannot decode IMA4")
    }
    return samples
  }
}

extension Sound {
  /// The samples, with silence up to a whole number of packets.
  var padded: [Int16] {
    let size = 64 * channelCount
    return samples + [Int16](repeating: 0, count: (size - samples.count % size) % size)
  }
}
