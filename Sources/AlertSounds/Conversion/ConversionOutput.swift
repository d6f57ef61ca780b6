import AudioContainers
import AudioTypes

/// The file that a conversion makes: packets go in, a whole container comes out, or nothing.
struct ConversionOutput {
  let plan: ConversionPlan
  let path: String
  /// Frames of sound so far.
  var frameCount: Int64 = 0
  var primingFrames: Int32 = 0
  private let file: AtomicFile
  private var writer: ContainerWriter<AtomicFile>

  /// Packets are best written in pieces of about this many bytes.
  static let pieceSize = 1 << 18

  /// An output at `path`, which must not be the file `input`.
  init(_ plan: ConversionPlan, at path: String, input: FileIdentity?) throws(SoundError) {
    self.plan = plan
    self.path = path
    do { file = try AtomicFile(path: path, input: input) } catch { throw .file(error) }
    do {
      writer = try ContainerWriter(
        plan.container, plan.dataFormat, to: file, plan.writing)
    } catch { throw .output(path: path, error) }
  }

  mutating func write(_ packets: [UInt8]) throws(SoundError) {
    do { try writer.write(packets) } catch { throw Self.failure(error, path) }
  }

  /// Completes the container and gives the file its name.
  /// - Returns: the size of the file in bytes.
  consuming func finish() throws(SoundError) -> Int64 {
    let (file, path) = (file, path)
    let (frameCount, primingFrames) = (frameCount, primingFrames)
    do {
      _ = try writer.finish(validFrames: frameCount, primingFrames: primingFrames)
    } catch { throw Self.failure(error, path) }
    do { try file.commit() } catch { throw .file(error) }
    return file.byteCount
  }

  private static func failure(_ error: ContainerError, _ path: String) -> SoundError {
    if case .file(let fileError) = error { .file(fileError) } else { .output(path: path, error) }
  }
}
