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
      var defect: JSONDocument.Defect?
      var document: JSONDocument?
      do { document = try JSONDocument(bytes) } catch { defect = error }
      // The grammar has no largest number.
      if let document, document.nodes.contains(where: { document.number($0)?.isFinite == false }) {
        continue
      }
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
    let document = try JSONDocument(Array(#"{"a":[1,{"b\u0062":"c"}]}"#.utf8))
    #expect(document.nodes.map(\.start) == [0, 5, 6, 8, 19])
    #expect(document.nodes.map(\.end) == [25, 24, 7, 23, 22])
    #expect(document.nodes.map(\.parent) == [-1, 0, 1, 1, 3])
    #expect(document.nodes.map { document.key(of: $0) } == [nil, "a", nil, nil, "bb"])
    #expect(document.hasKey(document.nodes[4], "bb") && !document.hasKey(document.nodes[4], "b"))
    #expect(document.string(document.nodes[4]) == "c")
    #expect(document.number(document.nodes[2]) == 1)
    #expect(document.path(of: document.nodes[4]) == [1])
  }

  @Test(
    "follows the grammar of numbers",
    arguments: [
      ("0", true), ("-0", true), ("01", false), ("1.", false), (".1", false), ("1e", false),
      ("1e+5", true), ("+1", false), ("-", false), ("1E-7", true), ("NaN", false), ("0x1", false),
    ])
  func numbers(text: String, isValid: Bool) {
    #expect(((try? JSONDocument(Array(text.utf8))) != nil) == isValid)
  }

  @Test("reads 512 levels, and refuses more by its place", arguments: [512, 513, 1_000_000])
  func depth(levels: Int) {
    let bytes =
      [UInt8](repeating: UInt8(ascii: "["), count: levels)
      + [UInt8](repeating: UInt8(ascii: "]"), count: levels)
    var defect: JSONDocument.Defect?
    do { _ = try JSONDocument(bytes) } catch { defect = error }
    #expect(defect?.offset == (levels > 512 ? 512 : nil))
  }
}
