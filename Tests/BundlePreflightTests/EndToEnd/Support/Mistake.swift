import AlertSounds
import BundlePreflight
import Foundation
import Testing

/// What a pre-flight must say of a mistake.
struct Expected: Sendable {
  let rule: String
  let severity: Finding.Severity
  let file: String
  /// A text that stands on the line; nil where no line is to blame.
  let needle: String?

  init(
    _ rule: String, _ severity: Finding.Severity = .error, in file: String, at needle: String? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.file = file
    self.needle = needle
  }

  func text(in project: FixtureProject) throws -> String {
    let line = try needle.map { try project.line(of: $0, in: file) }
    return Self.text(severity, rule, file, line)
  }

  static func text(
    _ severity: Finding.Severity, _ rule: String, _ file: String, _ line: Int?
  ) -> String {
    "\(severity.rawValue) [\(rule)] \(file)" + (line.map { ":\($0)" } ?? "")
  }
}

/// A mistake that somebody makes in a clean project, and all that must be said about it.
struct Mistake: Sendable, CustomTestStringConvertible {
  let name: String
  let findings: [Expected]
  let make: @Sendable (inout FixtureProject) throws -> Void

  init(
    _ name: String, _ findings: Expected...,
    make: @escaping @Sendable (inout FixtureProject) throws -> Void
  ) {
    self.name = name
    self.findings = findings
    self.make = make
  }

  var testDescription: String { name }

  func planted(in clean: FixtureProject) throws -> FixtureProject {
    var project = clean
    try make(&project)
    return project
  }
}

extension Mistake {
  /// A sound that is replaced by another recording, and the rules that then speak of it.
  static func recorded(
    _ recording: Recording, as file: String, _ rules: [(String, Finding.Severity)]
  ) -> Mistake {
    Mistake(recording.rawValue, rules.map { Expected($0.0, $0.1, in: file) }) {
      try $0.record(recording, as: file)
    }
  }

  private init(
    _ name: String, _ findings: [Expected],
    make: @escaping @Sendable (inout FixtureProject) throws -> Void
  ) {
    self.name = name
    self.findings = findings
    self.make = make
  }

  /// All that can be wrong with the content of a sound that is a CAF file.
  static func sounds(as file: String) -> [Mistake] {
    [
      recorded(.thirtySeconds, as: file, [("duration", .error)]),
      recorded(.mp3, as: file, [("container", .error)]),
      recorded(.alacInCAF, as: file, [("data-format", .error)]),
      recorded(.aacInCAF, as: file, [("data-format", .warning)]),
      recorded(.aiffNamedCAF, as: file, [("name", .warning)]),
      recorded(.silent, as: file, [("silence", .warning)]),
      recorded(.clipped, as: file, [("clipping", .warning), ("true-peak", .warning)]),
      recorded(.late, as: file, [("leading-silence", .warning)]),
      recorded(.offset, as: file, [("dc-offset", .warning)]),
      recorded(.hot, as: file, [("true-peak", .warning)]),
      recorded(.long, as: file, [("banner-duration", .note)]),
      recorded(.bulky, as: file, [("size-saving", .note)]),
    ]
  }
}
