import Dispatch
import LogOutput
import Synchronization
import TestSupport
import Testing

@Suite("A queue of log entries: callers do not wait, and what is lost is counted")
struct LogQueueTests {
  /// A log that takes entries only while it is open, and can refuse them.
  private final class Log: Sendable {
    let entries = Mutex<[String]>([])
    let refuses = Mutex(false)
    let gate = DispatchSemaphore(value: 0)
    let isAtGate = DispatchSemaphore(value: 0)

    func queue(waits: Bool, capacity: Int = 4) -> LogQueue<String> {
      LogQueue(label: "test", capacity: capacity, report: { "\($0) lost" }) { [self] entry in
        if waits, entry == "first" {
          isAtGate.signal()
          gate.wait()
        }
        guard !refuses.withLock({ $0 }) else { return false }
        entries.withLock { $0.append(entry) }
        return true
      }
    }

    func eventually(_ expected: [String]) async throws {
      try await TestSupport.eventually("\(entries.withLock { $0 })") {
        entries.withLock { $0 } == expected
      }
    }
  }

  @Test("What finds no room while the log takes nothing is counted in its place")
  func full() async throws {
    let log = Log()
    let queue = log.queue(waits: true)
    queue.append("first")
    log.isAtGate.wait()
    for number in 2...1_000 { queue.append("\(number)") }
    #expect(log.entries.withLock { $0 } == [])
    log.gate.signal()
    try await log.eventually(["first", "2", "3", "4", "996 lost"])
    queue.append("next")
    try await log.eventually(["first", "2", "3", "4", "996 lost", "next"])
  }

  @Test("What cannot be written is counted before the next entry that can")
  func refused() async throws {
    let log = Log()
    let queue = log.queue(waits: false)
    queue.append("a")
    queue.flush()
    log.refuses.withLock { $0 = true }
    for _ in 0..<3 {
      queue.append("b")
      queue.flush()
    }
    log.refuses.withLock { $0 = false }
    queue.append("c")
    try await log.eventually(["a", "3 lost", "c"])
  }
}

@Suite("A line of a log")
struct LogLineTests {
  @Test(
    "is cut to its length at a character",
    arguments: ["x", "ö", "🎵", "e\u{301}", "\u{1B}", "\n", "\r\n"])
  func length(character: String) {
    for count in [1, 50, 340, 1_023, 100_000] {
      let text = String(repeating: character, count: count)
      let line = LogLine.bounded(text)
      #expect(line.utf8.count < LogLine.maximumLength)
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
      let whole = LogLine.bounded(text, to: 9_999_999)
      guard whole.utf8.count >= LogLine.maximumLength else {
        #expect(line == whole)
        continue
      }
      #expect(line.hasSuffix("…") && whole.hasPrefix(line.dropLast()))
      // But for the character that had no room.
      #expect(line.utf8.count > LogLine.maximumLength - 20)
    }
  }

  @Test("stays as it is when it is short, and has escapes for control characters")
  func escapes() {
    #expect(LogLine.bounded("Tea for 2") == "Tea for 2")
    #expect(LogLine.bounded("Käse") == "Käse")
    #expect(LogLine.bounded("a\nb\u{1B}[2J\u{202E}") == #"a\u{a}b\u{1b}[2J\u{202e}"#)
    #expect(LogLine.bounded("a\u{0}") == #"a\u{0}"#)
    #expect(LogLine.bounded("abcdef", to: 5) == "ab…")
  }
}
