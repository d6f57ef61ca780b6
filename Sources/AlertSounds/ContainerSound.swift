import AudioCodecs
public import AudioContainers
public import AudioTypes
public import Files

/// A sound in one of the alert containers. No library of others ever sees its bytes.
public struct ContainerSound {
  public let path: String
  public let description: ContainerDescription
  let source: any ByteSource

  /// The sound that `description` was parsed from; `path` names it in errors.
  public init(_ description: ContainerDescription, in source: any ByteSource, path: String) {
    self.path = path
    self.description = description
    self.source = source
  }

  /// Parses the bytes of a sound.
  /// - Throws: `SoundError.container`, also for bytes that are not an alert container.
  public init(parsing source: any ByteSource, path: String) throws(SoundError) {
    do {
      self.init(try ContainerDescription(parsing: source), in: source, path: path)
    } catch { throw .container(path: path, error) }
  }

  /// The sound as PCM, from its start; priming and padding are not part of it.
  /// - Throws: `SoundError.codec` where Tocsin has no decoder.
  public func pcm() throws(SoundError) -> any PCMSource { try pcm(of: SoundFile.Excerpt()) }

  /// - Parameter blockFrames: how many frames are decoded at a time.
  func pcm(
    of excerpt: SoundFile.Excerpt = SoundFile.Excerpt(),
    blockFrames: Int = PacketPCMSource.blockFrames
  ) throws(SoundError) -> any PCMSource {
    let packets: PacketPCMSource
    do { packets = try PacketPCMSource(self, blockFrames: blockFrames) } catch {
      throw .codec(path: path, error)
    }
    return excerpt.frames(of: description).trim(packets)
  }
}
