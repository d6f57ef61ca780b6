import Desktop
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("Whether the screen is locked")
struct ScreenLockTests {
  @Test("A bus that does not answer holds up nothing on the queue that waits for it")
  func silent() async throws {
    let folder = try TemporaryFolder()
    let bus = try SilentBus(folder.path("bus"))
    let queue = DispatchQueue(label: "test")
    let isAnswered = Mutex(false)
    async let locked = {
      let locked = await ScreenLock(address: "unix:path=\(bus.path)")
        .isLocked(timeout: .seconds(60), on: queue)
      isAnswered.withLock { $0 = true }
      return locked
    }()
    try await bus.hears()
    // Whoever waits for the bus is behind this.
    for _ in 0..<3 {
      await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
    #expect(isAnswered.withLock { !$0 })
    bus.end()
    #expect(await !locked)
  }

  @Test("Without a bus, or with an address of none, it counts as not locked")
  func none() async throws {
    let queue = DispatchQueue(label: "test")
    for address in ["unix:path=/nonexistent", "nonsense", "unix:path="] {
      #expect(await !ScreenLock(address: address).isLocked(timeout: .seconds(60), on: queue))
    }
  }

  @Test("A bus that never answers has its time, and no more")
  func late() async throws {
    let folder = try TemporaryFolder()
    let bus = try SilentBus(folder.path("bus"))
    let queue = DispatchQueue(label: "test")
    let lock = ScreenLock(address: "unix:path=\(bus.path)")
    #expect(await !lock.isLocked(timeout: .milliseconds(50), on: queue))
    bus.end()
  }
}

/// A socket at which somebody hears all, and says nothing.
private final class SilentBus: Sendable {
  let path: String
  private let listener: Int32
  private let visitor = Mutex<Int32?>(nil)

  init(_ path: String) throws {
    self.path = path
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0 && listen(listener, 8) == 0)
  }

  /// Returns when somebody has begun to speak.
  func hears() async throws {
    let queue = DispatchQueue(label: "bus")
    let visitor = await withCheckedContinuation { continuation in
      queue.async { [listener] in
        let visitor = accept(listener, nil, nil)
        var byte: UInt8 = 0
        _ = recv(visitor, &byte, 1, 0)
        continuation.resume(returning: visitor)
      }
    }
    self.visitor.withLock { $0 = visitor }
  }

  func end() {
    if let visitor = visitor.withLock({ $0 }) { close(visitor) }
    close(listener)
  }
}
