import Foundation
import TestSupport

/// The sounds that fixture projects ship. All but one are made by ffmpeg, as most projects make
/// theirs, and not by the code under test.
enum Recording: String, CaseIterable, Sendable {
  /// Half a second of a quiet tone, as the four containers that alerts may have, and for Android.
  case caf, wave, aiff, uLaw, vorbis
  /// 30.000 s, which is just too long.
  case thirtySeconds
  case mp3, alacInCAF, aacInCAF, msADPCMInWAVE, aiffNamedCAF
  case silent, clipped, late, offset, hot
  /// 14 dB over the others.
  case loud
  /// Longer than a banner stays.
  case long
  /// Worth coding.
  case bulky

  var bytes: [UInt8] { get throws { try Self.all.get()[self] ?? [] } }

  /// The signal as an expression of ffmpeg's `aevalsrc`, and its options.
  private var signal: (expression: String, options: String) {
    let tone = "0.08*sin(2*PI*660*t)"
    let half = "s=22050:d=0.5"
    return switch self {
    case .thirtySeconds: (tone, "s=8000:d=30")
    case .long: (tone, "s=8000:d=8")
    case .bulky: (tone, "s=22050:d=3")
    case .silent: ("0", half)
    case .clipped: ("if(between(t,0.2,0.22),clip(1.3*sin(2*PI*300*t),-1,1),\(tone))", half)
    // Samples of 0.85 on the flanks of waves that reach 1.2.
    case .hot: ("if(between(t,0.2,0.21),1.2*sin(2*PI*5512.5*t+PI/4),\(tone))", half)
    case .late: ("if(gt(t,0.4),\(tone),0)", "s=22050:d=1")
    case .offset: ("0.05+\(tone)", half)
    case .loud: ("5*\(tone)", half)
    default: (tone, half)
    }
  }

  private var coding: [String] {
    switch self {
    case .wave: ["-c:a", "pcm_s16le", "-f", "wav"]
    case .aiff, .aiffNamedCAF: ["-c:a", "pcm_s16be", "-f", "aiff"]
    case .uLaw, .thirtySeconds, .long: ["-c:a", "pcm_mulaw", "-f", "caf"]
    case .vorbis: ["-c:a", "libvorbis", "-f", "ogg"]
    case .mp3: ["-c:a", "libmp3lame", "-f", "mp3"]
    case .alacInCAF: ["-c:a", "alac", "-f", "caf"]
    // ffmpeg's CAF writer refuses AAC.
    case .aacInCAF: ["-c:a", "aac", "-f", "adts"]
    case .msADPCMInWAVE: ["-c:a", "adpcm_ms", "-f", "wav"]
    default: ["-c:a", "pcm_s16le", "-f", "caf"]
    }
  }

  /// All of them, made in one run.
  private static let all = Result { try make() }

  private static func make() throws -> [Recording: [UInt8]] {
    let folder = try TemporaryFolder()
    let cases = Self.allCases
    let inputs = cases.flatMap { recording in
      [
        "-f", "lavfi", "-i",
        "aevalsrc='\(recording.signal.expression)':\(recording.signal.options)",
      ]
    }
    let outputs = cases.enumerated().flatMap { index, recording in
      ["-map", "\(index):a"] + recording.coding + [folder.path(recording.rawValue)]
    }
    let result = try Tool("ffmpeg").run(["-nostdin", "-v", "error", "-y"] + inputs + outputs)
    guard result.status == 0 else {
      throw PreflightFolder.ScriptFailure(description: result.errors)
    }
    var made: [Recording: [UInt8]] = [:]
    for recording in cases { made[recording] = try folder.bytes(of: recording.rawValue) }
    made[.aacInCAF] = AACInCAF.file(adts: made[.aacInCAF] ?? [])
    return made
  }
}

/// AAC in a CAF file as Apple's tools write it, but for the decoder's configuration.
private enum AACInCAF {
  static func file(adts: [UInt8]) -> [UInt8] {
    let packets = packets(adts)
    let description =
      big(Double(22_050).bitPattern) + Array("aac ".utf8) + big(UInt32(0)) + big(UInt32(0))
      + big(UInt32(1_024)) + big(UInt32(1)) + big(UInt32(0))
    let table =
      big(UInt64(packets.count)) + big(UInt64(packets.count * 1_024)) + big(UInt64(0))
      + packets.flatMap { length($0.count) }
    return Array("caff".utf8) + big(UInt16(1)) + big(UInt16(0)) + chunk("desc", description)
      + chunk("pakt", table) + chunk("data", big(UInt32(0)) + packets.flatMap(\.self))
  }

  /// The frames of an ADTS stream without their headers (ISO/IEC 13818-7, 6.2).
  private static func packets(_ adts: [UInt8]) -> [ArraySlice<UInt8>] {
    var packets: [ArraySlice<UInt8>] = []
    var at = 0
    while at + 7 <= adts.count {
      let size = Int(adts[at + 3] & 3) << 11 | Int(adts[at + 4]) << 3 | Int(adts[at + 5]) >> 5
      guard size > 7, at + size <= adts.count else { break }
      packets.append(adts[(at + 7)..<(at + size)])
      at += size
    }
    return packets
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Array(type.utf8) + big(UInt64(content.count)) + content
  }

  /// A packet's size in the packet table: seven bits a byte.
  private static func length(_ value: Int) -> [UInt8] {
    value < 128
      ? [UInt8(value)] : [UInt8(value >> 7 & 0x7F) | 0x80, UInt8(value & 0x7F)]
  }

  private static func big(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
