/// A language in which apps ask for sounds; related languages, such as JavaScript and TypeScript,
/// share a case.
enum SourceLanguage: CaseIterable, Sendable {
  case swift, objectiveC, javaScript, dart, kotlin, java, cSharp
  /// Languages of servers, and any text with names and values.
  case python, go, php, ruby, text

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

  /// The language of a file that may be a server's.
  init?(ofServer suffix: String) {
    switch suffix {
    case "py": self = .python
    case "go": self = .go
    case "php": self = .php
    case "rb": self = .ruby
    case "ex", "exs", "rs", "sh", "bash", "yml", "yaml", "plist": self = .text
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
    case .python: .python
    case .go: .go
    case .php: .php
    case .ruby: .ruby
    case .text: .text
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
