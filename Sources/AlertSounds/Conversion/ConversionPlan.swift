public import AudioFormats
import Files
import Glibc

/// One output of a conversion with every choice made; nothing is written yet.
public struct ConversionPlan {
  /// The request and the path that the output gets when it is whole.
  public private(set) var output: SoundConverter.Output
  private let means: Means

  private enum Means {
    case container(ContainerPlan)
    case ffmpeg(ForeignPlan)
  }

  /// Makes every choice that `output` leaves open for `sounds`: the sound, and those that follow it.
  /// - Throws: ``SoundError`` where the conversion is not possible.
  public init(_ output: SoundConverter.Output, of sounds: [SoundFile]) throws(SoundError) {
    self.output = output
    let (request, isJoined) = (output.request, sounds.count > 1)
    if let foreign = request.foreign {
      means = .ffmpeg(
        try ForeignPlan(foreign, request, path: output.path, source: sounds[0], isJoined: isJoined))
    } else {
      means = .container(
        try ContainerPlan(request, output: output.path, source: sounds[0], isJoined: isJoined))
    }
  }

  /// Plans an output with the name that afconvert makes if none is given: the input's with another
  /// extension. If that is taken, the new rate or depth, or else a number, is added.
  /// - Throws: ``SoundError`` if the request cannot be planned, or all names are taken.
  public init(unnamed request: ConversionRequest, of sounds: [SoundFile]) throws(SoundError) {
    // Such a name does not decide the file format: only the request can.
    try self.init(SoundConverter.Output("", request), of: sounds)
    switch means {
    case .ffmpeg(let plan):
      output.path = try freeName(beside: sounds[0].path, plan.fileFormat.usualExtension, [""])
    case .container(let plan):
      output.path = try freeName(
        beside: sounds[0].path, plan.container.fileExtensions[0], plan.nameAdditions(sounds[0]))
    }
  }

  /// The content that will be written.
  public var content: FileContent {
    switch means {
    case .container(let plan): .container(plan.container)
    case .ffmpeg(let plan): plan.fileFormat.content
    }
  }

  /// The container and the data format that will be written; nil where ffmpeg writes the output.
  public var formats: (container: Container, dataFormat: DataFormat)? {
    if case .container(let plan) = means { (plan.container, plan.dataFormat) } else { nil }
  }

  /// The file that will be made of `sounds`, not written yet.
  func file(of sounds: [SoundFile]) throws -> any SoundOutput {
    let inputs = sounds.map(\.identity)
    switch means {
    case .ffmpeg(let plan): return try ForeignEncoding(plan, for: output, inputs: inputs)
    case .container(var plan):
      if plan.container == .caf {
        if plan.copiesPackets, output.request.keepsMetadata {
          plan.writing.chunks = try sounds[0].metadataChunks()
        }
        plan.writing.chunks.merge(try output.request.extraChunks.contents(for: sounds[0])) { $1 }
      }
      return try ConversionOutput(plan, for: output, inputs: inputs)
    }
  }
}

private func freeName(
  beside path: String, _ suffix: String, _ additions: [String]
) throws(SoundError) -> String {
  let base = String(path.dropLast(fileExtension(of: path).count))
  let stem = base.hasSuffix(".") ? String(base.dropLast()) : base
  for addition in additions + (1...9_999).map({ "-\($0)" }) {
    let name = stem + addition + "." + suffix
    if access(name, F_OK) != 0 { return name }
  }
  throw .request("no free name beside \(printable(path)); name the output")
}

extension ContainerPlan {
  fileprivate func nameAdditions(_ source: SoundFile) -> [String] {
    guard case .linearPCM(let pcm) = dataFormat.coding else { return [""] }
    var additions = [""]
    if dataFormat.sampleRate != source.sampleRate {
      additions.append("-\(fixed(dataFormat.sampleRate / 1_000, decimals: 0))k")
    }
    if source.dataFormat.map({ $0.bitsPerChannel != pcm.bitDepth }) ?? false {
      additions.append("-\(pcm.bitDepth)bit")
    }
    return additions
  }
}
