import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes

/// The store of pending notifications with up to a million of them.
struct StoreSpeed: Measure {
  func run(in workshop: Workshop) throws -> Section {
    let greatest = workshop.isQuick ? 100_000 : 1_000_000
    var table = Table("measure", "value", "goal")
    try bulk(greatest, in: workshop, &table)
    try singles(in: workshop, &table)
    try lookups(greatest, in: workshop, &table)
    try reads(in: workshop, &table)
    try starts(greatest, in: workshop, &table)
    return Section(title: "up to \(greatest) pending requests in SQLite", text: table.text)
  }

  private func bulk(_ count: Int, in workshop: Workshop, _ table: inout Table) throws {
    workshop.progress.show("store: bulk")
    var store: NotificationStore?
    let time = try seconds {
      store = try Requests.store(workshop.path("bulk"), count: count)
    }
    withExtendedLifetime(store) {}
    table.append(
      "bulk add, 10,000 a transaction",
      String(format: "%.0f requests/s", Double(count) / time), "")
  }

  /// Single requests, in turns of 100, against SQLite alone.
  private func singles(in workshop: Workshop, _ table: inout Table) throws {
    let store = try Requests.store(workshop.path("single"), count: 0)
    let schedule = NotificationSchedule(
      store: store, limit: .unlimited)
    _ = try Requests.store(workshop.path("raw"), count: 0)
    let raw = try RawSQLite(StoreFolder(path: workshop.path("raw")).database)
    let content = [UInt8](
      try JSONEncoder().encode(Requests.make(0..<1, dueIn: 1...2)[0].request.content))
    let trigger = NotificationTrigger.timeInterval(try TimeIntervalTrigger(.seconds(3_600)))
    let body = [UInt8](try JSONEncoder().encode(trigger))
    let boot = schedule.clock.now.boot
    var times = (tocsin: [Double](), raw: [Double]())
    for round in 0..<(workshop.isQuick ? 10 : 40) {
      workshop.progress.show("store: single adds, round \(round + 1)")
      let requests = Requests.make(round * 100..<round * 100 + 100, dueIn: 3_600...7_200)
      times.tocsin.append(
        try seconds {
          for item in requests {
            var request = item.request
            request.trigger = trigger
            try schedule.add(request)
          }
        })
      times.raw.append(
        try seconds {
          for number in 0..<100 {
            try raw.add(
              "\(round) \(number)", content: content, trigger: body,
              due: Int64(number) * 1_000_003, boot: boot)
          }
        })
    }
    let tocsin = 100 / median(times.tocsin)
    let alone = 100 / median(times.raw)
    table.append(
      "single add, each in the store when it returns", String(format: "%.0f commits/s", tocsin), "")
    table.append("the same row with SQLite alone", String(format: "%.0f commits/s", alone), "")
    table.append("ratio", String(format: "%.2f", tocsin / alone), "≥ 0.74")
  }

  private func lookups(_ greatest: Int, in workshop: Workshop, _ table: inout Table) throws {
    var times: [Double] = []
    for count in [1_000, 10_000, 100_000, 1_000_000] where count <= greatest {
      workshop.progress.show("store: look-up among \(count)")
      let store = try Requests.store(workshop.path("lookup \(count)"), count: count)
      let rounds = try (0..<21).map { _ in
        try seconds { for _ in 0..<1_000 { _ = try store.read(.nextDue(app: nil)) } }
      }
      times.append(median(rounds) / 1_000)
      table.append(
        "next due date among \(count)", String(format: "%.1f µs", median(rounds) * 1e3), "")
    }
    table.append(
      "most against fewest", String(format: "%.2f", (times.last ?? 0) / (times.first ?? 1)), "flat")
  }

  private func reads(in workshop: Workshop, _ table: inout Table) throws {
    workshop.progress.show("store: reads of what is due")
    let store = try Requests.store(workshop.path("reads"), count: 100_000)
    var times: [Double] = []
    var worked: [Double] = []
    for round in 0..<5 {
      let requests = Requests.make(
        0..<10_000, dueIn: -2...(-1), app: "org.example.due\(round)")
      _ = try store.add(requests, limit: .unlimited)
      var count = 0
      let before = processorTime
      times.append(
        try seconds {
          let query = WaitingQuery(moment: SystemClock().now, until: .zero, limit: .max)
          count = try store.read(.waiting(query)).reduce(0) { $0 + $1.requests.count }
        })
      worked.append(processorTime - before)
      precondition(count == 10_000 * (round + 1))
    }
    table.append(
      "10,000 and more due at once read, of 110,000 (least)",
      String(format: "%.0f ms (%.0f ms)", median(times) * 1e3, (times.min() ?? 0) * 1e3), "< 100 ms"
    )
    table.append(
      "processor time of it, of all threads", String(format: "%.0f ms", median(worked) * 1e3), "")
  }

  /// Schedulers that start on a full store, in processes of their own.
  private func starts(_ greatest: Int, in workshop: Workshop, _ table: inout Table) throws {
    workshop.progress.show("store: starts")
    let idle = try probe(workshop.path("bulk"), overdue: 0, in: workshop)
    table.append(
      "memory of a scheduler on \(greatest), at the peak", String(format: "%.1f MiB", idle.memory),
      "< 100 MiB")
    table.append(
      "it is ready, its database checked (worked)", idle.ready, "")
    _ = try Requests.store(
      workshop.path("overdue"), count: 100_000, dueIn: -2e6...(-1e6))
    let late = try probe(workshop.path("overdue"), overdue: 100_000, in: workshop)
    table.append(
      "100,000 overdue: marked missed and ready (worked)", late.ready, "< 1000 ms"
    )
  }

  private func probe(
    _ folder: String, overdue: Int, in workshop: Workshop
  ) throws -> (ready: String, memory: Double) {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "probe").path
    let output = workshop.path("probe.txt")
    try workshop.run(Command(program, [folder, "\(overdue)"]), output: output)
    let words = try String(contentsOfFile: output, encoding: .utf8).split(
      whereSeparator: \.isWhitespace)
    guard words.count == 3, let ready = Double(words[0]), let memory = Double(words[1]),
      let worked = Double(words[2])
    else {
      throw RunFailure(description: "the probe said nothing")
    }
    return (String(format: "%.0f ms (%.0f ms)", ready, worked), memory / 1_024)
  }
}
