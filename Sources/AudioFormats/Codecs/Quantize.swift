/// The integer nearest to `sample` (full scale ±1) times `fullScale`, held within its range.
///
/// Adding 1.5·2⁵² leaves a double's lowest bits as the rounded integer (ties to even): unlike
/// `rounded()` this is not a call, so loops over it vectorise. NaN becomes 0.
@inline(__always)
func quantize(_ sample: Double, fullScale: Double) -> Int32 {
  let scaled = (sample == sample ? sample : 0) * fullScale
  let capped = scaled > fullScale - 1 ? fullScale - 1 : scaled
  let held = capped < -fullScale ? -fullScale : capped
  return Int32(truncatingIfNeeded: (held + 6_755_399_441_055_744).bitPattern)
}

/// Appends `samples` rounded to 16 bits.
func appendRounded(_ samples: [Double], to output: inout [Int16]) {
  let start = output.count
  output.append(contentsOf: repeatElement(0, count: samples.count))
  unsafe output.withUnsafeMutableBufferPointer { output in
    unsafe samples.withUnsafeBufferPointer { samples in
      for index in samples.indices {
        unsafe output[start + index] =
          Int16(truncatingIfNeeded: quantize(samples[index], fullScale: 0x1p15))
      }
    }
  }
}
