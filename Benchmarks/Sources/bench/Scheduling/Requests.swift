import CSpawn
import Foundation
import Glibc
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes

/// Requests as apps make them, due at spread dates.
enum Requests {
  static func make(
    _ numbers: Range<Int>, dueIn seconds: ClosedRange<Double>, app: String = "org.example.app"
  ) -> [ScheduledRequest] {
    let moment = SystemClock().now
    return numbers.map { number in
      // A fixed shuffle of the span, so that rows are not in the order of their dates.
      let place = Double(number &* 2_654_435_761 % 1_000_003) / 1_000_003
      let due = seconds.lowerBound + place * (seconds.upperBound - seconds.lowerBound)
      let content = NotificationContent(
        title: "Request \(number)", body: "A body of some length, as people write them.",
        sound: .standard)
      return ScheduledRequest(
        request: NotificationRequest(
          identifier: "\(number)", app: app, content: content, trigger: .immediate),
        due: .wall(date: moment.wall + due, local: 0), added: moment.wall)
    }
  }

  /// A store of its own with `count` requests that are due within a year.
  static func store(_ path: String, count: Int, dueIn: ClosedRange<Double> = 3_600...3.1e7) throws
    -> NotificationStore
  {
    let store = try NotificationStore(folder: StoreFolder(path: path))
    for start in stride(from: 0, to: count, by: 10_000) {
      _ = try store.add(
        make(start..<min(start + 10_000, count), dueIn: dueIn), limit: .unlimited)
    }
    return store
  }
}

/// The duration in seconds, on a monotonic clock.
func seconds(of work: () throws -> Void) rethrows -> Double {
  let start = DispatchTime.now().uptimeNanoseconds
  try work()
  return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}

/// The processor time of all threads of this process in seconds, which excludes other processes.
var processorTime: Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The value below which the fraction `share` of the values is.
func percentile(_ values: [Double], _ share: Double) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
}
