/// A language in which apps ask for sounds; related languages, such as JavaScript and TypeScript,
/// share a case.
enum SourceLanguage: Sendable {
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

  /// The words that declare a constant.
  var constantWords: Set<String> {
    switch self {
    case .swift: ["let"]
    case .objectiveC: ["const", "NSString", "define"]
    case .javaScript: ["const"]
    case .dart: ["const", "final"]
    case .kotlin: ["val"]
    case .java: ["final"]
    case .cSharp: ["const", "readonly"]
    }
  }
}

/// A quick check of bytes that skips sources without references to sounds.
enum SourceGate {
  static func mayAsk(_ bytes: [UInt8], _ language: SourceLanguage) -> Bool {
    switch language {
    case .objectiveC: bytes.contains(bytesOf: "ound")
    case .swift:
      mentionsSounds(bytes) || bytes.contains(bytesOf: "defaultCritical") || namesFiles(bytes)
    case .dart:
      mentionsSounds(bytes) || SourceMentions.mentionsChannels(bytes, language)
        || namesFiles(bytes) || bytes.contains(bytesOf: "resource://raw/") || namesChannel(bytes)
    case .javaScript:
      (mentionsSounds(bytes) || SourceMentions.mentionsChannels(bytes, language)
        || namesChannel(bytes)) && !isMinified(bytes)
    case .kotlin where bytes.contains(bytesOf: "notificationSoundName"): true
    case .kotlin where bytes.contains(bytesOf: "IosNotificationConfiguration"): true
    case .kotlin, .java:
      bytes.contains(bytesOf: "raw") || bytes.contains(bytesOf: "UNNotificationSound")
        || SourceMentions.mentionsChannels(bytes, language) || namesChannel(bytes)
    case .cSharp: bytes.contains(bytesOf: "ound") && bytes.contains(bytesOf: "otification")
    }
  }

  /// Constants are written in capitals.
  private static func mentionsSounds(_ bytes: [UInt8]) -> Bool {
    bytes.contains(bytesOf: "ound") || bytes.contains(bytesOf: "SOUND")
  }

  /// The source may give the names of sounds to the source that asks for them.
  private static func namesFiles(_ bytes: [UInt8]) -> Bool {
    bytes.contains(bytesOf: ".caf") || bytes.contains(bytesOf: ".wav")
      || bytes.contains(bytesOf: ".aif") || bytes.contains(bytesOf: ".mp3")
      || bytes.contains(bytesOf: ".m4")
  }

  /// The source may give the name of a channel to the source that makes it.
  private static func namesChannel(_ bytes: [UInt8]) -> Bool {
    bytes.contains(bytesOf: "CHANNEL") || bytes.contains(bytesOf: "hannelI")
  }

  /// The output of a bundler has few and long lines.
  private static func isMinified(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 16 << 10 else { return false }
    return bytes.lazy.filter { $0 == 0x0A }.count < bytes.count / 400
  }
}
