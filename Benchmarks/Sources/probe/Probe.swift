import Foundation
import Glibc
import NotificationScheduling

/// A scheduler on the store of a folder: prints how many milliseconds it took until it was ready, how
/// many KiB it held at the peak and how many milliseconds its threads have worked, and ends.
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
    var worked = 0.0
    for time in [usage.ru_utime, usage.ru_stime] {
      worked += Double(time.tv_sec) * 1e3
      worked += Double(time.tv_usec) / 1e3
    }
    print(ready, usage.ru_maxrss, worked)
    await scheduler.stop()
    try await running.value
  }
}
