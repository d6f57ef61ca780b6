/// The functions of languages that make texts of texts.
struct TextCalls {
  /// Members and functions whose value is that of what they take.
  static let identities: Set<String> = [
    "UNNotificationSoundName", "convertToUNNotificationSoundName", "rawValue", "String", "toString",
    "description", "trim", "lowercased", "toLowerCase", "init", "orEmpty", "valueOf", "wire",
    "absoluteString",
    "RawResourceAndroidNotificationSound", "UriAndroidNotificationSound",
  ]
  /// Constants of Android that are texts: the name of the app's package, and the addresses of the
  /// device's own sounds.
  static let constants = [
    "packageName": package, "APPLICATION_ID": package, "applicationId": package,
    "DEFAULT_NOTIFICATION_URI": settings + "notification_sound",
    "DEFAULT_ALARM_ALERT_URI": settings + "alarm_alert",
    "DEFAULT_RINGTONE_URI": settings + "ringtone",
  ]
  private static let package = String(EvaluatedText.package)
  static let settings = "content://settings/system/"
  /// What `RingtoneManager.getDefaultUri` gives for a kind.
  private static let tones = [
    "TYPE_NOTIFICATION": settings + "notification_sound", "TYPE_ALARM": settings + "alarm_alert",
    "TYPE_RINGTONE": settings + "ringtone",
  ]
  /// Members that are a name without its extension.
  static let cuts: Set<String> = ["deletingPathExtension", "nameWithoutExtension"]

  /// Whether a call makes a text, whatever its arguments are.
  static func makesText(_ function: Expression, _ arguments: [Element]) -> Bool {
    switch function {
    case .name(let name, _):
      (identities.contains(name) || name == "getDefaultUri") && !arguments.isEmpty
    case .member(let base?, let name, _):
      if let owner = lastWord(base), name.lowercased() == "parse" || name.hasSuffix("ormat") {
        owner == "Uri" || owner.hasSuffix("String")
      } else {
        makers[name] != nil && !arguments.isEmpty || name == "toUri" || isBuilder(base)
          || isPath(name, arguments)
      }
    default: false
    }
  }

  /// Whether a call gives the path of a file of the bundle: `path(forResource: "bell", ofType: "caf")`,
  /// `pathForResource:@"bell" ofType:@"caf"`.
  private static func isPath(_ name: String, _ arguments: [Element]) -> Bool {
    arguments.count == 2
      && (["pathForResource", "URLForResource"].contains(name)
        || ["path", "url"].contains(name) && arguments[0].label == "forResource")
  }

  /// Whether setters on Android's `Uri.Builder()` stand before the last one.
  private static func isBuilder(_ expression: Expression) -> Bool {
    guard case .call(.member(let base?, let name, _), _, _) = expression else { return false }
    return name == "Builder" ? lastWord(base) == "Uri" : isBuilder(base)
  }

  /// `Uri.Builder().scheme("android.resource").authority(packageName).appendPath("raw")…build()`, as a
  /// sum; nil for the address of something else.
  private func built(_ last: Expression, _ index: Int) -> Expression? {
    var (paths, isResource, at) = ([Expression](), false, last)
    while case .call(.member(let base?, let name, _), let list, _) = at, name != "Builder" {
      let first = value.unit.elements(in: list).first?.value
      switch name {
      case "appendPath", "appendEncodedPath", "path": if let first { paths.insert(first, at: 0) }
      case "scheme":
        let constant = first.flatMap(Self.lastWord)
        isResource = constant == "SCHEME_ANDROID_RESOURCE"
        if case .text("android.resource", _)? = first { isResource = true }
      default: break
      }
      at = base
    }
    guard isResource, let last = paths.last else { return nil }
    var index = index
    if case .text(_, let literal) = last { index = literal }
    let start = "android.resource://" + String(EvaluatedText.package)
    return paths.reduce(.text(start, index)) {
      .sum(.sum($0, .text("/", index), index), $1, index)
    }
  }

  /// Whether an expression is Android's raw resources: `R.raw`, `org.example.R.raw`, C#'s
  /// `Resource.Raw`.
  static func isResources(_ expression: Expression, _ unit: SourceUnit) -> Bool {
    guard case .member(let base?, "raw", _) = expression else {
      guard case .member(let base?, "Raw", _) = expression, unit.tokens.language == .cSharp else {
        return false
      }
      return lastWord(base) == "Resource"
    }
    return lastWord(base) == "R"
  }

  static func lastWord(_ expression: Expression) -> String? {
    switch expression {
    case .name(let word, _), .member(_, let word, _): word
    default: nil
    }
  }

  /// The text that a call splits at its dots: `'bell.mp3'.split('.')`.
  static func split(_ call: Expression, _ unit: SourceUnit) -> Expression? {
    guard case .call(.member(let text?, "split", _), let list, _) = call,
      case .text(".", _)? = unit.elements(in: list).first?.value
    else { return nil }
    return text
  }

  /// What a call with arguments makes of a text.
  private enum Maker { case sum, replaced, stem, tone, identifier, format }

  private static let makers: [String: Maker] = [
    "appending": .sum, "concat": .sum, "plus": .sum, "stringByAppendingString": .sum,
    "removeSuffix": .replaced, "replace": .replaced, "replaceAll": .replaced,
    "replaceFirst": .replaced, "replacingOccurrences": .replaced,
    "substringBefore": .stem, "substringBeforeLast": .stem,
    "getDefaultUri": .tone, "getIdentifier": .identifier, "stringWithFormat": .format,
  ]

  private let evaluator: Evaluator
  private let value: Evaluator.Value
  private let depth: Int

  init(_ evaluator: Evaluator, _ value: Evaluator.Value, _ depth: Int) {
    self.evaluator = evaluator
    self.value = value
    self.depth = depth
  }

  private func inside(_ expression: Expression) -> EvaluatedTexts {
    evaluator.partialTexts(Evaluator.Value(expression, value.unit, value.at), depth + 1)
  }

  /// nil for another function.
  func texts(_ function: Expression, _ list: Int) -> EvaluatedTexts? {
    let arguments = value.unit.elements(in: list)
    switch function {
    case .name(let name, _):
      if name == "String", arguments.first?.label == "format" { return format(arguments) }
      if Self.identities.contains(name), let first = arguments.first { return inside(first.value) }
      return name == "getDefaultUri" ? tone(arguments, list) : nil
    case .member(nil, "init", _): return arguments.first.map { inside($0.value) }
    case .member(nil, _, _): return nil
    case .member(let base?, let name, let index):
      if let maker = Self.makers[name] {
        return made(maker, of: base, arguments, list, index)
      }
      switch name {
      case "init":
        guard case .name("UNNotificationSoundName", _) = base else { return nil }
        return arguments.first.map { inside($0.value) }
      case "parse", "Parse":
        guard Self.lastWord(base) == "Uri" else { return nil }
        return arguments.first.map { inside($0.value) }
      case "format", "localizedStringWithFormat":
        return made(.format, of: base, arguments, list, index)
      case "stringByDeletingPathExtension", "deletingPathExtension":
        return inside(base).mapped { $0.fileStem }
      case _ where Self.isPath(name, arguments):
        let stem = Expression.sum(.text("/", index), arguments[0].value, index)
        return inside(.sum(stem, .sum(.text(".", index), arguments[1].value, index), index))
      case "build" where Self.isBuilder(base): return built(base, index).map(inside)
      case "getPackageName": return inside(.text(Self.package, index))
      case _ where name == "toUri" || Self.identities.contains(name): return inside(base)
      default: return nil
      }
    default: return nil
    }
  }

  private func made(
    _ maker: Maker, of base: Expression, _ arguments: [Element], _ list: Int, _ index: Int
  ) -> EvaluatedTexts? {
    guard let first = arguments.first?.value else { return nil }
    switch maker {
    case .sum: return inside(.sum(base, first, index))
    case .replaced:
      guard case .text(let old, _) = first else { return nil }
      var new = ""
      if arguments.count > 1 {
        guard case .text(let text, _) = arguments[1].value else { return nil }
        new = text
      }
      return inside(base).mapped { $0.replacingAll(old, with: new) }
    case .stem:
      guard case .text(".", _) = first else { return nil }
      return inside(base).mapped { $0.fileStem }
    case .tone: return tone(arguments, list)
    case .identifier:
      // The number of a resource is an address as its name is.
      guard arguments.count > 1, case .text("raw", let index) = arguments[1].value else {
        return nil
      }
      return inside(.sum(.text("raw/", index), first, index))
    case .format:
      guard case .name(let type, _) = base, type.hasSuffix("String") else { return nil }
      return format(arguments)
    }
  }

  /// `RingtoneManager.getDefaultUri(RingtoneManager.TYPE_ALARM)`
  private func tone(_ arguments: [Element], _ list: Int) -> EvaluatedTexts? {
    let kind = arguments.first.flatMap { Self.lastWord($0.value) }
    return kind.flatMap { Self.tones[$0] }.map { inside(.text($0, list)) }
  }

  /// `String(format: "%@.caf", tone)`.
  private func format(_ arguments: [Element]) -> EvaluatedTexts? {
    guard let first = arguments.first, case .text(let pattern, let index) = first.value else {
      return nil
    }
    var rest = arguments.dropFirst()
    var sum: Expression?
    var text = ""
    func add(_ expression: Expression) {
      sum = sum.map { .sum($0, expression, index) } ?? expression
    }
    var at = pattern.startIndex
    while at < pattern.endIndex {
      if pattern[at] == "%", let kind = pattern[at...].dropFirst().first, "@sd".contains(kind) {
        add(.text(text, index))
        text = ""
        add(kind == "d" ? .unknown : rest.popFirst()?.value ?? .unknown)
        at = pattern.index(at, offsetBy: 2)
      } else {
        text.append(pattern[at])
        at = pattern.index(after: at)
      }
    }
    add(.text(text, index))
    return sum.map(inside)
  }
}

extension String {
  /// The text with each `old` in it replaced, without Foundation.
  fileprivate func replacingAll(_ old: String, with new: String) -> String {
    guard !old.isEmpty else { return self }
    return split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
