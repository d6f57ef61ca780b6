import Testing

@testable import AlertSounds

@Suite("The marks of a time axis")
struct TimeAxisTests {
  @Test(
    "are round numbers, and not more than there is room for",
    arguments: [
      (0.05, 5, ["0 s", "0.01", "0.02", "0.03", "0.04", "0.05"]),
      (1.2, 6, ["0 s", "0.2", "0.4", "0.6", "0.8", "1.0", "1.2"]),
      (29.9, 6, ["0 s", "5", "10", "15", "20", "25"]),
      (95, 10, ["0 s", "10", "20", "30", "40", "50", "60", "70", "80", "90"]),
      (125, 5, ["0:00", "0:30", "1:00", "1:30", "2:00"]),
      (7_200, 6, ["0:00", "20:00", "40:00", "60:00", "80:00", "100:00", "120:00"]),
    ])
  func marks(duration: Double, maximum: Int, labels: [String]) {
    let axis = TimeAxis(duration: duration, maximumCount: maximum)
    #expect(axis.marks.map(\.label) == labels)
    #expect(axis.marks.allSatisfy { (0...duration * 1.000001).contains($0.time) })
  }

  @Test("are few for any length", arguments: [1e-9, 1e-4, 0.37, 3, 59.99, 61, 86_401, 1e7])
  func anyLength(duration: Double) {
    let count = TimeAxis(duration: duration, maximumCount: 8).marks.count
    #expect((1...9).contains(count))
  }
}
