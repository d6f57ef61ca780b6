import AudioProcessing
import Testing

@testable import AlertSounds

@Suite("The shape of a sound")
struct WaveformShapeTests {
  @Test("Silence is a line of two units, and what is beyond full scale is cut off")
  func path() {
    let columns = [
      EnvelopeMeter.Column(), .init(lowest: -0.5, highest: 0.001), .init(lowest: -9, highest: 9),
    ]
    #expect(
      WaveformShape.path(columns, fullScale: 100)
        == "M0 0V-1h1V-1h1V-100h1V100h-1V50h-1V1h-1z")
  }
}
