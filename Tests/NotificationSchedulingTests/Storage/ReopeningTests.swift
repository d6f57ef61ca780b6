import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Synchronization
import TestSupport
import Testing

@Suite("A store whose database is opened again")
struct ReopeningTests {
  @Test("Whoever reads or writes meanwhile does so, and nothing that was added is lost")
  func meanwhile() throws {
    let (store, folder) = try StoreKind.sqlite.make()
    defer { withExtendedLifetime(folder) {} }
    let errors = Mutex<[String]>([])
    let isOver = Mutex(false)
    let count = 400
    let opener = Thread {
      while !isOver.withLock(\.self) {
        do { try store.recover() } catch { errors.withLock { $0.append("recover: \(error)") } }
      }
    }
    opener.start()
    DispatchQueue.concurrentPerform(iterations: 2) { worker in
      for number in 0..<count {
        do {
          let new = try Sample.new("\(worker) \(number)", due: 60)
          _ = try store.add([new], limit: .unlimited)
          _ = try store.read(.counts())
        } catch {
          errors.withLock { $0.append("\(worker): \(error)") }
        }
      }
    }
    isOver.withLock { $0 = true }
    #expect(errors.withLock(\.self) == [])
    #expect(try store.read(.counts()).pending == 2 * count)
  }
}
