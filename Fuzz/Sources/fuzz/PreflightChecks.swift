import AlertSounds
import BundlePreflight
import Glibc

/// Scans any bytes as a source or a payload; the first byte chooses the language. Every reported
/// place must be in the text.
func checkSource(_ input: [UInt8]) {
  let suffixes = [
    "swift", "m", "js", "ts", "dart", "kt", "java", "cs", "py", "go", "json", "apns", "yml",
    "plist",
  ]
  guard let first = input.first else { return }
  let text = Array(input.dropFirst())
  check(["source." + suffixes[Int(first) % suffixes.count]: text], changed: text)
}

/// Reads any bytes as a project's file; the first byte chooses which one.
func checkProject(_ input: [UInt8]) {
  let manifests = [
    "project.yml", "App.csproj", "Project.swift", "Package.swift", "BUILD.bazel", "Bells.podspec",
    "nativescript.config.ts", "pubspec.yaml", "app.json", "config.xml", "build.gradle",
    "App.xcodeproj/project.pbxproj", "resources.arsc", "capacitor.config.ts",
  ]
  guard let first = input.first else { return }
  let name = manifests[Int(first) % manifests.count]
  let text = Array(input.dropFirst())
  var files = [name: text, "Resources/ding.caf": Array("caff".utf8)]
  if name == "BUILD.bazel" { files["MODULE.bazel"] = [] }
  if name == "resources.arsc" { files["AndroidManifest.xml"] = [3] }
  check(files, changed: text)
}

/// Pre-flights a folder with these files.
private func check(_ files: [String: [UInt8]], changed: [UInt8]) {
  let root = ScratchFile.folder + "/preflight-\(getpid())"
  for (path, bytes) in files { write(bytes, to: root + "/" + path) }
  defer { for path in files.keys { unlink(root + "/" + path) } }
  var preflight = Preflight(configuration: PreflightConfiguration())
  preflight.examinesSamples = false
  let report = preflight.run([root])
  let lineCount = changed.reduce(1) { $0 + ($1 == 0x0A || $1 == 0x0D ? 1 : 0) }
  for finding in report.findings {
    claim(finding.finding.message.isEmpty == false, "a finding without a text")
    claim(finding.line.map { (1...lineCount).contains($0) } ?? true, "a line outside of the text")
  }
}

private func write(_ bytes: [UInt8], to path: String) {
  var folder = ""
  for part in path.split(separator: "/").dropLast() {
    folder += "/" + part
    mkdir(folder, 0o700)
  }
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
    fatalError("\(path) cannot be written, errno \(errno)")
  }
  close(file)
}
