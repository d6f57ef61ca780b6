import Foundation
import NotificationStorage
import Synchronization
import TestSupport
import Testing

/// The lock by which processes know of each other.
@Suite struct FileLockTests {
  @Test("Who looks at a lock, or waits for its end, is in nobody's way")
  func looking() async throws {
    let place = try Workplace()
    try place.stateFolder.create()
    let path = place.stateFolder.lock("app-mail")
    let isOver = Atomic(false)
    let looks = Atomic(0)
    let lookers = (0..<2).map { number in
      Thread {
        while !isOver.load(ordering: .relaxed) {
          if number == 0 {
            _ = SchedulerLock.isAlive("app-mail", in: place.stateFolder)
          } else {
            FileLock.waitUntilFree(path)
          }
          looks.add(1, ordering: .relaxed)
        }
      }
    }
    lookers.forEach { $0.start() }
    var refused = 0
    for _ in 0..<5_000 where try FileLock.attempt(path) == nil { refused += 1 }
    #expect(refused == 0)
    try waitUntil("a hundred looks") { looks.load(ordering: .relaxed) > 100 }
    isOver.store(true, ordering: .relaxed)
  }

  @Test("The end of a lock is not put off by a program that another thread is starting")
  func starts() async throws {
    let place = try Workplace()
    try place.stateFolder.create()
    let folder = place.stateFolder
    let path = folder.lock("app-mail")
    let program = try Tool("true")
    let isOver = Atomic(false)
    let starts = Atomic(0)
    for _ in 0..<2 {
      Thread {
        while !isOver.load(ordering: .relaxed) {
          _ = try? program.run([])
          starts.add(1, ordering: .relaxed)
        }
      }.start()
    }
    var (refused, announced, taken) = (0, 0, 0)
    while starts.load(ordering: .relaxed) < 200 || taken < 1_000 {
      if try FileLock.attempt(path) == nil { refused += 1 } else { taken += 1 }
      _ = try ContentExtensionPresence(in: folder)
      if ContentExtensionPresence.isAnnounced(in: folder) { announced += 1 }
    }
    isOver.store(true, ordering: .relaxed)
    #expect(refused == 0 && announced == 0)
  }

  @Test("It is held by one, seen by others, and free when its holder goes")
  func holding() async throws {
    let place = try Workplace()
    try place.stateFolder.create()
    let path = place.stateFolder.lock("app-mail")
    #expect(!FileLock.isHeld(path))
    var first = try FileLock.attempt(path)
    #expect(first != nil)
    #expect(FileLock.isHeld(path))
    #expect(try FileLock.attempt(path) == nil)
    let isFree = Atomic(false)
    let watcher = Task {
      await LockWatch.waitUntilFree(path)
      isFree.store(true, ordering: .relaxed)
    }
    try await Task.sleep(for: .milliseconds(100))
    let wasFree = isFree.load(ordering: .relaxed)
    #expect(!wasFree)
    first = nil
    await watcher.value
    #expect(!FileLock.isHeld(path))
    #expect(try FileLock.attempt(path) != nil)
  }
}
