import AlertSounds
import AudioContainers
import AudioTypes
import Files
import Glibc

extension ConversionJob.Output {
  /// The file to make of `sound`.
  /// - Parameter tool: `tocsin` refuses to replace what looks like an input.
  /// - Throws: `SoundError.request` where there is no name or no format for it.
  func target(
    for sound: SoundFile, of inputs: [String], as tool: Personality
  ) throws(SoundError) -> SoundConverter.Output {
    let target: SoundConverter.Output
    if restoresTag {
      target = try restored(from: sound)
    } else {
      let path = if let path { path } else { try SoundConverter.unusedName(for: sound, request) }
      target = .init(path, request)
    }
    if tool == .tocsin { try refuseToReplaceAnotherSound(target, sound, inputs) }
    return target
  }

  private func restored(from sound: SoundFile) throws(SoundError) -> SoundConverter.Output {
    guard let tag = SourceTag(carriedBy: sound) else {
      throw .request("\(printable(sound.path)) carries no tag to restore: add -f, -d or both")
    }
    var request = request
    request.extraChunks.remove(.sourceTag)
    request.container = tag.container
    request.dataFormat = DataFormatRequest(restoring: tag.dataFormat)
    if let path { return .init(path, request) }
    let original = folder(of: sound.path) + tag.name
    // The original may still be there: a name out of a file replaces nothing.
    guard access(original, F_OK) != 0 else {
      throw .request("\(printable(original)) exists; name the output")
    }
    return .init(original, request)
  }

  /// `tocsin convert *.wav -f caff` in a folder of two files would replace the second one.
  private func refuseToReplaceAnotherSound(
    _ target: SoundConverter.Output, _ sound: SoundFile, _ inputs: [String]
  ) throws(SoundError) {
    let suffix = fileExtension(of: target.path)
    guard !suffix.isEmpty, access(target.path, F_OK) == 0,
      request.foreign == nil, let container = try? target.container(for: sound),
      !container.fileExtensions.contains(suffix)
    else { return }
    let files = (inputs + [target.path]).map { shellWord($0) }.joined(separator: " ")
    throw .request(
      "\(printable(target.path)) exists and is not named like a \(container.name): it is left as it "
        + "is. To convert all of these files: "
        + "tocsin convert --to \(target.request.shortForm(container)) --output-dir FOLDER \(files)")
  }
}

extension ConversionRequest {
  /// What `--to` takes for this request.
  fileprivate func shortForm(_ container: Container) -> String {
    "\(container.code)" + (dataFormat.map { ":\($0.text)" } ?? "")
  }
}
