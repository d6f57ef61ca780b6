/// Reads from a module's build file whether its release builds take out resources that no code
/// names.
struct ResourceShrinker {
  private enum Setting { case on, off, unknown }

  private let file: TreePath
  private let tokens: SourceTokens
  private let properties: [UInt8]

  /// Groovy and Kotlin are read as Dart is, which has the quotation marks of both.
  /// - Parameter properties: the content of the build's gradle.properties.
  init(_ bytes: [UInt8], of file: TreePath, properties: [UInt8] = []) {
    self.file = file
    self.properties = properties
    tokens = SourceTokens(bytes, .dart)
  }

  /// The place that turns it on; nil if none does.
  var place: ResourceShrinking? {
    let settings = self.settings
    if let on = settings.first(where: { $0.isShrinking && $0.setting == .on }) {
      return ResourceShrinking(file: file, line: line(of: on.index))
    }
    // Flutter's plug-in turns both on for release builds, unless the build file says otherwise.
    guard settings.isEmpty, let plugin = flutterPlugin else { return nil }
    return ResourceShrinking(file: file, line: line(of: plugin), isByFlutter: true)
  }

  /// The settings for other builds than those for debugging.
  private var settings: [(index: Int, isShrinking: Bool, setting: Setting)] {
    tokens.tokens.indices.compactMap { index in
      guard let word = tokens.word(index), let isShrinking = Self.words[word],
        !tokens.enclosing(index).contains(where: isForDebugging)
      else { return nil }
      let setting = self.setting(after: index)
      return isShrinking || setting != .on ? (index, isShrinking, setting) : nil
    }
  }

  /// The words for shrinking resources, and for shrinking code, without which resources stay.
  private static let words: [String: Bool] = [
    "shrinkResources": true, "isShrinkResources": true, "setShrinkResources": true,
    "minifyEnabled": false, "isMinifyEnabled": false, "setMinifyEnabled": false,
  ]

  private func setting(after index: Int) -> Setting {
    let value =
      tokens.isMark(index + 1, "=") || tokens.isMark(index + 1, "(") ? index + 2 : index + 1
    return literal(at: value) ?? constant(at: value) ?? property(at: value) ?? .unknown
  }

  /// `true`, or `'true'` of a property.
  private func literal(at index: Int) -> Setting? {
    (tokens.word(index) ?? tokens.string(index)).flatMap(Self.setting)
  }

  private static func setting(_ text: some StringProtocol) -> Setting? {
    switch text {
    case "true": .on
    case "false": .off
    default: nil
    }
  }

  /// The value of a variable that the file gives one value: `def shrinks = true`, `val shrinks = true`.
  private func constant(at index: Int) -> Setting? {
    guard let name = tokens.word(index),
      ["(", "[", "?"].allSatisfy({ !tokens.isMark(index + 1, $0) }),
      !tokens.isMark(index + 1, ".") || tokens.isWord(index + 2, "toBoolean")
    else { return nil }
    let places = tokens.tokens.indices.filter { place in
      let value = tokens.isMark(place + 1, ":") ? place + 3 : place + 1
      return tokens.isWord(place, name) && tokens.isMark(value, "=")
        && !tokens.isMark(value + 1, "=")
    }
    guard places.count == 1, let place = places.first,
      ["def", "val", "boolean", "Boolean"].contains(tokens.word(place - 1))
    else { return nil }
    let value = tokens.isMark(place + 1, ":") ? place + 4 : place + 2
    if tokens.startsLine(value + 1) || tokens.isMark(value + 1, ";") { return literal(at: value) }
    return property(at: value)
  }

  /// `(findProperty('shrinks') ?: true).toBoolean()`, `findProperty('shrinks')?.toBoolean() ?: false`:
  /// what the build's settings say, or the standard value where they have no such property.
  private func property(at value: Int) -> Setting? {
    let statement = (value..<value + 8).prefix { !tokens.isMark($0, ";") }
    guard let call = statement.first(where: { tokens.isWord($0, "findProperty") }),
      let name = tokens.string(call + 2)
    else { return nil }
    if let text = text(ofProperty: name) { return Self.setting(text) }
    var end = tokens.after(call + 1)
    if tokens.isMark(end, "?"), tokens.isWord(end + 2, "toBoolean") { end = tokens.after(end + 3) }
    guard tokens.isMark(end, "?"), tokens.isMark(end + 1, ":") else { return nil }
    return literal(at: end + 2)
  }

  private func text(ofProperty name: String) -> String? {
    String(decoding: properties, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.filter { !$0.isWhitespace } }.last { $0.hasPrefix(name + "=") }
      .map { String($0.dropFirst(name.count + 1)) }
  }

  /// `debug { … }`, `getByName("debug") { … }`.
  private func isForDebugging(_ bracket: Int) -> Bool {
    guard tokens.isMark(bracket, "{") else { return false }
    let name =
      tokens.isMark(bracket - 1, ")") ? tokens.string(bracket - 2) : tokens.word(bracket - 1)
    return name == "debug" || name == "profile"
  }

  /// The text that names Flutter's plug-in, in the ways of now and of earlier.
  private var flutterPlugin: Int? {
    tokens.tokens.indices.first { index in
      let token = tokens.tokens[index]
      guard token.kind != .mark else { return false }
      let text = tokens.bytes[Int(token.start)..<Int(token.end)]
      return text.contains(bytesOf: "dev.flutter.flutter-gradle-plugin")
        || text.contains(bytesOf: "gradle/flutter.gradle")
    }
  }

  private func line(of index: Int) -> Int {
    let start = Int(tokens.tokens[index].start)
    return tokens.bytes[..<start].count { $0 == 0x0A } + 1
  }
}
