public import AudioFormats
import Files
import Glibc

/// The name of a conversion's output beside others in a folder: the input's, with the container's
/// own extension. Standard input becomes `stdin`.
public func outputName(for input: String, in container: Container) -> String {
  plainName(of: input) + "." + container.fileExtensions[0]
}

/// The name of an input without its folder and its extension; `stdin` for standard input.
public func plainName(of input: String) -> String {
  input == OutputFile.standardPath ? "stdin" : baseName(of: input)
}

extension SoundConverter {
  /// The name that afconvert makes if none is given: the input's with another extension. If that is
  /// taken, the new rate or depth, or else a number, is added.
  /// - Throws: ``SoundError`` if the request cannot be planned, or all names are taken.
  public static func unusedName(
    for sound: SoundFile, _ request: ConversionRequest
  ) throws(SoundError) -> String {
    // Such a name does not decide the file format: only the request can.
    if let foreign = request.foreign {
      let plan = try ForeignPlan(foreign, request, path: "", source: sound)
      return try freeName(beside: sound.path, plan.fileFormat.usualExtension, [""])
    }
    let plan = try ConversionPlan(request, output: "", source: sound)
    return try freeName(
      beside: sound.path, plan.container.fileExtensions[0], plan.nameAdditions(sound))
  }

  private static func freeName(
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
}

extension ConversionPlan {
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
