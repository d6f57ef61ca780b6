import Foundation

/// The places in the code of public projects that ask for a sound, and how many of them `tocsin
/// preflight` could not follow to a name. It needs no judge, so it works on every project.
struct FollowedPlaces: Measure {
  func run(in workshop: Workshop) throws -> Section {
    let title = "places in code that ask for a sound"
    guard let folder = ProcessInfo.processInfo.environment["PROJECTS"] else {
      return Section(title: title, text: "No projects: PROJECTS names no folder of them.")
    }
    let report = workshop.path("places.json")
    let tocsin = try workshop.tocsin()
    let projects = try FileManager.default.contentsOfDirectory(
      at: URL(fileURLWithPath: folder), includingPropertiesForKeys: [.isDirectoryKey]
    ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
    var counts: [String: (all: Int, unknown: Int)] = [:]
    var cpu = 0.0
    for (index, project) in projects.enumerated() {
      workshop.progress.show("places: \(index + 1) of \(projects.count)")
      // Errors in a project are no failure of the run.
      let script = #""$1" preflight --no-audio --output "json=$2" "$3" || test $? -eq 1"#
      cpu += try workshop.run(
        Command("/bin/sh", ["-c", script, "sh", tocsin, report, project.path])
      ).cpu
      let places = try JSONDecoder().decode(
        Report.self, from: Data(contentsOf: URL(fileURLWithPath: report))
      ).places
      for place in places {
        for row in [place.language, "all"] {
          counts[row, default: (0, 0)].all += 1
          counts[row, default: (0, 0)].unknown += place.names.isEmpty ? 1 : 0
        }
      }
    }
    var table = Table("language", "places", "not followed", "share")
    for (language, count) in counts.sorted(by: { $0.value.all > $1.value.all }) {
      let share = Double(count.unknown) / Double(count.all) * 100
      table.append(
        language, String(count.all), String(count.unknown), String(format: "%.0f %%", share))
    }
    let cost = String(format: "%.2f s of CPU", cpu)
    return Section(title: "\(title), \(projects.count) projects, \(cost)", text: table.text)
  }
}

/// What the measure reads of the JSON report.
private struct Report: Decodable {
  struct Place: Decodable {
    let file: String
    let names: [String]

    var language: String {
      switch URL(fileURLWithPath: file).pathExtension {
      case "swift": "Swift"
      case "m", "mm", "h": "Objective-C"
      case "js", "jsx", "ts", "tsx", "mjs", "cjs": "JavaScript, TypeScript"
      case "dart": "Dart"
      case "kt", "kts", "java": "Kotlin, Java"
      case "cs": "C#"
      default: "others"
      }
    }
  }

  let places: [Place]
}
