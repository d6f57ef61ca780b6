import Dispatch
import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Synchronization

/// The lateness of one-shot notifications: Tocsin's scheduler with its store on disk, a bare loop
/// over a timerfd, and APScheduler.
struct Lateness: Measure {
  func run(in workshop: Workshop) throws -> Section {
    let count = workshop.isQuick ? 200 : 1_000
    let span = Double(count) / 100
    var table = Table("scheduler", "shots", "p50", "p99", "greatest", "p99, timerfd = 0")
    // In turns, so that other load on the machine affects all of them.
    var results: [(name: String, values: [Double])] = [
      ("timerfd loop", []), ("tocsin, SQLite", []), ("APScheduler", []),
    ]
    for round in 0..<4 {
      workshop.progress.show("lateness: round \(round + 1) of 4")
      let part = count / 4
      results[0].values += try TimerLoop.lateness(count: part, span: span / 4)
      results[1].values += try scheduler(part, span / 4, workshop.path("late \(round)"))
      results[2].values += (try? apscheduler(part, span / 4, in: workshop)) ?? []
    }
    let base = percentile(results[0].values, 0.99)
    for (name, values) in results {
      guard !values.isEmpty else {
        table.append(name, "not installed", "", "", "", "")
        continue
      }
      let p99 = percentile(values, 0.99)
      table.append(
        name, "\(values.count)", Self.text(percentile(values, 0.5)), Self.text(p99),
        Self.text(values.max() ?? 0),
        name == "timerfd loop" ? "" : (p99 < base ? "" : "+") + Self.text(p99 - base))
    }
    return Section(
      title: "lateness of \(count) one-shots, 100 a second (goal: p99 within 1 ms of the loop)",
      text: table.text)
  }

  private static func text(_ seconds: Double) -> String { String(format: "%.3f ms", seconds * 1e3) }

  /// Dates within `span` seconds that begin soon, spread evenly with a fixed jitter.
  static func dates(_ count: Int, _ span: Double) -> [Date] {
    let start = Date() + 0.3
    return (0..<count).map { number in
      let jitter = Double(number &* 2_654_435_761 % 1_000) / 1_000
      return start + (Double(number) + jitter) * span / Double(count)
    }
  }

  private func scheduler(_ count: Int, _ span: Double, _ path: String) throws -> [Double] {
    let schedule = try NotificationSchedule.standard(
      in: StoreFolder(path: path), limit: .unlimited)
    let log = Mutex<[Double]>([])
    let done = DispatchSemaphore(value: 0)
    let scheduler = Scheduler(for: schedule) { due in
      let lateness = Date().timeIntervalSince(due.dueDate)
      let isLast = log.withLock { log in
        log.append(lateness)
        return log.count == count
      }
      if isLast { done.signal() }
    }
    let moment = schedule.clock.now
    let requests = Self.dates(count, span).enumerated().map { number, date in
      ScheduledRequest(
        request: NotificationRequest(
          identifier: "\(number)", app: "bench", content: .init(title: "t")),
        due: .wall(date: date, local: 0), added: moment.wall)
    }
    _ = try schedule.store.add(requests, limit: .unlimited)
    let task = Task { try await scheduler.run() }
    done.wait()
    task.cancel()
    return log.withLock { $0 }
  }

  private static let script = """
    import sys, time, datetime, threading
    from apscheduler.schedulers.background import BackgroundScheduler
    from apscheduler.executors.pool import ThreadPoolExecutor
    count, span = int(sys.argv[1]), float(sys.argv[2])
    late, done = [], threading.Event()
    def fire(due):
        late.append(time.time() - due)
        if len(late) == count: done.set()
    scheduler = BackgroundScheduler(
        executors={"default": ThreadPoolExecutor(4)}, timezone="UTC",
        job_defaults={"misfire_grace_time": 60})
    scheduler.start()
    start = time.time() + 1
    for number in range(count):
        due = start + (number + number * 2654435761 % 1000 / 1000) * span / count
        when = datetime.datetime.fromtimestamp(due, datetime.timezone.utc)
        scheduler.add_job(fire, "date", run_date=when, args=[due])
    done.wait()
    print(" ".join(map(str, late)))
    """

  private func apscheduler(
    _ count: Int, _ span: Double, in workshop: Workshop
  ) throws -> [Double] {
    // The script must not have the name of the module that it imports, because Python searches the
    // script's folder first.
    let script = workshop.path("peer.py")
    try Self.script.write(toFile: script, atomically: true, encoding: .utf8)
    let output = workshop.path("apscheduler.txt")
    // Debian's own Python, because the peer is Debian's package.
    try workshop.run(Command("/usr/bin/python3", [script, "\(count)", "\(span)"]), output: output)
    return try String(contentsOfFile: output, encoding: .utf8).split(whereSeparator: \.isWhitespace)
      .compactMap { Double($0) }
  }
}
