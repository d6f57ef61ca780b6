/// Reads which sounds a pod contains, from the strings of its `.podspec`; Ruby is never run.
///
/// Files of `resource_bundles` get a bundle of their own, which the system does not search. Those
/// of `resources` get into the app that uses the pod, or into its framework.
struct PodspecReader {
  static let kind = ManifestKind(names: [], suffix: ".podspec") { file, files, natives in
    project(at: file, in: files, &natives)
  }

  private static func project(
    at file: TreePath, in files: ProjectFiles, _ natives: inout NativeProjects
  ) -> Project? {
    guard let bytes = files.settings(at: file), bytes.contains(bytesOf: "resource") else {
      return nil
    }
    let root = file.folder
    let lists = RubyLists(
      bytes, of: ["resource", "resources", "resource_bundle", "resource_bundles"])
    var bundles: [SoundBundle] = []
    for list in lists.lists {
      let sounds = list.texts.flatMap { files.resources(at: $0, in: root) }.withoutRepeats()
      guard !sounds.isEmpty else { continue }
      let isBundle = list.name.hasPrefix("resource_bundle")
      if !isBundle { natives.addToApps(sounds, ofPod: file.stem, in: files) }
      bundles.append(
        SoundBundle(
          name: isBundle ? list.key ?? file.stem : file.stem,
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
  private let bytes: [UInt8]
  private let tokens: [Token]

  init(_ bytes: [UInt8], of members: Set<String>) {
    self.bytes = bytes
    tokens = Lexer(bytes, .ruby).tokens
    var index = 0
    while index + 1 < tokens.count {
      let token = tokens[index]
      index += 1
      if token.kind == .word, tokens[index].mark == UInt8(ascii: "="),
        members.contains(token.text(in: bytes))
      {
        index = read(token.text(in: bytes), from: index + 1)
      }
    }
  }

  /// Reads the strings of a statement's value: one string, a list, or a hash of lists.
  /// - Returns: the index of the token after it.
  private mutating func read(_ name: String, from first: Int) -> Int {
    var depth = 0
    var list: (key: String?, texts: [String]) = (nil, [])
    var index = first
    while index < tokens.count, index == first || depth > 0 || !startsLine(index) {
      let token = tokens[index]
      switch token.mark {
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "%") where follows(index, "w"):
        index += 2
        list.texts += words(in: &index)
      default: break
      }
      if token.kind == .string || token.kind == .computedString {
        if follows(index, "=", ">") {
          add(list, to: name)
          list = (content(of: token), [])
        } else if token.kind == .string {
          list.texts.append(content(of: token))
        }
      }
      index += 1
    }
    add(list, to: name)
    return index
  }

  private mutating func add(_ list: (key: String?, texts: [String]), to name: String) {
    guard !list.texts.isEmpty else { return }
    lists.append(List(name: name, key: list.key, texts: list.texts))
  }

  /// The words of `%w[a b]`, from its opening bracket on.
  private func words(in index: inout Int) -> [String] {
    let start = index
    repeat { index += 1 } while index < tokens.count && !"])}>|".utf8.contains(tokens[index].mark)
    guard start < tokens.count else { return [] }
    let end = index < tokens.count ? Int(tokens[index].start) : bytes.count
    return String(decoding: bytes[Int(tokens[start].end)..<end], as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).map(String.init)
  }

  private func content(of token: Token) -> String {
    String(token.text(in: bytes).dropFirst().dropLast())
  }

  private func follows(_ index: Int, _ texts: String...) -> Bool {
    tokens[(index + 1)...].prefix(texts.count).map { $0.text(in: bytes) } == texts
  }

  private func startsLine(_ index: Int) -> Bool {
    bytes[Int(tokens[index - 1].end)..<Int(tokens[index].start)].contains(0x0A)
  }
}
