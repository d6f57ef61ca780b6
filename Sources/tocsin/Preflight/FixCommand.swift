import AlertSounds
import ArgumentParser
import AudioTypes
import BundlePreflight
import ConsoleOutput
import Files

struct FixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fix",
    abstract: "Repair what a pre-flight finds, as far as there is no doubt.",
    discussion: """
      Sounds of a wrong container or data format are converted under their names;
      --trim also cuts what is too long; --rename puts names in payloads right.
      Without --write only the plan is printed. Files are replaced whole or not at
      all, and what was repaired is checked again.

      EXIT STATUS
        0  nothing is left to repair, or warnings alone without --strict
        1  errors are left; without --write, also those of the plan
        2  wrong usage

      EXAMPLES
        tocsin fix .
        tocsin fix . --trim --rename --write
      """)

  @Argument(help: "What to repair: sounds, folders, projects.")
  var paths: [String]

  @Flag(name: .customLong("write"), help: "Do it.")
  var writes = false

  @Flag(name: .customLong("trim"), help: "Cut sounds of 30 s and more to 29.5 s, with a fade.")
  var trims = false

  @Flag(name: .customLong("rename"), help: "Change names in payloads to those that are shipped.")
  var renames = false

  @OptionGroup var options: PreflightOptions

  func run() throws {
    let configuration = try options.configuration(paths)
    var preflight = Preflight(configuration: configuration)
    preflight.examinesSamples = false
    let report = check(preflight)
    var wanted = RepairOptions()
    (wanted.trims, wanted.renames) = (trims, renames)
    let plan = RepairPlan(report, options: wanted)
    show(plan)
    let isStrict = options.isStrict || configuration.isStrict
    guard writes else {
      if !plan.repairs.isEmpty { Console.complain("Nothing was written: --write does it.") }
      if report.fails(isStrict: isStrict) { throw ExitStatus.failure }
      return
    }
    let isDone = plan.perform { repair, error in
      if let error { Console.complain("Error: \(printable(repair.file)): \(error)") }
    }
    preflight.examinesSamples = configuration.examinesSamples && !options.skipsAudio
    let after = check(preflight)
    try ReportOutput(format: .text, path: nil).write(after, isStrict: isStrict, previews: nil)
    if !isDone || after.fails(isStrict: isStrict) { throw ExitStatus.failure }
  }

  private func check(_ preflight: Preflight) -> PreflightReport {
    let bar = ProgressBar()
    defer { bar.finish() }
    return preflight.run(paths) { bar.show($0, of: $1) }
  }

  private func show(_ plan: RepairPlan) {
    for repair in plan.repairs {
      Console.print(
        "\(writes ? "repairing" : "would repair") \(printable(repair.file)): \(repair.what)")
    }
    for remainder in plan.remainders {
      let finding = remainder.finding
      Console.print(
        "left \(printable(finding.file)) [\(finding.finding.rule)]: \(remainder.reason)")
    }
    if plan.repairs.isEmpty { Console.print("nothing to repair") }
  }
}
