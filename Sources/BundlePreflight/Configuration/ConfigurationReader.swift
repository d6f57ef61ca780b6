import AlertSounds
import AudioFormats
import Files
import YAMLText

extension PreflightConfiguration {
  /// Reads the file `path`.
  /// - Throws: ``ConfigurationError`` with the line of the first mistake.
  public static func read(_ path: String) throws(ConfigurationError) -> PreflightConfiguration {
    let bytes: [UInt8]
    do {
      let source = try FileSource(path: path)
      bytes = try source.bytes(at: 0, count: 1 << 20)
    } catch { throw ConfigurationError(file: path, line: nil, message: error.reasonText) }
    return try ConfigurationReader(path: path).read(bytes)
  }

  /// Reads the `.tocsin.yml` in the folder of `path` or the nearest one above it.
  /// - Throws: ``ConfigurationError`` for a file that exists and cannot be used.
  public static func found(above path: String) throws(ConfigurationError)
    -> PreflightConfiguration
  {
    var folder = AbsolutePath.of(path)
    while true {
      let file = (folder == "/" ? "" : folder.text) + "/" + fileName
      do {
        _ = try FileSource(path: file)
        return try read(file)
      } catch let error as ConfigurationError { throw error } catch let error as FileError {
        // A file that exists and cannot be read is not skipped: it may make checks strict.
        if error.reason != .notFound { return try read(file) }
      } catch {}
      guard folder != "/", !folder.isEmpty else { return PreflightConfiguration() }
      folder = folder.folder
    }
  }
}

/// Reads a configuration and reports mistakes with their place.
private struct ConfigurationReader {
  let path: String

  func read(_ bytes: [UInt8]) throws(ConfigurationError) -> PreflightConfiguration {
    var configuration = PreflightConfiguration()
    configuration.folder = AbsolutePath.of(path).folder.text
    let document: YAMLNode
    do { document = try YAMLNode.parse(bytes) } catch {
      throw ConfigurationError(file: path, line: error.line, message: error.message)
    }
    guard !document.isNull else { return configuration }
    for entry in try entries(of: document, "the file") {
      try set(entry.key, entry.value, in: &configuration)
    }
    return configuration
  }

  private func set(
    _ key: YAMLNode, _ value: YAMLNode, in configuration: inout PreflightConfiguration
  ) throws(ConfigurationError) {
    switch key.string {
    case "version":
      guard value.number == 1 else { throw mistake(value, "this Tocsin knows version 1") }
    case "rules":
      for rule in try entries(of: value, "rules") {
        try set(rule: rule.key, rule.value, in: &configuration)
      }
    case "exclude": configuration.excluded = try patterns(value)
    case "overrides": configuration.overrides = try overrides(value)
    case "baseline":
      let name = try text(value, "baseline")
      configuration.baseline = name.hasPrefix("/") ? name : configuration.folder + "/" + name
    case "strict": configuration.isStrict = try flag(value, "strict")
    case "alerts":
      guard let word = value.string, word == "asked" || word == "all" else {
        throw mistake(value, "alerts is asked or all")
      }
      configuration.judgesAllSounds = word == "all"
    case "strict-apple": configuration.isStrictApple = try flag(value, "strict-apple")
    case "quality": configuration.judgesQuality = try flag(value, "quality")
    case "audio": configuration.examinesSamples = try flag(value, "audio")
    default:
      throw mistake(
        key,
        "unknown key \(printed(key.string ?? "")); known are version, rules, exclude, "
          + "overrides, alerts, baseline, strict, strict-apple, quality and audio")
    }
  }

  private func set(
    rule key: YAMLNode, _ value: YAMLNode, in configuration: inout PreflightConfiguration
  ) throws(ConfigurationError) {
    let rule = try self.rule(key)
    configuration.configured.insert(rule.identifier)
    guard let entries = value.entries else {
      configuration.settings[rule.identifier] = try setting(value)
      return
    }
    for entry in entries {
      if entry.key.string == "severity" {
        configuration.settings[rule.identifier] = try setting(entry.value)
        continue
      }
      guard let name = entry.key.string, let number = entry.value.number else {
        throw mistake(entry.key, "a rule has a severity, and limits that are numbers")
      }
      do { try configuration.limits.set(name, of: rule, to: number) } catch {
        throw mistake(entry.key, error.description)
      }
    }
    if let contradiction = configuration.limits.contradiction {
      throw mistake(key, contradiction)
    }
  }

  private func overrides(
    _ node: YAMLNode
  ) throws(ConfigurationError) -> [PreflightConfiguration.Override] {
    guard let elements = node.elements else { throw mistake(node, "overrides is a list") }
    var overrides: [PreflightConfiguration.Override] = []
    for element in elements {
      var files: GlobList?
      var settings: [String: PreflightConfiguration.Setting] = [:]
      for entry in try entries(of: element, "an override") {
        switch entry.key.string {
        case "files": files = try patterns(entry.value)
        case "rules":
          for rule in try self.entries(of: entry.value, "rules") {
            settings[try self.rule(rule.key).identifier] = try setting(rule.value)
          }
        default: throw mistake(entry.key, "an override has files and rules")
        }
      }
      guard let files, !files.isEmpty else { throw mistake(element, "an override names files") }
      overrides.append(.init(files: files, settings: settings))
    }
    return overrides
  }

  private func rule(_ node: YAMLNode) throws(ConfigurationError) -> Rule {
    let name = node.string ?? ""
    if let rule = RuleCatalogue.rule(name) { return rule }
    let near = RuleCatalogue.rules.map(\.identifier).first { Spelling.isClose($0, name) }
    throw mistake(
      node,
      "there is no rule \(printed(name))"
        + (near.map { "; did you mean \($0)?" } ?? "; `tocsin rules` lists them"))
  }

  /// `off` is a string in YAML 1.2 and a boolean in 1.1: both are accepted.
  private func setting(
    _ node: YAMLNode
  ) throws(ConfigurationError) -> PreflightConfiguration.Setting {
    if node.string == "off" || node.bool == false { return .off }
    guard let severity = node.string.flatMap(Finding.Severity.init(rawValue:)) else {
      throw mistake(node, "a rule is off, note, warning or error")
    }
    return .severity(severity)
  }

  private func patterns(_ node: YAMLNode) throws(ConfigurationError) -> GlobList {
    if let one = node.string { return GlobList([one]) }
    let texts = node.elements?.compactMap(\.string)
    guard let texts, texts.count == node.elements?.count else {
      throw mistake(node, "a list of patterns is wanted, such as \"Music/**\"")
    }
    return GlobList(texts)
  }

  private func entries(
    of node: YAMLNode, _ what: String
  ) throws(ConfigurationError) -> [YAMLNode.Entry] {
    guard let entries = node.entries else {
      throw mistake(node, "\(what) must be keys and values")
    }
    return entries
  }

  private func text(_ node: YAMLNode, _ key: String) throws(ConfigurationError) -> String {
    guard let text = node.string, !text.isEmpty else { throw mistake(node, "\(key) is a name") }
    return text
  }

  private func flag(_ node: YAMLNode, _ key: String) throws(ConfigurationError) -> Bool {
    guard let flag = node.bool else { throw mistake(node, "\(key) is true or false") }
    return flag
  }

  private func mistake(_ node: YAMLNode, _ message: String) -> ConfigurationError {
    ConfigurationError(file: path, line: node.line, message: message)
  }
}
