import Synchronization
import Testing

@testable import RemoteReceiving

@Suite("The receiver's log")
struct ReceiverLogTests {
  @Test("Of the lines that senders cause, 20 a minute are written, and the number of the others")
  func limit() {
    let lines = Mutex<[String]>([])
    let log = ReceiverLog { event in lines.withLock { $0.append(event.message) } }
    for number in 0..<1_000 { log.refuse("a\(number)", at: .milliseconds(number)) }
    #expect(lines.withLock(\.self) == (0..<20).map { "a\($0)" })
    // Its own are not limited.
    log.note(.notice, "own")
    log.refuse("b", at: .seconds(60))
    #expect(
      lines.withLock { Array($0.dropFirst(20)) } == ["own", "980 more messages were dropped", "b"])
  }
}
