import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Kill -9 in mid-conversion: the old output is whole, and nothing else is in the folder")
struct KillTests {
  @Test("At whatever moment", .timeLimit(.minutes(20)), arguments: [5, 20, 50, 120, 250])
  func kill(afterMilliseconds delay: Int) throws {
    let folder = try TemporaryFolder()
    let old = [UInt8](repeating: 9, count: 10_000)
    try folder.write(old, to: "out.caf")
    // Long enough that no conversion ends before the kill.
    let size: UInt32 = 1 << 30
    try folder.makeSparse("in.wav", PlainWAVE.header(audioSize: size), size: Int64(size) + 44)

    let process = try Tool.tocsin().start([
      "convert", folder.path("in.wav"), "-o", folder.path("out.caf"), "-d", "ima4",
    ])
    usleep(UInt32(delay) * 1_000)
    process.kill()

    #expect(process.waitUntilExit() == .killed(SIGKILL))
    #expect(try folder.bytes(of: "out.caf") == old)
    #expect(try folder.names() == ["in.wav", "out.caf"])
  }
}
