import AlertSounds
import AudioFormats
import AudioProcessing

/// Finds the conversion that turns a file into an alert sound with the same name.
struct SoundRepair {
  /// The reason why a sound is left alone, as a phrase.
  struct Refusal: Error { let reason: String }

  private let file: String
  private let repairs: Set<Fix.Repair>
  private let options: RepairOptions
  /// The edit that cuts a sound. An alert sound must be under 30 s; the cut is a little shorter,
  /// because players count in their own blocks.
  private static let cut: SoundEdits = {
    var edits = SoundEdits()
    (edits.end, edits.fadeOut) = (29.5, 0.5)
    return edits
  }()

  init(_ file: String, _ repairs: Set<Fix.Repair>, _ options: RepairOptions) {
    self.file = file
    self.repairs = repairs
    self.options = options
  }

  func repair() throws(Refusal) -> Repair {
    let foreign = ForeignKind(of: file).flatMap { $0.needsFFmpeg ? $0 : nil }
    let sound = foreign == nil ? try open() : nil
    guard let container = Container.allCases.first(where: isNamed) else {
      throw Refusal(reason: "its name would have to change: convert it, and ask for the new name")
    }
    if let sound { try checkCoding(container, of: sound) } else { try checkFFmpeg() }
    var request = ConversionRequest(container: container)
    request.dataFormat = DataFormatRequest(coding(for: container, of: sound))
    request.keepsMetadata = !repairs.contains(.shrink)
    if repairs.contains(.resample) { request.dataFormat?.sampleRate = 44_100 }
    if repairs.contains(.cut) {
      guard options.trims else { throw Refusal(reason: "--trim cuts it to 29.5 s") }
      request.edits = Self.cut
    }
    let name = sound?.formatName ?? foreign?.name ?? "it"
    return Repair(file: file, action: .convert(request), what: text(name, container, request))
  }

  private func checkFFmpeg() throws(Refusal) {
    guard SoundFile.canRunFFmpeg else {
      throw Refusal(reason: "reading it takes ffmpeg: sudo apt install ffmpeg")
    }
  }

  private func open() throws(Refusal) -> SoundFile {
    let sound: SoundFile
    do {
      // Planning must not run other programs.
      sound = try SoundFile(path: file, decoders: .libraries)
      if sound.neededDecoders <= sound.decoders { _ = try sound.pcm() }
    } catch {
      throw Refusal(reason: "it cannot be decoded: convert the original recording")
    }
    if sound.needsFFmpeg { try checkFFmpeg() }
    guard !sound.isCutOff else {
      throw Refusal(reason: "its end is missing: get the whole file again")
    }
    return sound
  }

  /// A wrong name alone is not a reason to encode a sound again, with a loss or at four times the
  /// size.
  private func checkCoding(_ container: Container, of sound: SoundFile) throws(Refusal) {
    guard repairs == [.repack], case .container(let description) = sound.content,
      !container.writableCodings.contains(description.dataFormat.coding)
    else { return }
    throw Refusal(
      reason: "\(container.name) cannot hold \(description.dataFormat.codingName): rename the file")
  }

  private func isNamed(_ container: Container) -> Bool {
    container.fileExtensions.contains(file.fileSuffix)
  }

  /// An allowed coding is kept; otherwise IMA4 if the container allows it, and 16-bit samples if
  /// not.
  private func coding(for container: Container, of sound: SoundFile?) -> DataFormat.Coding {
    if case .container(let description) = sound?.content, !repairs.contains(.shrink),
      container.writableCodings.contains(description.dataFormat.coding)
    {
      return description.dataFormat.coding
    }
    if container.writableCodings.contains(.ima4) { return .ima4 }
    return .linearPCM(.int16(container == .wave ? .littleEndian : .bigEndian))
  }

  private func text(
    _ name: String, _ container: Container, _ request: ConversionRequest
  ) -> String {
    let coding = request.dataFormat?.coding?.name ?? "ima4"
    let cut = request.edits.end.map { ", cut to \(decimal($0)) s with a fade" } ?? ""
    return "\(name) becomes \(container.name), \(coding)\(cut)"
  }
}

extension SoundFile {
  /// Whether the file ends before its audio does.
  fileprivate var isCutOff: Bool {
    guard case .container(let description) = content else { return false }
    return description.irregularities.contains { $0.kind == .truncatedAudio }
  }
}
