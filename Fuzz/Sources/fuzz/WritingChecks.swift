import AlertSounds
import AudioFormats
import Files

/// Packets that are written into a container and must be read back unchanged.
struct WritingCase {
  let container: Container
  let format: DataFormat
  let options: WriterOptions
  /// The number of frames in the packets before the padding, and the number of priming frames among
  /// them.
  let frameCount: Int
  let primingFrames: Int

  func check(_ packets: [UInt8]) {
    let file = written(packets)
    let description: ContainerDescription
    do {
      description = try ContainerDescription(parsing: MemorySource(file))
    } catch { fatalError("our own file cannot be parsed: \(error)") }
    claim(description.container == container, "\(container.name) became another container")
    claim(description.dataFormat == format, "\(format) became \(description.dataFormat)")
    claim(description.irregularities.isEmpty, "\(description.irregularities)")
    if let layout = options.channelLayout, container == .caf || container == .aifc {
      claim(description.channelLayout == layout, "the layout \(layout.name) is lost")
    }
    let bytes = Int(description.audioBytes.lowerBound)..<Int(description.audioBytes.upperBound)
    claim(file[bytes].elementsEqual(packets), "the packets in the file are others")
    checkCounts(of: description)
    checkFindings(file, named: "sound." + container.fileExtensions[0])
  }

  private func written(_ packets: [UInt8]) -> [UInt8] {
    do {
      var writer = try ContainerWriter(container, format, to: MemorySink(), options)
      try writer.write(packets)
      return try writer.finish(
        validFrames: Int64(frameCount - primingFrames), primingFrames: Int32(primingFrames)
      ).content
    } catch { fatalError("\(container.name) cannot hold \(format): \(error)") }
  }

  private func checkCounts(of description: ContainerDescription) {
    let isIMA4 = format.coding == .ima4
    let packetCount =
      isIMA4 ? IMA4Layout.packetCount(forFrames: Int64(frameCount)) : Int64(frameCount)
    claim(description.packetCount == packetCount, "not \(packetCount) packets")
    // AIFF-C has no place for the length of an ima4 sound: its padding counts.
    let expected =
      isIMA4 && container == .aifc
      ? packetCount * Int64(IMA4Layout.framesPerPacket) : Int64(frameCount - primingFrames)
    claim(description.validFrames == expected, "not \(expected) frames")
    let priming = description.packetTable?.primingFrames ?? 0
    claim(priming == Int32(primingFrames), "\(priming) priming frames, not \(primingFrames)")
  }
}

private func checkFindings(_ file: [UInt8], named name: String) {
  let report = SoundValidator().validate(MemorySource(file), path: name)
  let ours: Set<String> = ["container", "name", "structure", "data-format", "packets"]
  let findings = report.findings.filter { ours.contains($0.rule) }
  claim(findings.isEmpty, "\(findings)")
}
