import Foundation
import TestSupport
import Testing

@testable import NotificationTypes

@Suite("Property lists that apps bring")
struct PropertyListTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func values(_ data: Data) throws -> [String: Any]? {
    try folder.write([UInt8](data), to: "Info.plist")
    return PropertyListFile.values(path: folder.path("Info.plist"))
  }

  private func values(_ text: String) throws -> [String: Any]? { try values(Data(text.utf8)) }

  /// A list of as many levels, by the writer's format.
  private static func nested(_ levels: Int, _ format: PropertyListSerialization.PropertyListFormat)
    throws -> Data
  {
    let list = (1..<levels).reduce([:]) { inner, _ in ["a": inner] }
    return try PropertyListSerialization.data(
      fromPropertyList: list, format: format, options: 0)
  }

  @Test("Lists of a few levels are read", arguments: [1, 4, 32])
  func flat(levels: Int) throws {
    #expect(try values(Self.nested(levels, .xml)) != nil)
    #expect(try values(Self.nested(levels, .binary)) != nil)
  }

  @Test("Deeper ones are not, whatever they begin with", arguments: [40, 200])
  func deep(levels: Int) throws {
    #expect(try values(Self.nested(levels, .binary)) == nil)
    let xml = try Self.nested(levels, .xml)
    #expect(try values(xml) == nil)
    let text = String(decoding: xml, as: UTF8.self)
    let start = try #require(text.range(of: "<plist")?.lowerBound)
    for prefix in ["", "\n \t", "\u{FEFF}"] {
      #expect(try values(prefix + text[start...]) == nil, "\(prefix.debugDescription)")
    }
    let brackets = String(repeating: "{ a = ", count: levels) + "b"
    #expect(try values(brackets + String(repeating: "; }", count: levels)) == nil)
  }

  @Test("Empty elements are no levels")
  func emptyElements() throws {
    let entries = (0..<100).map { "<key>\($0)</key><dict/>" }.joined()
    #expect(try values("<plist><dict>\(entries)</dict></plist>")?.count == 100)
  }

  @Test("Brackets in the texts of a binary table are no levels")
  func brackets() throws {
    let table = Dictionary(uniqueKeysWithValues: (0..<200).map { ("k\($0)", ":( {") })
    let data = try PropertyListSerialization.data(
      fromPropertyList: table, format: .binary, options: 0)
    #expect(try values(data)?.count == 200)
  }

  /// A dictionary of arrays, each of which names the next one `width` times.
  private static func bomb(width: UInt8, levels: UInt8) -> Data {
    var list = Data("bplist00".utf8)
    var offsets: [UInt8] = []
    func add(_ object: [UInt8]) {
      offsets.append(UInt8(list.count))
      list += Data(object)
    }
    add([0xD1, 1, 2])
    add([0x51, UInt8(ascii: "a")])
    for level in 2..<levels + 2 {
      add([0xA0 + width] + [UInt8](repeating: level + 1, count: Int(width)))
    }
    add([0xA0])
    let table = UInt8(list.count)
    list += Data(offsets)
    // The trailer: the widths of an offset and of a reference, then three long numbers.
    var trailer: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt8(offsets.count), 0, table] {
      trailer += [0, 0, 0, 0, 0, 0, 0, number]
    }
    return list + Data(trailer)
  }

  @Test("A binary list that would grow in memory is not read")
  func growing() throws {
    let small = try #require(try values(Self.bomb(width: 3, levels: 3)))
    #expect((small["a"] as? [[[Any]]])?.joined().joined().count == 27)
    #expect(try values(Self.bomb(width: 10, levels: 12)) == nil)
  }

  @Test("A binary list with wrong numbers is not read, and ends nothing")
  func damaged() throws {
    let list = Self.bomb(width: 3, levels: 3)
    for index in list.indices {
      for value in [UInt8.min, 0x7F, 0xDF, 0xFF] {
        var damaged = list
        damaged[index] = value
        _ = try values(damaged)
        _ = BinaryPropertyList(damaged[..<index])?.isSafe
      }
    }
    #expect(try values(list) != nil)
    #expect(BinaryPropertyList(Data("bplist00".utf8)) == nil)
  }

  @Test("What an XML list declares is not replaced: it reads no other file, and does not grow")
  func entities() throws {
    let path = try folder.write("secret".utf8, to: "secret")
    let laughs = (1...9).map {
      "<!ENTITY l\($0) \"" + String(repeating: "&l\($0 - 1);", count: 10) + "\">"
    }
    for (declarations, text) in [
      ([], "&lt;"), (["<!ENTITY l0 SYSTEM \"file://\(path)\">"], "&l0;"),
      (["<!ENTITY l0 \"secret\">"] + laughs, "&l9;"),
    ] {
      let list = try values(
        "<!DOCTYPE plist\(declarations.isEmpty ? "" : " [\(declarations.joined())]")><plist><dict><key>a</key>"
          + "<string>\(text)</string></dict></plist>")
      #expect(list?["a"] as? String == (declarations.isEmpty ? "<" : nil), "\(declarations)")
    }
  }

  @Test("A pipe in a list's place holds nobody up")
  func pipe() throws {
    #expect(mkfifo(folder.path("Info.plist"), 0o600) == 0)
    #expect(UsageDescription.text(["NSLocationUsageDescription"], in: folder.url.path) == nil)
    #expect(ContentExtensionAttributes(file: folder.path("Info.plist")) == nil)
  }
}
