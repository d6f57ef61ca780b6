import Testing

@testable import BundlePreflight

@Suite("Texts and words that are sought in bytes")
struct ByteSearchTests {
  /// Sets whose shortest texts have 3, 4 and 7 bytes, with texts that end or begin alike.
  private static let examples: [[[StaticString]]] = [
    [["aps", "apns"], ["caps", "psa"]],
    [["expo", "Expo"], ["export", "channelId"], ["AndroidChannel", "aps:"]],
    [["notifee", "PushKit"], ["AVAudioPlayer", "AudioPlayer", "new Audio("], ["NSSound"]],
  ]

  @Test("a set is found exactly where one of its texts stands", arguments: examples.indices)
  func exactly(index: Int) {
    let sets = Self.examples[index]
    let patterns = PatternSet(sets)
    let texts = sets.joined().map { String(describing: $0) }
    for text in texts {
      for before in [""] + texts.flatMap({ [$0, String($0.dropLast()), String($0.dropFirst(2))] }) {
        for filler in 0..<9 {
          for content in [text, String(text.dropLast()), String(text.dropFirst())] {
            let whole = String(repeating: "n", count: filler) + before + content
            let expected = sets.map { set in
              set.contains { whole.contains(String(describing: $0)) }
            }
            #expect(patterns.found(in: Array(whole.utf8)) == expected, "\(whole)")
          }
        }
      }
    }
  }

  @Test("words are found whole, in texts and as folders of paths")
  func words() {
    let words = WordSet(["sound", "Pods", "R"])
    for text in ["sound", "a.sound = b", "x\nR.raw", "sound:"] {
      #expect(words.isIn(Array(text.utf8)), "\(text)")
    }
    for text in ["", "sounds", "asound", "_sound", "$sound", "r", "Pod s"] {
      #expect(!words.isIn(Array(text.utf8)), "\(text)")
    }
    #expect(words.contains(Array("Pods".utf8)[...]) && !words.contains(Array("Pod".utf8)[...]))
    #expect(words.hasFolder(of: "Pods/a") && words.hasFolder(of: "ios/Pods/a/b"))
    #expect(!words.hasFolder(of: "ios/Pods") && !words.hasFolder(of: "MyPods/a"))
  }
}
