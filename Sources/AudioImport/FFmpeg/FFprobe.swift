import AudioFormats
import Files
import SystemPackage

/// Runs ffprobe, which reports the content of a file.
enum FFprobe {
  /// The maximum size of its output: more than a sound of a day needs.
  private static let textLimit = 64 << 20

  /// The output of ffprobe about `source`, a value a line.
  static func text(
    of source: FileSource, _ questions: [String], limits: ChildLimits = ChildLimits()
  ) throws(ImportError) -> String {
    let program = try FFmpeg.path("ffprobe")
    let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do { pipe = try FileDescriptor.pipe(options: .closeOnExec) } catch {
      throw .notStarted(program, "\(error)")
    }
    let stream = ChildStream(pipe.readEnd, limits)
    let arguments =
      ["-v", "error"] + questions + ["-of", "default=noprint_wrappers=1"] + FFmpeg.input()
    let child: ChildProcess
    do {
      defer { try? pipe.writeEnd.close() }
      child = try ChildProcess(
        ChildStart(
          program: program, arguments: arguments, input: source.descriptor,
          output: pipe.writeEnd, limits: limits))
    }
    let text = try text(from: stream)
    let ending = child.end()
    guard ending.status == 0 else { throw .notOpened(FFmpeg.words(ending)) }
    return text
  }

  private static func text(from stream: ChildStream) throws(ImportError) -> String {
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try stream.fill(&block)
      text += block.prefix(count)
      if count < block.count { return String(decoding: text, as: UTF8.self) }
      guard text.count <= textLimit else { throw .tooMuch }
    }
  }
}
