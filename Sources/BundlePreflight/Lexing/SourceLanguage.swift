/// A language in which apps ask for sounds; related languages, such as JavaScript and TypeScript,
/// share a case.
enum SourceLanguage: CaseIterable, Sendable {
  case swift, objectiveC, javaScript, dart, kotlin, java, cSharp

  init?(suffix: String) {
    switch suffix {
    case "swift": self = .swift
    case "m", "mm", "h": self = .objectiveC
    case "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte": self = .javaScript
    case "dart": self = .dart
    case "kt", "kts": self = .kotlin
    case "java": self = .java
    case "cs": self = .cSharp
    default: return nil
    }
  }

  var syntax: LexicalSyntax {
    switch self {
    case .swift: .swift
    case .objectiveC: .objectiveC
    case .javaScript: .javaScript
    case .dart: .dart
    case .kotlin: .kotlin
    case .java: .java
    case .cSharp: .cSharp
    }
  }
}

/// A quick check of bytes that skips sources without references to sounds.
enum SourceGate {
  static func mayAsk(_ bytes: [UInt8], _ language: SourceLanguage) -> Bool {
    SinkRows.of(language).words.isIn(bytes)
      && (language != .javaScript || !isMinified(bytes))
  }

  /// The output of a bundler has few and long lines.
  private static func isMinified(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 16 << 10 else { return false }
    return bytes.lazy.filter { $0 == 0x0A }.count < bytes.count / 400
  }
}
