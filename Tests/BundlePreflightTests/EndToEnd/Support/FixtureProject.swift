import AlertSounds
import BundlePreflight
import Foundation
import TestSupport

/// A small project as somebody new to Tocsin would have it, before it is written to disk.
struct FixtureProject: Sendable {
  enum Content: Sendable, Equatable {
    case text(String)
    case sound(Recording)
  }

  /// The contents by path below the project's folder.
  var files: [String: Content]
  /// Xcode's project, by the path of its `project.pbxproj`.
  var xcode: (path: String, project: XcodeProjectText)?

  init(_ files: [String: Content], xcode: (path: String, project: XcodeProjectText)? = nil) {
    self.files = files
    self.xcode = xcode
  }

  /// A Flutter app with an Android project, and these files.
  static func flutter(_ files: [String: Content]) -> FixtureProject {
    FixtureProject(
      [
        "pubspec.yaml": .text("name: bells\ndependencies:\n  flutter:\n    sdk: flutter\n"),
        "android/settings.gradle": .text("include ':app'\n"),
        "android/app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
      ].merging(files) { $1 })
  }

  /// A Swift package with `bell.wav` among the resources of its executable, and these files.
  static func package(_ files: [String: Content]) -> FixtureProject {
    FixtureProject(
      [
        "Package.swift": .text(
          """
          // swift-tools-version: 6.0
          import PackageDescription
          let package = Package(name: "Bells", targets: [
            .executableTarget(name: "Bells", resources: [.process("Sounds")])
          ])
          """), "Sources/Bells/Sounds/bell.wav": .sound(.wave),
      ].merging(files) { $1 })
  }

  /// An edit that does not fit the project: the test is wrong.
  struct BadEdit: Error, CustomStringConvertible { let description: String }

  /// The text of the file `path`.
  func text(of path: String) throws -> String {
    if let xcode, xcode.path == path, files[path] == nil { return xcode.project.text }
    guard case .text(let text) = files[path] else {
      throw BadEdit(description: "there is no text \(path)")
    }
    return text
  }

  /// Replaces `old`, which must stand exactly once in the text `path`.
  mutating func replace(_ old: String, with new: String, in path: String) throws {
    let parts = try text(of: path).components(separatedBy: old)
    guard parts.count == 2 else {
      throw BadEdit(description: "'\(old)' stands \(parts.count - 1) times in \(path)")
    }
    files[path] = .text(parts.joined(separator: new))
  }

  /// Gives the sound `path`, which is there, another content.
  mutating func record(_ recording: Recording, as path: String) throws {
    guard case .sound = files[path] else { throw BadEdit(description: "no sound \(path)") }
    files[path] = .sound(recording)
  }

  /// The line, from 1, on which `needle` stands for the only time.
  func line(of needle: String, in path: String) throws -> Int {
    let lines = try text(of: path).components(separatedBy: "\n")
    let found = lines.indices.filter { lines[$0].contains(needle) }
    guard found.count == 1 else {
      throw BadEdit(description: "'\(needle)' stands on \(found.count) lines of \(path)")
    }
    return found[0] + 1
  }

  /// The content of each file.
  func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for (path, content) in files {
      switch content {
      case .text(let text): contents[path] = Array(text.utf8)
      case .sound(let recording): contents[path] = try recording.bytes
      }
    }
    if let xcode, contents[xcode.path] == nil {
      contents[xcode.path] = Array(xcode.project.text.utf8)
    }
    return contents
  }

  /// Writes the project into `name` of `folder`.
  func write(to name: String, in folder: PreflightFolder) throws {
    for (path, bytes) in try contents() { try folder.write(bytes, to: name + "/" + path) }
  }
}
