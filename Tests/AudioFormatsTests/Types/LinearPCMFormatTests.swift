import AudioFormats
import Testing

@Suite struct LinearPCMFormatTests {
  /// Every bit depth that exists, for each sample type.
  private static let depths: [LinearPCM.SampleType: Set<Int>] = [
    .signedInteger: [8, 16, 24, 32], .unsignedInteger: [8], .float: [32, 64],
  ]

  @Test(arguments: [LinearPCM.SampleType.signedInteger, .unsignedInteger, .float])
  func onlyTheDepthsOfTheTableExist(type: LinearPCM.SampleType) {
    for depth in [Int.min, -8] + Array(-1...129) + [Int.max] {
      for order in [LinearPCM.ByteOrder.bigEndian, .littleEndian] {
        let format = LinearPCM(type, bitDepth: depth, byteOrder: order)
        #expect((format != nil) == (Self.depths[type]?.contains(depth) == true), "\(depth) bits")
        if let format {
          #expect(format.sampleType == type)
          #expect(format.bitDepth == depth)
          #expect(format.bytesPerSample * 8 == depth)
        }
      }
    }
  }

  @Test(
    "the name is that of afconvert's -d grammar",
    arguments: [
      (LinearPCM.int8, "I8"), (.uint8, "UI8"),
      (.int16(.bigEndian), "BEI16"), (.int16(.littleEndian), "LEI16"),
      (.int24(.bigEndian), "BEI24"), (.int24(.littleEndian), "LEI24"),
      (.int32(.bigEndian), "BEI32"), (.int32(.littleEndian), "LEI32"),
      (.float32(.bigEndian), "BEF32"), (.float32(.littleEndian), "LEF32"),
      (.float64(.bigEndian), "BEF64"), (.float64(.littleEndian), "LEF64"),
    ]) func theNameIsAfconverts(format: LinearPCM, name: String)
  {
    #expect(format.description == name)
    #expect(LinearPCM.all.contains(format))
  }

  @Test func allFormatsAreTwelveAndDifferent() {
    #expect(LinearPCM.all.count == 12)
    #expect(Set(LinearPCM.all).count == 12)
    #expect(Set(LinearPCM.all.map(\.description)).count == 12)
  }

  @Test(arguments: LinearPCM.all) func theInitialiserMakesTheNamedFormat(format: LinearPCM) {
    #expect(
      LinearPCM(format.sampleType, bitDepth: format.bitDepth, byteOrder: format.byteOrder)
        == format)
  }

  @Test(arguments: [LinearPCM.SampleType.signedInteger, .unsignedInteger])
  func byteOrderMeansNothingForOneByte(type: LinearPCM.SampleType) {
    #expect(
      LinearPCM(type, bitDepth: 8, byteOrder: .littleEndian)
        == LinearPCM(type, bitDepth: 8, byteOrder: .bigEndian))
  }

  @Test(arguments: [16, 24, 32]) func byteOrderTellsWiderSamplesApart(depth: Int) {
    #expect(
      LinearPCM(.signedInteger, bitDepth: depth, byteOrder: .littleEndian)
        != LinearPCM(.signedInteger, bitDepth: depth, byteOrder: .bigEndian))
  }
}
