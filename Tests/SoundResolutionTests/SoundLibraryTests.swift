import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SoundResolution

@Suite("Sounds that are kept")
struct SoundLibraryTests {
  private let home: SoundHome

  init() throws {
    home = try SoundHome()
    try home.write(sound: 1, to: "shipped/default.wav")
    try home.write(sound: 2, to: "shipped/critical.wav")
  }

  private var request: SoundRequest { SoundRequest("ding.wav", owner: home.owner) }
  private var file: String { "\(SoundHome.library)/ding.wav" }

  /// A library whose time stands where the test sets it.
  /// - Parameter onSearch: is called where a file is looked for.
  private func library(
    byteLimit: Int = 1 << 20, budget: Duration = .seconds(600),
    now: @escaping @Sendable () -> Duration = { .zero },
    onSearch: @escaping @Sendable (String) -> Void = { _ in }
  ) -> SoundLibrary {
    let resolver = home.resolver()
    return SoundLibrary(
      standard: resolver.resolveDefault(), critical: resolver.resolveDefault(isCritical: true),
      byteLimit: byteLimit, budget: budget, now: now
    ) { (name, owner) throws(SoundFallback) in
      onSearch(name)
      return try resolver.find(name, for: owner)
    }
  }

  /// Things that can happen to a file between scheduling and delivery.
  enum Fate: CaseIterable { case deleted, pipe, folder, sparse, link, garbage, otherSound }

  private func change(_ fate: Fate) throws {
    let path = home.folder.path(file)
    try FileManager.default.removeItem(atPath: path)
    switch fate {
    case .deleted: break
    case .pipe: #expect(mkfifo(path, 0o600) == 0)
    case .folder:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .sparse:
      try home.write([], to: file)
      #expect(truncate(path, 5 << 30) == 0)
    case .link: #expect(symlink("/dev/zero", path) == 0)
    case .garbage: try home.write("no sound".utf8, to: file)
    case .otherSound: try home.write(sound: 77, to: file)
    }
  }

  @Test("What happens to a file after it was scheduled harms nothing", arguments: Fate.allCases)
  func kept(fate: Fate) async throws {
    try home.write(sound: 5, to: file)
    let library = library()
    #expect(await library.warm(request).value == 5)
    try change(fate)
    let found = await library.sound(for: request)
    #expect(found.value == 5 && found.fallback == nil)
  }

  @Test("Scheduling again takes a good new file, and keeps the old sound if it is a bad one")
  func warmedAgain() async throws {
    try home.write(sound: 5, to: file)
    let library = library()
    await library.warm(request)
    try change(.garbage)
    #expect(await library.warm(request).value == 1)
    #expect(await library.sound(for: request).value == 5)
    try change(.otherSound)
    #expect(await library.warm(request).value == 77)
    #expect(await library.sound(for: request).value == 77)
  }

  @Test("A failure is remembered for a moment, then the file is looked for again")
  func failures() async throws {
    let time = Mutex(Duration.zero)
    let library = library(now: { time.withLock(\.self) })
    #expect(await library.sound(for: request).fallback == .notFound(name: "ding.wav"))
    try home.write(sound: 5, to: file)
    time.withLock { $0 = SoundCache.failureDuration - .nanoseconds(1) }
    #expect(await library.sound(for: request).value == 1)
    time.withLock { $0 = SoundCache.failureDuration }
    #expect(await library.sound(for: request).value == 5)
  }

  @Test("The default sounds are in memory from the start")
  func defaults() async throws {
    let library = library()
    try FileManager.default.removeItem(atPath: home.folder.path("shipped"))
    #expect(await library.sound(for: SoundRequest(nil, owner: home.owner)).value == 1)
    let critical = SoundRequest(nil, owner: home.owner, isCritical: true)
    #expect(await library.sound(for: critical).value == 2)
  }

  @Test("A thousand names that lead nowhere share one default sound in memory")
  func sharedDefault() async throws {
    let library = library()
    let standard = try #require(
      await library.sound(for: SoundRequest("default", owner: home.owner)).sound)
    for number in 0..<1_100 {
      let found = await library.sound(for: SoundRequest("none-\(number)", owner: home.owner))
      #expect(found.sound === standard && found.fallback != nil)
    }
    #expect(library.byteCount == 0)
  }

  @Test("Two apps' sounds of one name are two sounds")
  func perApp() async throws {
    try home.write(sound: 5, to: file)
    try home.write(sound: 6, to: "home/org.other/Library/Sounds/ding.wav")
    let library = library()
    #expect(await library.sound(for: request).value == 5)
    let other = SoundRequest("ding.wav", owner: SoundOwner(app: "org.other"))
    #expect(await library.sound(for: other).value == 6)
  }

  @Test("The memory has a limit; what was used last stays")
  func limit() async throws {
    // 100 frames of 16 bits are 200 bytes: three sounds fit.
    let library = library(byteLimit: 650)
    for number in 0..<4 {
      try home.write(sound: Int32(10 + number), to: "\(SoundHome.library)/\(number).wav")
    }
    func sound(_ number: Int) async -> ResolvedSound {
      await library.sound(for: SoundRequest("\(number).wav", owner: home.owner))
    }
    for number in 0..<3 { _ = await sound(number) }
    _ = await sound(0)
    _ = await sound(3)
    #expect(library.byteCount == 600)
    try FileManager.default.removeItem(atPath: home.folder.path(SoundHome.library))
    var values: [Int?] = []
    for number in 0..<4 { values.append(await sound(number).value) }
    #expect(values == [10, 1, 12, 13])
  }

  @Test("A disk that hangs costs the budget once, holds nobody else up, and is heard of later")
  func hanging() async throws {
    let gate = DispatchSemaphore(value: 0)
    try home.write(sound: 5, to: file)
    let library = library(budget: .milliseconds(20), onSearch: { _ in gate.wait() })
    let first = await library.sound(for: request)
    #expect(first.value == 1 && first.fallback == .tooSlow(name: "ding.wav"))
    #expect(await library.sound(for: SoundRequest(nil, owner: home.owner)).value == 1)
    gate.signal()
    // The late sound comes into the cache; a further search, if one is begun, must not hang.
    gate.signal()
    while await library.sound(for: request).value != 5 { await Task.yield() }
  }

  @Test("A thousand who want the same sound at once cost one search")
  func joined() async throws {
    try home.write(sound: 5, to: file)
    let searches = Mutex(0)
    let gate = DispatchSemaphore(value: 0)
    let library = library(onSearch: { _ in
      searches.withLock { $0 += 1 }
      gate.wait()
    })
    let values = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<1_000 { group.addTask { await library.sound(for: request).value } }
      gate.signal()
      return await group.reduce(into: Set<Int?>()) { $0.insert($1) }
    }
    #expect(values == [5])
    #expect(searches.withLock(\.self) == 1)
  }

  @Test("Many sounds that are wanted at once all come, each as itself")
  func many() async throws {
    for number in 0..<100 {
      try home.write(sound: Int32(100 + number), to: "\(SoundHome.library)/\(number).wav")
    }
    let library = library()
    let values = await withTaskGroup(of: (Int, Int?).self) { group in
      for number in 0..<100 {
        group.addTask {
          let request = SoundRequest("\(number).wav", owner: home.owner)
          return (number, await library.sound(for: request).value)
        }
      }
      return await group.reduce(into: [Int: Int?]()) { $0[$1.0] = $1.1 }
    }
    for number in 0..<100 { #expect(values[number] == 100 + number) }
  }

  @Test("A disk that hangs keeps 4 threads and 256 searches waiting; others get the default sound")
  func bounds() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (begun, searches) = AsyncStream.makeStream(of: Void.self)
    let running = Mutex((now: 0, most: 0))
    let library = library(onSearch: { _ in
      running.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      searches.yield()
      gate.wait()
      running.withLock { $0.now -= 1 }
    })
    func search(_ number: Int) async -> SoundFallback? {
      await library.sound(for: SoundRequest("\(number).wav", owner: home.owner)).fallback
    }
    await withTaskGroup(of: SoundFallback?.self) { group in
      for number in 0..<4 { group.addTask { await search(number) } }
      var count = begun.makeAsyncIterator()
      for _ in 0..<4 { _ = await count.next() }
      for number in 4..<300 { group.addTask { await search(number) } }
      var refused = 0
      for _ in 260..<300 {
        if case .tooSlow = await group.next() { refused += 1 }
      }
      #expect(refused == 40)
      for _ in 0..<260 { gate.signal() }
      for await fallback in group {
        if case .tooSlow = fallback { Issue.record("a search that had its place was given up") }
      }
    }
    #expect(running.withLock(\.most) == 4)
  }
}
