import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@testable import AppNotifications
@testable import NotificationDelivery

@Suite(
  "Attachments are checked when a request is added, and kept as long as it is there", .serialized)
struct AttachmentTests {
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]

  /// The beginnings of files, by the extensions under which they are taken.
  static let files: [(names: [String], head: [UInt8])] = [
    (["png"], png), (["jpg", "JPEG"], [0xFF, 0xD8, 0xFF, 0xE0]), (["gif"], Array("GIF89a".utf8)),
    (["aiff", "aif"], Array("FORM\0\0\0\0AIFF".utf8)),
    (["aifc"], Array("FORM\0\0\0\0AIFC".utf8)), (["wav"], Array("RIFF\0\0\0\0WAVE".utf8)),
    (["mp3"], Array("ID3\u{4}".utf8)), (["mp3"], [0xFF, 0xFB, 0x90, 0x44]),
    (["m4a", "mp4", "m4v"], Array("\0\0\0\u{18}ftypM4A ".utf8)),
    (["mpg", "mpeg"], [0, 0, 1, 0xBA]), (["m2v"], [0, 0, 1, 0xB3]),
    (["avi"], Array("RIFF\0\0\0\0AVI ".utf8)),
  ]

  private func content(_ path: String, type: String? = nil) -> NotificationContent {
    NotificationContent(
      title: "Tea", attachments: [.init(identifier: "p", path: path, mediaType: type)])
  }

  private func later() throws -> NotificationTrigger {
    .timeInterval(try TimeIntervalTrigger(.seconds(300)))
  }

  private func add(_ content: NotificationContent, to bench: ClientBench) async throws {
    let client = try bench.client()
    do {
      try await client.add(bench.request("a", content, try later()))
      await bench.close(client)
    } catch {
      await bench.close(client)
      throw error
    }
  }

  private func kept(_ bench: ClientBench) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: bench.storeFolder.path + "/attachments/app")
    return names ?? []
  }

  @Test(
    "Removing an app's files removes nothing else, whatever the app is called",
    arguments: ["..", ".", "", "a/../..", "\0", String(repeating: ".", count: 300), "app"])
  func hostileApp(app: String) throws {
    let folder = try TemporaryFolder()
    let state = StoreFolder(path: folder.path("state"))
    let store = try NotificationStore(folder: state)
    let files = AttachmentFolder(of: app, in: state)
    // Files of another app and of the store, and one beside the app's own that it has not made.
    try StoreFile.makeFolder(state.attachments(of: "other"))
    try StoreFile.makeFolder(state.attachments(of: app))
    let foreign = state.attachments(of: app) + "/notes.txt"
    try folder.write(Self.png, to: "map.png")
    let own = "\(state.attachments(of: app))/\(AttachmentName(for: "/a/map.png"))"
    let others = "\(state.attachments(of: "other"))/\(AttachmentName(for: "/a/map.png"))"
    for path in [foreign, own, others] {
      try FileManager.default.copyItem(atPath: folder.path("map.png"), toPath: path)
    }
    let before = Set(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path))
    try files.sweep(store)
    let after = Set(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path))
    let removed = before.subtracting(after).map { folder.path($0) }
    #expect(removed == [own])
    withExtendedLifetime(store) {}
  }

  @Test("A name is short enough for any file, and ends as the file's own does")
  func names() {
    let long = String(repeating: "é", count: 120) + ".png"
    for path in ["/a/b.png", "/a/\(long)", "/..", "/"] {
      let name = AttachmentName(for: path).description
      #expect(name.utf8.count <= 255 && AttachmentName.isOne(name), "\(name)")
      #expect(!name.contains("/"))
    }
    #expect(AttachmentName(for: "/a/\(long)").description.hasSuffix("é.png"))
    let others = [
      "notifications.sqlite", "..", "", "store.lock", UUID().uuidString.lowercased() + "-x",
    ]
    for name in others {
      #expect(!AttachmentName.isOne(name))
    }
  }

  @Test("Every type of the documentation is taken by its extension", arguments: files.indices)
  func types(index: Int) async throws {
    let bench = try ClientBench()
    let (names, head) = Self.files[index]
    for name in names {
      let path = try bench.folder.write(head + [UInt8](repeating: 0, count: 20), to: "x.\(name)")
      try await add(content(path), to: bench)
      #expect(!FileManager.default.fileExists(atPath: path))
      let attachment = try bench.store().fetch(.pending(app: "app")).first?.request.content
        .attachments
      let found = try #require(attachment?.first)
      #expect(found.mediaType?.isEmpty == false)
      #expect(found.path.hasPrefix(bench.storeFolder.path) && found.path.hasSuffix("x.\(name)"))
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: found.path)).starts(with: head))
    }
  }

  @Test(
    "Each thing that is wrong with a file has an error of its own, and nothing is scheduled",
    arguments: [
      "missing", "folder", "link", "relative", "type", "empty", "large", "corrupt", "gone",
    ])
  func refused(_ defect: String) async throws {
    let bench = try ClientBench()
    var path = bench.folder.path("files/\(defect).png")
    let expected: ClientError
    switch defect {
    case "folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      expected = .attachmentInvalidURL(path)
    case "link":
      let target = try bench.folder.write(Self.png, to: "files/target.png")
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      expected = .attachmentInvalidURL(path)
    case "relative":
      path = "files/x.png"
      expected = .attachmentInvalidURL(path)
    case "type":
      path = try bench.folder.write(Self.png, to: "files/x.txt")
      expected = .attachmentUnrecognizedType(path)
    case "empty":
      try bench.folder.write([], to: "files/empty.png")
      expected = .attachmentInvalidFileSize(path)
    case "large":
      try bench.folder.write(Self.png, to: "files/large.png")
      try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 10_000_001)
      expected = .attachmentInvalidFileSize(path)
    case "corrupt":
      try bench.folder.write("GIF89a, or so".utf8, to: "files/corrupt.png")
      expected = .attachmentCorrupt(path)
    case "gone":
      path = bench.storeFolder.path + "/attachments/app/gone.png"
      expected = .attachmentNotInDataStore(path)
    default: expected = .attachmentInvalidURL(path)
    }
    await #expect(throws: expected) { try await add(content(path), to: bench) }
    #expect(try bench.store().fetch(.pending(app: nil)).isEmpty)
    #expect(kept(bench).isEmpty)
  }

  @Test(
    "The greatest size of each kind is taken, and a byte more is not",
    arguments: [("a.wav", 3, 5_000_000), ("a.png", 0, 10_000_000), ("a.avi", 11, 50_000_000)])
  func sizes(name: String, index: Int, size: UInt64) async throws {
    let bench = try ClientBench()
    let head = name == "a.wav" ? Array("RIFF\0\0\0\0WAVE".utf8) : Self.files[index].head
    let path = try bench.folder.write(head, to: name)
    try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: size + 1)
    await #expect(throws: ClientError.attachmentInvalidFileSize(path)) {
      try await add(content(path), to: bench)
    }
    try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: size)
    try await add(content(path), to: bench)
    #expect(kept(bench).count == 1)
  }

  @Test("A type hint goes before the file's name")
  func hint() async throws {
    let bench = try ClientBench()
    let path = try bench.folder.write(Self.png, to: "files/picture.bin")
    try await add(content(path, type: "public.png"), to: bench)
    let attachment = try bench.store().fetch(.pending(app: "app")).first?.request.content
      .attachments
    #expect(attachment?.first?.mediaType == "image/png")
  }

  @Test("A file of the app's bundle is copied, and stays where it is")
  func bundled() async throws {
    let bench = try ClientBench()
    let path = try bench.folder.write(Self.png, to: "bundle/picture.png")
    try await add(content(path), to: bench)
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(kept(bench).count == 1)
  }

  @Test("A file that cannot be stored is an error, stays where it is, and nothing is scheduled")
  func notStored() async throws {
    let bench = try ClientBench()
    _ = try bench.store()
    // Where the app's folder should be.
    try FileManager.default.createDirectory(
      atPath: bench.folder.path("state/attachments"), withIntermediateDirectories: true)
    try bench.folder.write([], to: "state/attachments/app")
    let path = try bench.folder.write(Self.png, to: "files/picture.png")
    await #expect(
      throws: ClientError.attachmentMoveFailed(bench.storeFolder.path + "/attachments/app")
    ) {
      try await add(content(path), to: bench)
    }
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(try bench.store().fetch(.pending(app: nil)).isEmpty)
  }

  @Test("A request that is not kept leaves its files alone")
  func notKept() async throws {
    let bench = try ClientBench()
    try bench.store().change("app") { $0.settings.answer(false, to: [.alert]) }
    let path = try bench.folder.write(Self.png, to: "files/picture.png")
    try await add(content(path), to: bench)
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(kept(bench).isEmpty)
  }

  @Test("Of a request that the limit refuses, or the store, the files stay where they are")
  func refused() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(state: "background")
    for number in 0..<64 {
      try await client.add(bench.request("\(number)", .init(title: "t"), try later()))
    }
    let path = try bench.folder.write(Self.png, to: "files/picture.png")
    let far = NotificationTrigger.timeInterval(try TimeIntervalTrigger(.seconds(9_000)))
    try await client.add(bench.request("last", content(path), far))
    #expect(await !client.pending().contains { $0.identifier == "last" })
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(kept(bench).isEmpty)
    await bench.close(client)
    let vault = AttachmentVault(app: "app", folder: bench.storeFolder, bundle: nil)
    let picture = NotificationAttachment(identifier: "1", path: path)
    struct Refusal: Error {}
    #expect(throws: Refusal.self) { try vault.keep([picture]) { _ in throw Refusal() } }
    let missing = NotificationAttachment(identifier: "2", path: path + ".missing")
    #expect(throws: ClientError.attachmentMoveFailed(missing.path)) {
      try vault.keep([picture, missing]) { _ in .added }
    }
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(kept(bench).isEmpty)
  }

  @Test("A file goes with its notification: replaced, taken back, or removed when it was delivered")
  func swept() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(state: "background")
    func add(_ name: String, as identifier: String, _ trigger: NotificationTrigger) async throws {
      let path = try bench.folder.write(Self.png, to: "files/\(name).png")
      try await client.add(bench.request(identifier, content(path), trigger))
    }
    try await add("1", as: "a", try later())
    try await add("2", as: "a", try later())
    #expect(kept(bench).map { $0.hasSuffix("2.png") } == [true])
    try await add("3", as: "b", .immediate)
    try await eventually("it is delivered") { await client.delivered().count == 1 }
    #expect(kept(bench).count == 2)
    await client.removePending(identifiers: ["a"])
    #expect(await client.pending().isEmpty)
    #expect(kept(bench).map { $0.hasSuffix("3.png") } == [true])
    await client.removeAllDelivered()
    #expect(await client.delivered().isEmpty)
    #expect(kept(bench).isEmpty)
    await bench.close(client)
  }

  @Test("A file goes when the user deals with its notification, while the app does not run, too")
  func sweptByDaemon() async throws {
    let bench = try ClientBench()
    try bench.allow()
    // First, or the app may still deliver one itself, which is then on its own screen.
    let daemon = try await BenchDaemon(on: bench)
    let client = try bench.client(state: "background")
    for name in ["a", "b"] {
      let path = try bench.folder.write(Self.png, to: "files/\(name).png")
      try await client.add(bench.request(name, content(path)))
      try await eventually("it is delivered") { try bench.record(name) != nil }
    }
    await bench.close(client)
    try await daemon.screen.shows(2)
    #expect(kept(bench).count == 2)
    daemon.screen.dismiss(0)
    try await eventually("one is gone") { kept(bench).count == 1 }
    try await daemon.stop()
    try bench.store().apply(.removed(app: "app", identifiers: nil, at: Date()))
    let next = try await BenchDaemon(on: bench)
    try await eventually("both are gone") { kept(bench).isEmpty }
    try await next.stop()
  }

  @Test("The file of a delivered notification may be used again, for as long as it is there")
  func reused() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(state: "background")
    let path = try bench.folder.write(Self.png, to: "files/picture.png")
    try await client.add(bench.request("a", content(path)))
    try await eventually("it is delivered") { await client.delivered().count == 1 }
    let old = try #require(await client.delivered().first).request.content
    try await client.add(bench.request("b", old, try later()))
    await client.removeAllDelivered()
    #expect(await client.pending().first?.content.attachments == old.attachments)
    #expect(kept(bench).count == 1)
    await bench.close(client)
  }
}
