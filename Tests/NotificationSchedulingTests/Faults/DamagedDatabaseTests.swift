import Foundation
import LinuxProcess
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("Damaged databases: nothing is lost whose page is intact, and nothing comes back")
struct DamagedDatabaseTests {
  /// More of them take longer: `DAMAGED=200 swift test --filter DamagedDatabaseTests`.
  private static let count =
    ProcessInfo.processInfo.environment["DAMAGED"].flatMap(Int.init) ?? 40

  enum Kind: CaseIterable {
    case header, schema, pageHeader, cell, logHeader, logFrame, cut, logCut, zeroedPage, zeroedFrame
    case swappedPages, otherTime, zeroedMap
  }

  @Test(
    "Damaged at random, in thirteen ways: salvaged, delivered, counted", .timeLimit(.minutes(20)))
  func trials() async throws {
    var random = SeededGenerator.printed(for: "damaged databases")
    var tally: [Kind: (trials: Int, recoveries: Int, hit: Int, lost: Int)] = [:]
    let plain = try DamagedStore(hasBackup: false, isOpen: false)
    let states = [
      plain, try DamagedStore(hasBackup: false, isOpen: true),
      try DamagedStore(hasBackup: true, isOpen: false),
      try DamagedStore(hasBackup: true, isOpen: true),
    ]
    for number in 0..<Self.count {
      let kind = Kind.allCases[number % Kind.allCases.count]
      let needsLog = [.logHeader, .logFrame, .logCut, .zeroedFrame].contains(kind)
      let state = states.filter { !needsLog || !$0.log.isEmpty }.randomElement(using: &random)
      let store = try #require(state)
      let trial = try Trial(kind, of: store, using: &random)
      let (kept, recovery) = try await trial.run()
      let lost = store.live.subtracting(kept)
      let missing = lost.subtracting(trial.hit)
      #expect(missing.isEmpty, "\(number): \(trial) lost \(missing.sorted()), \(recovery as Any)")
      #expect(kept.isDisjoint(with: store.delivered), "\(number): \(trial) rings twice")
      if trial.tellsWhatWasDeleted {
        let back = kept.subtracting(store.live)
        #expect(back.isEmpty, "\(number): \(trial) brings back \(back.sorted())")
      }
      var sum = tally[kind] ?? (0, 0, 0, 0)
      sum.trials += 1
      sum.recoveries += recovery == nil ? 0 : 1
      sum.hit += trial.hit.intersection(store.live).count
      sum.lost += lost.count
      tally[kind] = sum
    }
    for kind in Kind.allCases {
      if let sum = tally[kind] {
        print(
          "damaged \(kind): \(sum.trials), salvages \(sum.recoveries), requests on damaged pages "
            + "\(sum.hit), lost \(sum.lost)")
      }
    }
  }
}

/// A store at one moment: its files, and what is in them.
struct DamagedStore {
  static let pageSize = 4_096

  let main: [UInt8]
  let log: [UInt8]
  let backup: [UInt8]?
  let deliveries: [UInt8]
  /// The identifiers of the requests that wait.
  let live: Set<String>
  /// Those that were delivered.
  let delivered: Set<String>
  /// On which pages each of them stands, as SQLite says.
  let pages: [String: Set<Int>]
  /// The bytes of an earlier moment, and where each of them stood.
  let earlier: (main: [UInt8], pages: [String: Set<Int>])

  /// - Parameter isOpen: whether somebody was killed who had it open: its log is there.
  init(hasBackup: Bool, isOpen: Bool) throws {
    let place = try Workplace()
    var store: NotificationStore? = try place.store()
    guard let opened = store else { fatalError() }
    func add(_ numbers: Range<Int>) throws {
      _ = try opened.add(try numbers.map { try Self.request($0) }, limit: .unlimited)
    }
    try add(0..<150)
    for app in ["mail", "alarm", "door"] {
      try opened.change(app) { $0.settings.setVolume(0.5) }
      try opened.change(app) {
        $0.registration = RegisteredApp(identifier: app, name: app)
        $0.categories = [NotificationCategory(identifier: "c")]
      }
      try opened.change(app) { $0.badge = 3 }
    }
    try opened.apply(.cancelled(app: nil, identifiers: (20..<40).map { "\($0)" }, at: Date()))
    try opened.execute("DELETE FROM request WHERE identifier = '41'")
    // What was before is in the database, what follows in the log.
    try opened.checkpoint()
    let before = try Self.snapshot(place)
    if hasBackup { try opened.backUp() }
    try add(150..<180)
    try opened.apply(.cancelled(app: nil, identifiers: (40..<50).map { "\($0)" }, at: Date()))
    // The first ten that wait are delivered, and the log of deliveries has it.
    let later = Moment(
      wall: Sample.moment.wall + 100_000, elapsed: Sample.moment.elapsed, boot: Sample.moment.boot)
    let due = try opened.read(
      .waiting(WaitingQuery(moment: later, until: .zero, limit: 10))
    ).flatMap(\.requests).prefix(10)
    do {
      let deliveryLog = try DeliveryLog(of: "scheduler", in: place.stateFolder, applied: 0)
      for item in due {
        deliveryLog?.append(.begun, item.id, attempt: 1, at: Sample.moment.wall)
        deliveryLog?.append(.delivered, item.id, attempt: 1, at: Sample.moment.wall)
      }
    }
    opened.settle(
      due.map { Settlement($0, .delivered(at: Sample.moment.wall)) })
    live = Set(try opened.identifiers())
    delivered = Set(due.map(\.identifier))
    if !isOpen { try opened.checkpoint() }
    let now = try Self.snapshot(place)
    (main, log) = (now.main, isOpen ? now.log : [])
    pages = now.pages
    earlier = (before.main, before.pages)
    backup = hasBackup ? try place.folder.bytes(of: "tocsin/notifications.backup.sqlite") : nil
    deliveries = try place.folder.bytes(of: "tocsin/scheduler.log")
    store = nil
  }

  /// Every tenth one is larger than a page.
  private static func request(_ number: Int) throws -> ScheduledRequest {
    var new = try Sample.new("\(number)", due: Double(number + 1) * 60)
    let body = number % 10 == 0 ? 9_000 : 50 + number
    new.request.content.body = String(repeating: "word \(number) ", count: body / 8)
    return new
  }

  private static func snapshot(
    _ place: Workplace
  ) throws -> (main: [UInt8], log: [UInt8], pages: [String: Set<Int>]) {
    let main = try place.folder.bytes(of: "tocsin/notifications.sqlite")
    let log = (try? place.folder.bytes(of: "tocsin/notifications.sqlite-wal")) ?? []
    let copy = try TemporaryFolder()
    try copy.write(main, to: "s")
    try copy.write(log, to: "s-wal")
    let script = """
      import json, sqlite3, sys
      c = sqlite3.connect(sys.argv[1])
      leaves = c.execute("SELECT path, pageno, ncell FROM dbstat WHERE name = 'request'"
        " AND pagetype = 'leaf' ORDER BY path").fetchall()
      chains = c.execute("SELECT path, pageno FROM dbstat WHERE name = 'request'"
        " AND pagetype = 'overflow'").fetchall()
      names = [r[0] for r in c.execute("SELECT identifier FROM request ORDER BY sequence")]
      found, at = {}, 0
      for path, page, count in leaves:
        for cell in range(count):
          prefix = "%s%03x+" % (path, cell)
          found[names[at]] = [page] + [p for q, p in chains if q.startswith(prefix)]
          at += 1
      assert at == len(names), (at, len(names))
      print(json.dumps(found))
      """
    let result = try Tool("python3").run(["-c", script, copy.path("s")])
    #expect(result.status == 0, "\(result.errors)")
    let found = try JSONDecoder().decode([String: [Int]].self, from: Data(result.output))
    return (main, log, found.mapValues { Set($0) })
  }

  /// The page of a frame of the log.
  func page(ofFrame frame: Int) -> Int {
    let start = 32 + frame * (Self.pageSize + 24)
    return log[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Where the texts of the schema begin in the database.
  var schemaPlaces: [Int] {
    let word = Array("CREATE ".utf8)
    return (100..<main.count - 200).filter {
      main[$0] == word[0] && Array(main[$0..<$0 + 7]) == word
    }
  }

  var loggedPages: Set<Int> { Set((0..<frameCount).map(page)) }

  var frameCount: Int { max(0, log.count - 32) / (Self.pageSize + 24) }
  var pageCount: Int { main.count / Self.pageSize }
}

/// One store, damaged in one way.
struct Trial: CustomStringConvertible {
  let kind: DamagedDatabaseTests.Kind
  let description: String
  private let store: DamagedStore
  private var main: [UInt8]
  private var log: [UInt8]
  private var hitPages: Set<Int> = []
  private var hitNames: Set<String> = []

  /// The requests that stand on damaged pages.
  var hit: Set<String> {
    hitNames.union(store.pages.filter { !$0.value.isDisjoint(with: hitPages) }.keys)
  }

  /// Whether what is left says what was deleted: a log that is cut, or a file of another time, says it
  /// of an earlier moment.
  var tellsWhatWasDeleted: Bool {
    if [.logCut, .zeroedFrame, .otherTime].contains(kind) { return false }
    // The log has a later form of one of two pages that were exchanged: the earlier one stands where
    // nothing later covers it.
    if kind == .swappedPages, !hitPages.isDisjoint(with: store.loggedPages) { return false }
    // Of a file of which less than the rest is left the backup alone knows.
    return kind != .cut || store.backup == nil
  }

  init(
    _ kind: DamagedDatabaseTests.Kind, of store: DamagedStore, using random: inout SeededGenerator
  ) throws {
    self.kind = kind
    self.store = store
    let size = DamagedStore.pageSize
    var (main, log) = (store.main, store.log)
    var pages: Set<Int> = []
    var names: Set<String> = []
    var text = "\(kind), log of \(store.frameCount), backup \(store.backup != nil)"
    func flip(_ bytes: inout [UInt8], _ place: Int) {
      text += ", byte \(place)"
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
    }
    switch kind {
    case .header: flip(&main, .random(in: 0..<100, using: &random))
    case .schema:
      // Where a table or an index is described.
      let place = store.schemaPlaces.randomElement(using: &random) ?? 100
      flip(&main, place + .random(in: -4..<120, using: &random))
      pages = [1]
    case .pageHeader, .cell:
      let page = Int.random(in: 2...store.pageCount, using: &random)
      let places = kind == .pageHeader ? 0..<8 : 8..<size
      flip(&main, (page - 1) * size + .random(in: places, using: &random))
      pages = [page]
    case .logHeader: flip(&log, .random(in: 0..<32, using: &random))
    case .logFrame:
      let place = Int.random(in: 32..<log.count, using: &random)
      flip(&log, place)
      // Where the sums do not tell the word, the page counts as it stands.
      pages = [store.page(ofFrame: (place - 32) / (size + 24))]
    case .cut:
      let rest = Int(Double(main.count) * Double.random(in: 0...1, using: &random))
      main.removeLast(main.count - rest)
      pages = Set((rest / size + 1)...(store.pageCount + 1))
      text += ", \(rest) bytes left"
    case .logCut:
      let rest = Int.random(in: 0...log.count, using: &random)
      log.removeLast(log.count - rest)
      let first = max(0, rest - 32) / (size + 24)
      // Those of its transaction go, too.
      pages = Set((0..<store.frameCount).filter { $0 >= first - 64 }.map(store.page))
      names = store.live
      text += ", \(rest) bytes left"
    case .zeroedPage:
      let page = Int.random(in: 1...store.pageCount, using: &random)
      main.replaceSubrange((page - 1) * size..<page * size, with: repeatElement(0, count: size))
      pages = [page]
      text += ", page \(page)"
    case .zeroedMap:
      // The pointer map, which says what each page is for.
      main.replaceSubrange(size..<2 * size, with: repeatElement(0, count: size))
      pages = [2]
    case .zeroedFrame:
      let frame = Int.random(in: 0..<store.frameCount, using: &random)
      let start = 32 + frame * (size + 24)
      log.replaceSubrange(start..<start + size + 24, with: repeatElement(0, count: size + 24))
      pages = [store.page(ofFrame: frame)]
      // The last transaction, or one before: nobody can tell it from one that was not finished.
      if frame >= store.frameCount - 64 { names = store.live }
      text += ", frame \(frame) of \(store.frameCount)"
    case .swappedPages:
      let (a, b) = (
        Int.random(in: 1...store.pageCount, using: &random),
        Int.random(in: 1...store.pageCount, using: &random)
      )
      let page = Array(main[(a - 1) * size..<a * size])
      main.replaceSubrange((a - 1) * size..<a * size, with: main[(b - 1) * size..<b * size])
      main.replaceSubrange((b - 1) * size..<b * size, with: page)
      pages = [a, b]
      text += ", pages \(a) and \(b)"
    case .otherTime:
      // The first pages are of an earlier moment.
      let other = store.earlier.main
      let count = Int.random(in: 1...min(other.count, main.count) / size, using: &random) * size
      main.replaceSubrange(0..<count, with: other[0..<count])
      names = Set(store.live.filter { store.earlier.pages[$0] != store.pages[$0] })
      text += ", \(count / size) pages"
    }
    (self.main, self.log, hitPages, hitNames) = (main, log, pages, names)
    description = text
  }

  /// Opens it and has everything delivered that is there.
  func run() async throws -> (delivered: Set<String>, recovery: StoreRecovery?) {
    let place = try Workplace()
    try FileManager.default.createDirectory(
      atPath: place.stateFolder.path, withIntermediateDirectories: true)
    try place.folder.write(main, to: "tocsin/notifications.sqlite")
    if !log.isEmpty { try place.folder.write(log, to: "tocsin/notifications.sqlite-wal") }
    if let backup = store.backup {
      try place.folder.write(backup, to: "tocsin/notifications.backup.sqlite")
    }
    try place.folder.write(store.deliveries, to: "tocsin/scheduler.log")
    let opened = try place.store(.integrity)
    let clock = ManualClock()
    clock.advance(by: .seconds(12 * 3_600))
    let host = try Host(store: opened, clock: clock)
    await host.start()
    try await host.stop()
    #expect(try opened.fetch(.pending(app: nil)).isEmpty, "\(self)")
    #expect(Set(host.identifiers).count == host.identifiers.count, "\(self)")
    return (Set(host.identifiers), opened.recovery)
  }
}
