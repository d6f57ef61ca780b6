import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Synchronization
import TestSupport
import Testing

@Suite("Two schedulers on one store: one owner, and nothing delivered twice")
struct OwnerTests {
  @Test("The second one ends and names the first one's process")
  func second() throws {
    let place = try Workplace()
    let first = try place.start()
    defer { place.kill(first) }
    try waitUntil("the first one owns the store") {
      SchedulerLock.owner(of: .everyApp, in: place.stateFolder)?.processIdentifier
        == first.processIdentifier
    }
    let second = try place.start()
    #expect(second.waitUntilExit() != .exited(0))
    #expect(
      place.errors.contains("another scheduler runs: process \(first.processIdentifier)\n"))
    #expect(try place.run("status").text.contains("process \(first.processIdentifier)\n"))
  }

  @Test("Who asks whether the owner can be reached does not wake it")
  func reachable() throws {
    let place = try Workplace()
    _ = try place.store()
    let path = WakeSocket.path(of: SchedulerLock.Scope.everyApp.owner, in: place.stateFolder)
    let lock = try SchedulerLock(.everyApp, in: place.stateFolder, socket: path)
    defer { withExtendedLifetime(lock) {} }
    let owner = try #require(SchedulerLock.owner(of: .everyApp, in: place.stateFolder))
    #expect(!owner.isReachable)
    let socket = try WakeSocket(path)
    #expect(owner.isReachable)
    var byte: UInt8 = 0
    #expect(recv(socket.descriptor.number, &byte, 1, 0) == -1 && errno == EAGAIN)
    #expect(SchedulerWaker.send(to: path))
    #expect(recv(socket.descriptor.number, &byte, 1, 0) == 1)
  }

  @Test("A wake-up says what has changed; one of an earlier version, and a flood, mean everything")
  func parts() throws {
    let place = try Workplace()
    _ = try place.store()
    let path = WakeSocket.path(of: SchedulerLock.Scope.everyApp.owner, in: place.stateFolder)
    let socket = try WakeSocket(path)
    #expect(socket.drain() == [])
    SchedulerWaker.send(.requests, to: path)
    SchedulerWaker.send(.list, to: path)
    #expect(socket.drain() == [.requests, .list])
    #expect(socket.drain() == [])
    for byte: UInt8 in [0, 0x80] { #expect(StoreParts(message: byte) == .everything) }
    // Others may have found no room.
    for _ in 0..<8 { SchedulerWaker.send(.inbox, to: path) }
    #expect(socket.drain() == .everything)
  }

  @Test("Without the lock's file the second one is refused all the same", .timeLimit(.minutes(20)))
  func withoutLock() throws {
    let place = try Workplace()
    let count = 500
    try place.addDue(count)
    let first = try place.start()
    defer { place.kill(first) }
    try waitUntil("it owns the store") {
      SchedulerLock.owner(of: .everyApp, in: place.stateFolder) != nil
    }
    unlink(place.stateFolder.path + "/scheduler.lock")
    let second = try place.start()
    #expect(second.waitUntilExit() != .exited(0))
    #expect(place.errors.contains("another scheduler runs"))
    try waitUntil("all \(count) come") { try place.deliveries().count == count }
    #expect(try place.deliveries().values.allSatisfy { $0 == 1 })
  }

  @Test(
    "A daemon leaves an app alone that delivers its own, until it stops", .timeLimit(.minutes(20)))
  func living() async throws {
    let place = try Workplace()
    let schedule = NotificationSchedule(store: try place.store())
    let mine = Scheduler(for: schedule, scope: .app("mine")) { _ in
      try await Task.sleep(for: .seconds(3_600))
    }
    let owning = Task { try await mine.run() }
    for await state in mine.states where state == .running { break }
    try schedule.add(Sample.request("a", app: "mine"))
    let delivered = Mutex<[String]>([])
    let other = Scheduler(for: NotificationSchedule(store: try place.store())) { due in
      delivered.withLock { $0.append("\(due.request.identifier) \(due.attempt)") }
    }
    let running = Task { try await other.run() }
    for await state in other.states where state == .running { break }
    try schedule.add(Sample.request("b", app: "other"))
    try await eventually("the other app's") { delivered.withLock { !$0.isEmpty } }
    #expect(delivered.withLock { $0 } == ["b 1"])
    // Its handler is told that nobody waits for it: what it gives back is the daemon's, as if new.
    await mine.stop()
    try await owning.value
    try await eventually("both") { delivered.withLock { $0.count >= 2 } }
    #expect(delivered.withLock { $0 } == ["b 1", "a 1"])
    await other.stop()
    try await running.value
  }

  @Test(
    "Apps with names longer than a file's, alike but for their ends, each deliver their own",
    .timeLimit(.minutes(20)))
  func longNames() async throws {
    let place = try Workplace()
    let names = ["a", "b"].map { String(repeating: "é", count: 300) + $0 }
    var running: [(scheduler: Scheduler, task: Task<Void, any Error>)] = []
    let delivered = Mutex<[String: String]>([:])
    for name in names {
      let listener = try AppListener(app: name, in: place.stateFolder)
      #expect(
        names.map { AppPresence.current(of: $0, in: place.stateFolder) != .absent }
          == names.map { $0 == name })
      let schedule = NotificationSchedule(store: try place.store())
      let scheduler = Scheduler(for: schedule, scope: .app(name)) { due in
        delivered.withLock { $0[due.request.identifier] = name }
      }
      running.append((scheduler, Task { try await scheduler.run() }))
      var states: [SchedulerState] = []
      for await state in scheduler.states {
        states.append(state)
        break
      }
      #expect(states == [.running])
      withExtendedLifetime(listener) {}
    }
    let schedule = NotificationSchedule(store: try place.store())
    for (index, name) in names.enumerated() {
      try schedule.add(Sample.request("\(index)", app: name))
    }
    try await eventually("both") { delivered.withLock { $0.count >= 2 } }
    #expect(delivered.withLock { $0 } == ["0": names[0], "1": names[1]])
    for (scheduler, task) in running {
      await scheduler.stop()
      try await task.value
    }
  }

  @Test("An app does not deliver while a daemon does, and says whose turn it is")
  func daemonFirst() async throws {
    let place = try Workplace()
    let daemon = Scheduler(for: NotificationSchedule(store: try place.store())) { _ in }
    let running = Task { try await daemon.run() }
    for await state in daemon.states where state == .running { break }
    let app = Scheduler(for: NotificationSchedule(store: try place.store()), scope: .app("a")) {
      _ in
    }
    await #expect(throws: SchedulerError.owned(by: getpid())) { try await app.run() }
    await daemon.stop()
    try await running.value
  }
}
