import Foundation
import TestSupport
import Testing

@testable import BundlePreflight

@Suite("The reader of JSON")
struct JSONReaderTests {
  static let seeds = [
    #"{"aps":{"alert":{"title":"a","body":"b"},"sound":"ding.caf","badge":1}}"#,
    #"[{"a":[1,-2.5e+3,0,true,false,null,"\n\u00e9\ud83d\ude00"]},"é🔔",[],{}]"#,
    #" { "a" : [ 0.1 , 1E9 , [ [ ] ] ] , "b" : { "c" : "\\\"" } } "#,
  ]

  /// Foundation takes a comma after the last member; RFC 8259 does not, and servers may not.
  @Test("agrees with Foundation's on damaged documents, but for a comma too many")
  func oracle() {
    var generator = SeededGenerator.printed(for: "damaged JSON")
    let alphabet = Array(#"{}[]",:\ /u0123456789abcdef.+-eEtrnulsfx"#.utf8) + [0x80, 0xC3, 0x0A]
    var counts = (valid: 0, broken: 0)
    for _ in 0..<2000 {
      var bytes = Array(Self.seeds.randomElement(using: &generator)?.utf8 ?? "".utf8)
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let at = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.remove(at: at)
        case 1: bytes[at] = alphabet.randomElement(using: &generator) ?? 0
        case 2: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: at)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: at)
        }
      }
      var defect: TextError?
      var document: LiteralNode?
      do { document = try LiteralReader.document(bytes, .json) } catch { defect = error }
      // The grammar has no largest number.
      let values = document.map(Self.values) ?? []
      if values.contains(where: { $0.node.number?.isFinite == false }) { continue }
      if let offset = defect?.offset, Self.isCommaTooMany(bytes, offset) { continue }
      let ours = defect == nil
      let theirs =
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
      #expect(ours == theirs, "\(String(decoding: bytes, as: UTF8.self))")
      counts.valid += ours ? 1 : 0
      counts.broken += ours ? 0 : 1
    }
    #expect(counts.valid > 100 && counts.broken > 100)
  }

  private static func isCommaTooMany(_ bytes: [UInt8], _ offset: Int) -> Bool {
    guard offset < bytes.count, "]}".utf8.contains(bytes[offset]) else { return false }
    return bytes[..<offset].last { $0 > 0x20 } == UInt8(ascii: ",")
  }

  @Test("knows each value's place, name and surroundings")
  func places() throws {
    let values = Self.values(
      of: try LiteralReader.document(Array(#"{"a":[1,{"b\u0062":"c"}]}"#.utf8), .json))
    #expect(values.map(\.node.range.lowerBound) == [0, 5, 6, 8, 19])
    #expect(values.map(\.node.range.upperBound) == [25, 24, 7, 23, 22])
    #expect(values.map(\.parent) == [-1, 0, 1, 1, 3])
    #expect(values.map(\.key) == [nil, "a", nil, nil, "bb"])
    #expect(values[3].node["bb"] == values[4].node && values[3].node["b"] == nil)
    #expect(values[4].node.string == "c")
    #expect(values[2].node.number == 1)
    #expect(values.map(\.node.line) == [1, 1, 1, 1, 1])
    #expect(values.map(\.node.column) == [1, 6, 7, 9, 20])
  }

  @Test("keeps named members only, with what is around and beside them")
  func named() throws {
    let text = #"[0,{"a":1},{"to":["b"],"n":{"sound":{"x":1,"y":[2]},"c":3}},{"to":4},"sound"]"#
    let values = Self.values(
      of: try LiteralReader.document(Array(text.utf8), .json, keeping: ["sound": 2, "to": 0]))
    #expect(values.map(\.key) == [nil, nil, "to", "n", "sound", "x", "y"])
    #expect(values.map(\.parent) == [-1, 0, 1, 1, 3, 4, 4])
    #expect(values[5].node.number == 1)
    #expect(text.utf8.dropFirst(values[2].node.range.lowerBound).starts(with: #"["b"]"#.utf8))
  }

  @Test("keeps no more of a crafted text than there are places to look at")
  func crafted() throws {
    let text = "[" + String(repeating: #"{"to":0,"sound":0},"#, count: 100_000) + "0]"
    let document = try LiteralReader.document(
      Array(text.utf8), .json, keeping: ["sound": 2, "to": 0])
    #expect(document.elements?.count == 65536)
  }

  private struct Value {
    let node: LiteralNode
    var key: String?
    var parent = -1
  }

  /// All values in the order of the text.
  private static func values(of top: LiteralNode) -> [Value] {
    var values: [Value] = []
    func add(_ value: Value) {
      values.append(value)
      let parent = values.count - 1
      for entry in value.node.entries ?? [] {
        add(Value(node: entry.value, key: entry.key, parent: parent))
      }
      for element in value.node.elements ?? [] { add(Value(node: element, parent: parent)) }
    }
    add(Value(node: top))
    return values
  }

  @Test(
    "follows the grammar of numbers",
    arguments: [
      ("0", true), ("-0", true), ("01", false), ("1.", false), (".1", false), ("1e", false),
      ("1e+5", true), ("+1", false), ("-", false), ("1E-7", true), ("NaN", false), ("0x1", false),
    ])
  func numbers(text: String, isValid: Bool) {
    #expect(((try? LiteralReader.document(Array(text.utf8), .json)) != nil) == isValid)
  }

  @Test("reads 512 levels, and refuses more by its place", arguments: [512, 513, 1_000_000])
  func depth(levels: Int) {
    let bytes =
      [UInt8](repeating: UInt8(ascii: "["), count: levels)
      + [UInt8](repeating: UInt8(ascii: "]"), count: levels)
    var defect: TextError?
    do { _ = try LiteralReader.document(bytes, .json) } catch { defect = error }
    #expect(defect?.offset == (levels > 512 ? 512 : nil))
  }
}
