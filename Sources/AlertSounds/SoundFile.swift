public import AudioFormats
public import AudioImport
import AudioProcessing
public import Files

/// An open sound file: one of the alert containers, or a foreign format.
public struct SoundFile {
  /// The reader of the file.
  public enum Content {
    /// Our own readers.
    case container(ContainerDescription)
    /// libsndfile, or the program ffmpeg.
    case imported(ImportedSound)
  }

  /// The decoders that a file may be given to, each with those before it.
  public enum Decoders: Int, Hashable, Sendable, Comparable {
    /// Tocsin's own readers and codecs alone.
    case own
    /// libsndfile, inside this process.
    case libraries
    /// The programs ffprobe and ffmpeg.
    case programs

    /// Orders the decoders by how much foreign code they let in.
    public static func < (first: Decoders, second: Decoders) -> Bool {
      first.rawValue < second.rawValue
    }
  }

  /// The part of the sound that is read.
  public struct Excerpt: Hashable, Sendable {
    /// Frames of sound that are skipped.
    public var startFrame: Int64 = 0
    /// The numbers of priming and padding frames, if the file is known to be wrong about them.
    public var primingFrames: Int32?
    /// Frames after the sound in place of those that the file states.
    public var remainderFrames: Int32?

    /// All of the sound.
    public init() {}
  }

  /// The path that the file was opened by.
  public let path: String
  /// The content of the file, and its reader.
  public let content: Content
  /// The decoders that ``pcm()`` and ``track()`` may use.
  public let decoders: Decoders
  /// The part that ``pcm()`` and ``track()`` read; all of the sound at first.
  public var excerpt = Excerpt()
  /// Bytes of the file when it was opened.
  public let byteCount: Int64
  /// Distinguishes this file from an output with another name.
  public let identity: FileIdentity
  /// The name of the container or of the foreign format.
  public let formatName: String
  /// The number of channels of the sound.
  public let channelCount: Int
  /// Frames a second (Hz).
  public let sampleRate: Double
  /// Frames of sound, where they are known before the end is read.
  public let frameCount: Int64?
  /// The format of the packets; nil for foreign formats.
  let dataFormat: DataFormat?
  /// The speakers of the channels, if the container names them; nil for foreign formats.
  let channelLayout: ChannelLayout?
  /// Frames before the sound.
  let primingFrames: Int32
  let source: FileSource

  /// Opens `path`. Foreign formats go to foreign decoders. Alert containers go to them only for
  /// packets in a foreign coding.
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - decoders: the decoders that may see the file, now and whenever it is read.
  /// - Throws: ``SoundError`` where the file cannot be read, is damaged, does not hold a known
  ///   sound, or needs a decoder that is not allowed.
  public init(path: String, decoders: Decoders = .programs) throws(SoundError) {
    let source: FileSource
    do { source = try FileSource(path: path) } catch { throw .file(error) }
    try self.init(source, decoders)
  }

  /// Opens `path`, whose bytes are all samples of `format`.
  /// - Throws: ``SoundError`` where the file cannot be read, or Tocsin has no codec for the format.
  public init(path: String, rawSamples format: DataFormat) throws(SoundError) {
    let source: FileSource
    do { source = try FileSource(path: path) } catch { throw .file(error) }
    guard
      let description = ContainerDescription(rawSamples: format, byteCount: source.byteCount)
    else { throw .request("raw samples cannot be \(format.codingName)") }
    self.init(source, .own, .container(description))
  }

  private init(_ source: FileSource, _ decoders: Decoders) throws(SoundError) {
    let content: Content
    do {
      content = .container(try ContainerDescription(parsing: source))
    } catch .notAContainer(let kind) {
      content = .imported(try Self.imported(source, kind, decoders))
    } catch {
      if case .file(let fileError) = error { throw .file(fileError) }
      throw .container(path: source.path, error)
    }
    self.init(source, decoders, content)
  }

  private init(_ source: FileSource, _ decoders: Decoders, _ content: Content) {
    self.source = source
    path = source.path
    self.decoders = decoders
    self.content = content
    byteCount = source.byteCount
    identity = source.identity
    switch content {
    case .container(let description):
      let format = description.dataFormat
      formatName = description.hasHeader ? description.container.name : "raw samples"
      (channelCount, sampleRate) = (format.channelCount, format.sampleRate)
      (frameCount, dataFormat) = (description.validFrames, format)
      channelLayout = description.channelLayout
      primingFrames = description.packetTable?.primingFrames ?? 0
    case .imported(let sound):
      formatName = sound.formatName
      (channelCount, sampleRate) = (sound.channelCount, sound.sampleRate)
      (frameCount, dataFormat) = (sound.frameCount, nil)
      (channelLayout, primingFrames) = (nil, 0)
    }
  }

  /// The whole sounds that stand in the file behind this one.
  /// - Throws: ``SoundError`` where one cannot be read.
  public func followingSounds() throws(SoundError) -> [SoundFile] {
    guard case .container(let description) = content else { return [] }
    var sounds: [SoundFile] = []
    for start in description.followingSounds {
      let part: FileSource
      do { part = try FileSource(source, from: start) } catch { throw .file(error) }
      // Other decoders would read the file from its start.
      sounds.append(try SoundFile(part, .own))
    }
    return sounds
  }

  private static func imported(
    _ source: FileSource, _ kind: ForeignKind?, _ decoders: Decoders
  ) throws(SoundError) -> ImportedSound {
    guard source.byteCount > 0 else {
      throw .container(path: source.path, .unsupported("the file is empty"))
    }
    if let kind, !kind.isSound {
      throw .imported(path: source.path, .unsupported("it is \(kind.name), not a sound"))
    }
    guard decoders > .own else {
      throw .imported(path: source.path, .notAllowed(kind?.name ?? "this format"))
    }
    do {
      return try ImportedSound(
        source, needsFFmpeg: kind?.needsFFmpeg ?? false, runsPrograms: decoders == .programs)
    } catch { throw .imported(path: source.path, error) }
  }

  /// The sound as PCM, from its start, without padding. Each call begins again, and a foreign
  /// decoder starts with the first block.
  /// - Throws: ``SoundError`` where there is no decoder for the coding, or it is not one of
  ///   ``decoders``.
  public func pcm() throws(SoundError) -> any PCMSource {
    switch content {
    case .imported(let sound): return try pcm(of: sound)
    case .container(let description):
      if case .other = description.dataFormat.coding { return try foreignPCM(in: description) }
      return try ContainerSound(description, in: source, path: path).pcm(of: excerpt)
    }
  }

  /// The sound as a track, which can be read any number of times.
  /// - Throws: ``SoundError`` as ``pcm()``.
  public func track() throws -> PCMTrack { try PCMTrack { try pcm() } }
}

extension SoundFile {
  /// Bits of a sample before a foreign coding, where that is lossless and they are known.
  var sourceBitDepth: Int? {
    switch content {
    case .container: codedBitDepth
    case .imported(let sound): sound.sourceBitDepth
    }
  }

  /// Whether the sound is read from its start to its end.
  var isWhole: Bool { excerpt == Excerpt() }

  /// The data format as afconvert's `-v` prints it.
  public var formatLine: String {
    switch content {
    case .container(let description): description.dataFormat.streamDescription
    case .imported(let sound):
      streamDescription(
        channelCount: sound.channelCount, sampleRate: sound.sampleRate,
        ForeignFormat(sound).formatDescription)
    }
  }
}
