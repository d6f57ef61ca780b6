import Testing

@testable import BundlePreflight

/// A `resources.arsc` written as AOSP's `ResourceTypes.h` describes it.
private struct TableText {
  enum Form: Sendable, CaseIterable { case plain, sparse, short, compact }

  /// Names of raw resources and their paths.
  var raw: [(name: String, path: String)]
  var form = Form.plain
  var isUTF16 = false

  var bytes: [UInt8] {
    let values = pool(raw.map(\.path))
    let types = pool(["attr", "raw"])
    let keys = pool(raw.map(\.name))
    var package = word(0x7F) + [UInt8](repeating: 0, count: 256)
    package += word(288) + word(2) + word(288 + types.count) + word(raw.count) + word(0)
    let body = types + keys + chunk(0x0202, header: [2, 0, 0, 0] + word(0), []) + type
    return chunk(
      0x0002, header: word(1), values + chunk(0x0200, header: package, body))
  }

  private var type: [UInt8] {
    var entries: [UInt8] = []
    var offsets: [UInt8] = []
    for index in raw.indices {
      let offset = entries.count
      switch form {
      case .plain, .compact: offsets += word(offset)
      case .sparse: offsets += half(index) + half(offset / 4)
      case .short: offsets += half(offset / 4)
      }
      entries +=
        form == .compact
        ? half(index) + half(0x0308) + word(index)
        : half(8) + half(0) + word(index) + half(8) + [0, 3] + word(index)
    }
    // One entry that another configuration has.
    if form == .plain { offsets += word(0xFFFF_FFFF) }
    let flags: UInt8 = form == .sparse ? 1 : form == .short ? 2 : 0
    let count = form == .plain ? raw.count + 1 : raw.count
    let header = [2, flags, 0, 0] + word(count) + word(84 + offsets.count) + configuration
    return chunk(0x0201, header: header, offsets + entries)
  }

  private var configuration: [UInt8] { word(64) + [UInt8](repeating: 0, count: 60) }

  private func pool(_ texts: [String]) -> [UInt8] {
    var offsets: [UInt8] = []
    var strings: [UInt8] = []
    for text in texts {
      offsets += word(strings.count)
      strings +=
        isUTF16
        ? half(text.utf16.count) + text.utf16.flatMap { half(Int($0)) } + [0, 0]
        : [UInt8(text.utf16.count), UInt8(text.utf8.count)] + text.utf8 + [0]
    }
    while strings.count % 4 != 0 { strings.append(0) }
    let header =
      word(texts.count) + word(0) + word(isUTF16 ? 0 : 0x100) + word(28 + offsets.count) + word(0)
    return chunk(0x0001, header: header, offsets + strings)
  }

  private func chunk(_ type: Int, header: [UInt8], _ body: [UInt8]) -> [UInt8] {
    half(type) + half(8 + header.count) + word(8 + header.count + body.count) + header + body
  }

  private func half(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
  private func word(_ value: Int) -> [UInt8] {
    half(value & 0xFFFF) + half(value >> 16 & 0xFFFF)
  }
}

@Suite("The table of resources in a built Android package")
struct ResourceTableTests {
  private static let raw = [("ding", "res/Gh4.ogg"), ("alarm_1", "res/-x.mp3")]

  @Test("has the names of raw resources", arguments: TableText.Form.allCases, [false, true])
  fileprivate func names(_ form: TableText.Form, isUTF16: Bool) throws {
    let text = TableText(raw: Self.raw, form: form, isUTF16: isUTF16)
    let table = try #require(AndroidResourceTable(text.bytes))
    #expect(table.raw.map(\.name) == ["ding", "alarm_1"])
    #expect(table.raw.map(\.path) == ["res/Gh4.ogg", "res/-x.mp3"])
  }

  @Test("that is cut or changed at any byte is read without a trap")
  func damaged() {
    let bytes = TableText(raw: Self.raw).bytes
    for count in bytes.indices { _ = AndroidResourceTable(Array(bytes[..<count])) }
    for index in bytes.indices {
      for value: UInt8 in [0, 0x7F, 0xFF] {
        var other = bytes
        other[index] = value
        _ = AndroidResourceTable(other)
      }
    }
    #expect(AndroidResourceTable([]) == nil)
    #expect(AndroidResourceTable(Array("resources".utf8)) == nil)
  }

  @Test("names the sounds of a release package, whose paths are short")
  func release() throws {
    let tree = MemoryTree(bytes: [
      "AndroidManifest.xml": [3], "classes.dex": [1], "res/Gh4.ogg": [1], "res/-x.mp3": [1],
      "res/other.ogg": [1], "resources.arsc": TableText(raw: Self.raw).bytes,
    ])
    let projects = ProjectDetection.projects(in: tree, named: "bell-release.apk")
    #expect(
      projects.first?.shipped == [
        "bell-release (app): alarm_1 ← res/-x.mp3", "bell-release (app): ding ← res/Gh4.ogg",
      ])
  }
}
