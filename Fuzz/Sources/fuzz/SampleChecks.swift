import AudioFormats

/// Compares the decoded samples with the encoded ones.
func checkSamples(_ decoded: PCMBuffer, of sound: PCMBuffer, _ format: DataFormat) {
  claim(decoded.frameCount >= sound.frameCount, "frames are lost")
  switch format.coding {
  case .linearPCM(let pcm):
    claim(decoded.frameCount == sound.frameCount, "frames were added")
    for (sample, original) in zip(decoded.samples, sound.samples) {
      let expected = nearest(to: original, in: pcm)
      claim(
        sample == expected || sample.isNaN && expected.isNaN,
        "\(original) became \(sample) in \(pcm), not \(expected)")
    }
  case .uLaw, .aLaw:
    claim(decoded.frameCount == sound.frameCount, "frames were added")
    checkCompanding(decoded, of: sound, format)
  case .ima4, .msIMA, .other:
    claim(decoded.samples.allSatisfy { (-1..<1).contains($0) }, "a sample is over full scale")
  }
}

/// The value of `pcm` that is nearest to `sample`, computed in a slow but obvious way.
private func nearest(to sample: Double, in pcm: LinearPCM) -> Double {
  switch (pcm.sampleType, pcm.bitDepth) {
  case (.float, 32): return Double(Float(sample))
  case (.float, _): return sample
  case (_, let depth):
    guard !sample.isNaN else { return 0 }
    let fullScale = Double(sign: .plus, exponent: depth - 1, significand: 1)
    let rounded = (sample * fullScale).rounded(.toNearestOrEven)
    return min(max(rounded, -fullScale), fullScale - 1) / fullScale
  }
}

/// A companded level is one of 256: encoding it again must not change it. It must not be further
/// from the sample than half of the widest step at that level, a 16th of it, or the smallest step.
private func checkCompanding(_ decoded: PCMBuffer, of sound: PCMBuffer, _ format: DataFormat) {
  let law: G711Law = format.coding == .uLaw ? .uLaw : .aLaw
  var codes: [UInt8] = []
  G711Encoder(law).encode(decoded, into: &codes)
  var again = PCMBuffer(channelCount: decoded.channelCount)
  G711Decoder(law).decode(codes, into: &again)
  claim(again.samples == decoded.samples, "a companded level is not its own nearest level")
  for (sample, original) in zip(decoded.samples, sound.samples) {
    let held = nearest(to: original, in: .int16(.bigEndian))
    let margin = max(abs(held) / 16, 0x1p-11)
    claim(abs(sample - held) <= margin, "\(original) became \(sample)")
  }
}
