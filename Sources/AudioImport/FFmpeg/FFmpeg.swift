import AudioFormats
import Files
import Glibc
import SystemPackage

/// The programs ffmpeg and ffprobe, with restrictions.
public enum FFmpeg {
  /// Whether both programs are on the PATH. Nothing is run.
  public static var isInstalled: Bool {
    ProgramPath.of("ffmpeg") != nil && ProgramPath.of("ffprobe") != nil
  }

  static func path(_ name: String) throws(ImportError) -> String {
    guard let path = ProgramPath.of(name) else { throw .needsFFmpeg }
    return path
  }

  /// The arguments for the input: the file on descriptor 0, opened again so that it can be sought
  /// in. File names never become part of a command line, and formats that lead to other files are
  /// off.
  static func input(_ demuxer: String? = nil) -> [String] {
    ["-protocol_whitelist", "file,pipe", "-format_whitelist", formats.joined(separator: ",")]
      + (demuxer.map { ["-f", $0] } ?? []) + ["-i", "file:/proc/self/fd/0"]
  }

  /// FFmpeg's formats that hold sound and do not lead to other files: playlists, devices and
  /// scripts are excluded.
  private static let formats = [
    "aac", "aax", "ac3", "aiff", "amr", "amrnb", "amrwb", "ape", "asf", "au", "avi", "caf", "dff",
    "dsf", "dts", "dtshd", "eac3", "flac", "flv", "gsm", "iff", "ircam", "latm", "loas", "matroska",
    "mlp", "mov", "mp3", "mpc", "mpc8", "mpeg", "mpegts", "nistsphere", "ogg", "oma", "paf", "pvf",
    "qcp", "rm", "rso", "sbc", "shn", "sox", "tak", "truehd", "tta", "voc", "vqf", "w64", "wav",
    "wsd", "wv", "xa", "xwma",
  ]

  /// 64-bit floats of this machine: they hold each sample of 32 bits exactly.
  static var sampleFormat: String { 1.littleEndian == 1 ? "f64le" : "f64be" }

  /// The program's error output, in one line.
  static func words(_ ending: ChildProcess.Ending) -> String {
    let line = ending.words.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
    let said = line.split(separator: "file:/proc/self/fd/0: ").last.map(String.init) ?? ""
    return said.isEmpty ? "status \(ending.status)" : printable(said)
  }
}
