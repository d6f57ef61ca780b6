import Foundation
import NotificationScheduling
import TestSupport
import Testing
import Triggers

@testable import NotificationDelivery

@Suite("What gpsd says")
struct GPSDDialogueTests {
  private static let version =
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#

  /// As gpsd 3.22 sends it for a receiver with NMEA 0183.
  private static let position = """
    {"class":"TPV","device":"/dev/pts/1","mode":3,"time":"2026-11-23T07:00:17.500Z","ept":0.005,\
    "lat":52.521300000,"lon":13.377700000,"alt":34.0000,"track":180.0000,"eph":19.000,"sep":34.200}
    """

  private func step(_ line: String) -> GPSDDialogue.Step? {
    var dialogue = GPSDDialogue()
    _ = dialogue.take(Array(Self.version.utf8))
    return dialogue.take(Array(line.utf8))
  }

  @Test("After its greeting it is asked for positions, with their errors and times")
  func greeting() throws {
    var dialogue = GPSDDialogue()
    guard case .send(let bytes)? = dialogue.take(Array(Self.version.utf8)) else {
      Issue.record("nothing is sent")
      return
    }
    #expect(
      String(decoding: bytes, as: UTF8.self) == "?WATCH={\"enable\":true,\"json\":true};\n")
    let place = try #require(GeoCoordinate(latitude: 52.5213, longitude: 13.3777))
    #expect(
      dialogue.take(Array(Self.position.utf8))
        == .fix(place, accuracy: 19, time: Date(timeIntervalSince1970: 1_795_417_217.5)))
  }

  @Test("A position without a fix, or an object of another class, is none")
  func noFix() {
    for line in [
      #"{"class":"TPV","mode":0}"#, #"{"class":"TPV","mode":1,"lat":1,"lon":2}"#,
      #"{"class":"TPV","mode":3,"lat":1}"#, #"{"class":"SKY","satellites":[]}"#,
      #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"#,
    ] {
      #expect(step(line) == nil, "\(line)")
    }
  }

  @Test("The errors of a receiver's two axes are put together; a time may be whole, or missing")
  func parts() throws {
    let place = try #require(GeoCoordinate(latitude: 1, longitude: 2))
    let fix = #"{"class":"TPV","mode":2,"lat":1,"lon":2,"epx":3,"epy":4"#
    #expect(step(fix + "}") == .fix(place, accuracy: 5, time: nil))
    #expect(
      step(fix + #","time":"1970-01-01T00:00:07Z"}"#)
        == .fix(place, accuracy: 5, time: Date(timeIntervalSince1970: 7)))
    #expect(step(fix + #","time":"yesterday"}"#) == .fix(place, accuracy: 5, time: nil))
  }

  @Test("What does not greet as a gpsd is hung up on at once")
  func strangers() {
    for line in [
      "SSH-2.0-OpenSSH_9.2p1", "", "[]", "{}", #"{"class":"TPV","mode":3}"#, "{\"class\":7}",
    ] {
      var dialogue = GPSDDialogue()
      #expect(dialogue.take(Array(line.utf8)) == .hangUp(reason: "it is not a gpsd"))
    }
  }

  @Test("Garbage between reports is ignored, garbage alone is not")
  func garbage() throws {
    var dialogue = GPSDDialogue()
    _ = dialogue.take(Array(Self.version.utf8))
    let lines = [
      "$GPRMC,,V", "{", #"{"class":"TPV","mode":"three"}"#, "\u{0}\u{1}",
      #"{"class":"TPV","mode":3,"lat":91,"lon":0}"#,
      #"{"class":"TPV","mode":3,"lat":1e999,"lon":0}"#,
    ]
    for _ in 0..<100 {
      for line in lines { #expect(dialogue.take(Array(line.utf8)) == nil) }
      #expect(dialogue.take(Array(Self.position.utf8)) != nil)
    }
    let last = (0..<21).map { _ in dialogue.take(Array("garbage".utf8)) }.last
    #expect(last == .hangUp(reason: "it sends no reports"))
  }

  @Test("Random bytes and cut reports end nothing but the dialogue")
  func random() {
    var generator = SeededGenerator.printed(for: "a hostile gpsd")
    let seeds = [Array(Self.version.utf8), Array(Self.position.utf8)]
    for _ in 0..<20_000 {
      var dialogue = GPSDDialogue()
      _ = dialogue.take(seeds[0])
      var line = seeds.randomElement(using: &generator)!
      for _ in 0..<Int.random(in: 0..<4, using: &generator) {
        line[Int.random(in: 0..<line.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) {
        line.removeLast(.random(in: 0..<line.count, using: &generator))
      }
      if case .fix(let place, let accuracy, _)? = dialogue.take(line) {
        #expect(abs(place.latitude) <= 90 && abs(place.longitude) <= 180)
        let fix = PositionFix(place, accuracy: accuracy, time: .now)
        #expect(fix.accuracy.map { $0 >= 0 && $0.isFinite } ?? true)
      }
    }
  }

  @Test("Lines come whole, however they are cut; one that never ends is not kept")
  func lines() {
    var splitter = LineSplitter()
    let text = Array("one\r\ntwo\n\nthree".utf8)
    var found: [String] = []
    for byte in text {
      found += (splitter.take([byte]) ?? []).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(found == ["one", "two", ""])
    #expect(splitter.take(Array(" more\n".utf8)) == [Array("three more".utf8)])
    #expect(splitter.take([UInt8](repeating: 1, count: 70_000)) == nil)
  }

  static let addresses: [(String, [GPSDAddress]?)] = [
    ("off", []), ("localhost", GPSDAddress.standard),
    ("localhost:2948", [.loopback(port: 2_948), .loopback6(port: 2_948)]),
    ("127.0.0.1:1", [.loopback(port: 1)]), ("[::1]:65535", [.loopback6(port: 65_535)]),
    ("/run/tocsin-gpsd.socket", [.unix(path: "/run/tocsin-gpsd.socket")]),
    ("192.168.1.7:2947", nil), ("example.org", nil), ("localhost:0", nil), ("localhost:x", nil),
    ("localhost.example.org", nil), ("", nil), ("127.0.0.1:99999", nil),
  ]

  @Test("gpsd is on this machine, or behind a socket in the file system", arguments: addresses)
  func address(text: String, expected: [GPSDAddress]?) {
    #expect(GPSDAddress.parse(text) == expected)
  }
}
