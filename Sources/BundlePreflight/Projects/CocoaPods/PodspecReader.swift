/// Reads which sounds a pod contains, from the strings of its `.podspec`; Ruby is never run.
///
/// Files of `resource_bundles` get a bundle of their own, which the system does not search. Those
/// of `resources` get into the app that uses the pod, or into its framework.
struct PodspecReader {
  static let kind = ManifestKind(names: [], suffix: ".podspec") { file, files, natives in
    project(at: file, in: files, &natives)
  }

  private static func project(
    at file: String, in files: ProjectFiles, _ natives: inout NativeProjects
  ) -> Project? {
    guard let bytes = files.settings(at: file), bytes.contains(bytesOf: "resource") else {
      return nil
    }
    let root = TreePath.folder(file)
    let lists = RubyLists(
      bytes, of: ["resource", "resources", "resource_bundle", "resource_bundles"])
    var bundles: [SoundBundle] = []
    for list in lists.lists {
      let sounds = list.texts.flatMap { files.resources(at: $0, in: root) }.withoutRepeats()
      guard !sounds.isEmpty else { continue }
      let isBundle = list.name.hasPrefix("resource_bundle")
      if !isBundle {
        natives.addToApps(sounds, ofPod: TreePath.stem(file), in: files)
      }
      bundles.append(
        SoundBundle(
          name: isBundle ? list.key ?? TreePath.stem(file) : TreePath.stem(file),
          platform: .apple, role: isBundle ? .module : .app, sounds: sounds))
    }
    return bundles.isEmpty ? nil : Project(kind: .cocoaPods, root: root, bundles: bundles)
  }
}

/// The strings that a Ruby file assigns to members: `s.resources = ['a', 'b']`,
/// `s.ios.resource_bundles = { 'Sounds' => ['a'] }`.
struct RubyLists {
  struct List {
    let name: String
    /// The key of a hash before the strings.
    let key: String?
    let texts: [String]
  }

  private(set) var lists: [List] = []

  init(_ bytes: [UInt8], of members: Set<String>) {
    var cursor = TextCursor(bytes)
    while cursor.byte != nil {
      Self.skip(&cursor)
      let start = cursor.index
      cursor.advance(while: \.isWord)
      let word = cursor.text(from: start)
      guard cursor.index > start else {
        if let quote = cursor.byte, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
          _ = Self.text(&cursor)
        } else {
          cursor.advance()
        }
        continue
      }
      guard members.contains(word) else { continue }
      Self.skip(&cursor)
      guard cursor.take(UInt8(ascii: "=")) else { continue }
      read(word, &cursor)
    }
  }

  /// Reads the strings of a statement's value: one string, a list, or a hash of lists.
  private mutating func read(_ name: String, _ cursor: inout TextCursor) {
    var depth = 0
    var list: (key: String?, texts: [String]) = (nil, [])
    var isEmpty = true
    reading: while let byte = cursor.byte {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        guard let text = Self.text(&cursor) else { break reading }
        cursor.advance { $0 == 0x20 }
        if cursor.isAt("=>") {
          add(list, to: name)
          list = (text, [])
        } else if !text.contains("#{") {
          list.texts.append(text)
        }
      case UInt8(ascii: "%") where cursor.isAt("%w"):
        cursor.advance(2)
        list.texts += Self.words(&cursor)
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("):
        depth += 1
        cursor.advance()
      case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ")"):
        depth -= 1
        cursor.advance()
      case UInt8(ascii: "#"): cursor.advance { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "\n") where depth <= 0 && !isEmpty: break reading
      default: cursor.advance()
      }
      isEmpty = isEmpty && byte <= 0x20
    }
    add(list, to: name)
  }

  private mutating func add(_ list: (key: String?, texts: [String]), to name: String) {
    guard !list.texts.isEmpty else { return }
    lists.append(List(name: name, key: list.key, texts: list.texts))
  }

  private static func words(_ cursor: inout TextCursor) -> [String] {
    cursor.advance()
    let start = cursor.index
    cursor.advance { !"])}>|".utf8.contains($0) }
    let words = cursor.text(from: start).split(whereSeparator: \.isWhitespace).map(String.init)
    cursor.advance()
    return words
  }

  private static func text(_ cursor: inout TextCursor) -> String? {
    guard let quote = cursor.byte else { return nil }
    cursor.advance()
    let start = cursor.index
    cursor.advance { $0 != quote && $0 != UInt8(ascii: "\n") }
    let text = cursor.text(from: start)
    return cursor.take(quote) ? text : nil
  }

  /// Skips space and comments.
  private static func skip(_ cursor: inout TextCursor) {
    while let byte = cursor.byte {
      if byte == UInt8(ascii: "#") {
        cursor.advance { $0 != UInt8(ascii: "\n") }
      } else if byte > 0x20 {
        return
      } else {
        cursor.advance()
      }
    }
  }
}
