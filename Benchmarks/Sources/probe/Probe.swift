import Foundation
import Glibc
import NotificationScheduling

/// A scheduler on the store of a folder: prints how many milliseconds it took until it was ready and
/// how many KiB it held at the peak, and ends.
@main
@MainActor
enum Probe {
  static func main() async throws {
    let started = DispatchTime.now().uptimeNanoseconds
    let folder = StoreFolder(path: CommandLine.arguments[1])
    let schedule = try NotificationSchedule.standard(in: folder, check: .integrity)
    let scheduler = Scheduler(for: schedule) { _ in }
    let running = Task { try await scheduler.run() }
    for await state in scheduler.states where state == .running { break }
    let ready = Double(DispatchTime.now().uptimeNanoseconds - started) / 1e6
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    print(ready, usage.ru_maxrss)
    await scheduler.stop()
    try await running.value
  }
}
