public import AudioFormats
public import Files
import Glibc
import SystemPackage

/// A run of ffmpeg that codes PCM and writes a file.
public final class FFmpegEncoder {
  /// The coding of the sound.
  public enum Coding: Hashable, Sendable {
    /// Bits a second over all channels; nil leaves them to ffmpeg.
    case aac(bitRate: Int?)
    /// High-efficiency AAC, by libfdk_aac, which Debian's ffmpeg does not have.
    case heAAC(bitRate: Int?)
    case opus(bitRate: Int?)
    /// 16 or 24 bits.
    case alac(bitDepth: Int)
    /// 16 or 24 bits.
    case flac(bitDepth: Int)
  }

  /// The containers.
  public enum Container: Hashable, Sendable {
    case m4a, audioBook, mp4, caf, adts, flac, ogg

    /// FFmpeg's options for the coding. Edit lists count in the movie's own clock.
    func options(_ sampleRate: Int) -> [String] {
      let clock = ["-movie_timescale", "\(sampleRate)"]
      return switch self {
      case .m4a: clock + ["-f", "ipod"]
      case .audioBook: clock + ["-brand", "M4B ", "-f", "ipod"]
      case .mp4: clock + ["-f", "mp4"]
      case .caf: ["-f", "caf"]
      case .adts: ["-f", "adts"]
      case .flac: ["-f", "flac"]
      case .ogg: ["-f", "opus"]
      }
    }
  }

  private let child: ChildProcess
  private let stream: ChildStream

  /// Starts ffmpeg, which writes `file` from its first byte.
  /// - Parameters:
  ///   - coding: the coding of the sound.
  ///   - container: the form of the file.
  ///   - sampleRate: a whole number of Hz.
  ///   - channelCount: the number of channels of the blocks.
  ///   - file: the file, which has no name before it is committed.
  /// - Throws: ``ImportError`` where ffmpeg is not installed or cannot be started.
  public init(
    _ coding: Coding, _ container: Container, sampleRate: Int, channelCount: Int,
    to file: AtomicFile
  ) throws(ImportError) {
    let program = try FFmpeg.path("ffmpeg")
    var limits = ChildLimits()
    limits.fileSize = 1 << 40
    // A socket, not a pipe: writing to a program that has ended is an error there, not a signal.
    let sockets = try Self.socketPair(for: program)
    stream = ChildStream(sockets.ours, limits)
    defer { try? sockets.theirs.close() }
    let input = ["-ar", "\(sampleRate)", "-ac", "\(channelCount)", "-i", "pipe:0"]
    child = try ChildProcess(
      ChildStart(
        program: program,
        arguments: ["-nostdin", "-v", "error", "-xerror", "-threads", "1"]
          + ["-protocol_whitelist", "file,pipe", "-f", FFmpeg.sampleFormat] + input
          + Self.options(coding) + ["-flags:a", "+bitexact", "-fflags", "+bitexact"]
          + container.options(sampleRate) + ["-y", "file:/proc/self/fd/3"],
        input: sockets.theirs, file: file.descriptor, limits: limits))
  }

  private static func options(_ coding: Coding) -> [String] {
    func rate(_ bitRate: Int?) -> [String] { bitRate.map { ["-b:a", "\($0)"] } ?? [] }
    return switch coding {
    case .aac(let bitRate): ["-c:a", "aac"] + rate(bitRate)
    case .heAAC(let bitRate): ["-c:a", "libfdk_aac", "-profile:a", "aac_he"] + rate(bitRate)
    case .opus(let bitRate): ["-c:a", "libopus"] + rate(bitRate)
    case .alac(let bitDepth): ["-c:a", "alac", "-sample_fmt", bitDepth > 16 ? "s32p" : "s16p"]
    case .flac(let bitDepth):
      ["-c:a", "flac"]
        + (bitDepth > 16
          ? ["-sample_fmt", "s32", "-bits_per_raw_sample", "24"] : ["-sample_fmt", "s16"])
    }
  }

  private static func socketPair(
    for program: String
  ) throws(ImportError) -> (ours: FileDescriptor, theirs: FileDescriptor) {
    var numbers: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &numbers) == 0 else {
      throw .notStarted(program, "\(Errno(rawValue: errno))")
    }
    return (FileDescriptor(rawValue: numbers[0]), FileDescriptor(rawValue: numbers[1]))
  }

  /// Gives the next block to ffmpeg.
  /// - Throws: ``ImportError/notWritten(_:)`` where ffmpeg has given up, with its own words.
  public func write(_ block: PCMBuffer) throws(ImportError) {
    do {
      if try stream.send(block.samples) { return }
    } catch {
      child.kill()
      throw error
    }
    throw .notWritten(FFmpeg.words(child.end()))
  }

  /// Waits until the file is complete.
  /// - Throws: ``ImportError/notWritten(_:)`` where ffmpeg has failed, with its own words.
  public func finish() throws(ImportError) {
    stream.finishSending()
    let ending = child.end(within: .seconds(60))
    guard ending.status == 0 else { throw .notWritten(FFmpeg.words(ending)) }
  }
}
