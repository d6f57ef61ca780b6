import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage

/// Starts a scheduler on the store of a folder, prints the time until it was ready and had marked what
/// is overdue (ms), its peak memory (KiB) and its processor time (ms), and ends.
@main
@MainActor
enum Probe {
  static func main() async throws {
    let started = DispatchTime.now().uptimeNanoseconds
    let folder = StoreFolder(path: CommandLine.arguments[1])
    let overdue = Int(CommandLine.arguments[2]) ?? 0
    let schedule = try NotificationSchedule.standard(in: folder, check: .integrity)
    let scheduler = Scheduler(for: schedule) { _ in }
    let running = Task { try await scheduler.run() }
    for await state in scheduler.states where state == .running { break }
    // What is too late is marked beside the deliveries.
    var looks = 0
    while looks < 10_000, try schedule.store.read(.counts()).missed < overdue {
      looks += 1
      usleep(5_000)
    }
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
