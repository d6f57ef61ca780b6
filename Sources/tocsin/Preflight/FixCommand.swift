import AlertSounds
import ArgumentParser
import AudioFormats
import BundlePreflight
import ConsoleOutput
import Files

struct FixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fix",
    abstract: "Repair what a pre-flight finds, where there is exactly one right way.",
    discussion: """
      Sounds of a wrong container or data format are converted under their names;
      --trim also cuts what is too long; --rename corrects names in payloads, and
      --unsafe-fixes those in source code.
      Without --write only the plan is printed. Files are replaced whole or not at
      all, and what was repaired is checked again. A repair that would make a sound
      shorter is refused without --unsafe-fixes. Outside of Git the original stays
      beside the file as NAME.orig.

      EXIT STATUS
        0  nothing is left to repair, or warnings alone without --strict
        1  errors are left; without --write, also those of the plan
        2  wrong usage

      EXAMPLES
        tocsin fix
        tocsin fix . --trim --rename --write
        tocsin fix . --rename --unsafe-fixes --diff
      """)

  @Argument(
    help: ArgumentHelp(
      "What to repair: sounds, folders, projects; else the current folder.", valueName: "paths"))
  var given: [String] = []

  private var paths: [String] { given.isEmpty ? ["."] : given }

  @Flag(name: .customLong("write"), help: "Do it.")
  var writes = false

  @Flag(name: .customLong("trim"), help: "Cut sounds of 30 s and more to 29.5 s, with a fade.")
  var trims = false

  @Flag(name: .customLong("rename"), help: "Change names in payloads to those that are shipped.")
  var renames = false

  @Flag(
    name: .customLong("unsafe-fixes"),
    help: "Change names in source code, too, and sounds that become shorter or lose channels.")
  var changesSources = false

  @Flag(
    name: .customLong("diff"),
    help: "Print the changes of texts as git apply takes them, and write nothing.")
  var wantsDiff = false

  @Flag(
    name: .customLong("allow-dirty"),
    help: "Replace also files whose content is not committed to Git.")
  var allowsDirty = false

  @Flag(name: .customLong("json"), help: "Print the plan as JSON.")
  var wantsJSON = false

  @OptionGroup var options: PreflightOptions

  func validate() throws {
    if wantsDiff, writes || wantsJSON {
      throw ValidationError("--diff prints the changes alone: without --write and --json")
    }
  }

  func run() throws {
    let configuration = try options.configuration(paths)
    var preflight = Preflight(configuration: configuration)
    preflight.examinesSamples = false
    let report = check(preflight)
    var wanted = RepairOptions()
    (wanted.trims, wanted.renames) = (trims, renames)
    (wanted.changesSources, wanted.allowsLoss) = (changesSources, changesSources)
    let plan = RepairPlan(report, options: wanted, within: paths)
    if wantsDiff { show(diffOf: plan) } else { try show(plan) }
    let isStrict = options.isStrict || configuration.isStrict
    guard writes else {
      if !plan.repairs.isEmpty { Console.complain("Nothing was written: --write does it.") }
      if report.fails(isStrict: isStrict) { throw ExitStatus.failure }
      return
    }
    let states = GitFiles.states(of: plan.repairs)
    try refuseUncommitted(states)
    var changed: Set<String> = []
    var originals: [String] = []
    let unknown = Set(states.filter { $0.state == .unknown }.map(\.name))
    warnOfNoUndo(unknown.sorted())
    let isDone = plan.perform(keepingOriginalsOf: unknown) { repair, outcome in
      switch outcome {
      case .failed(let error): Console.complain("Error: \(printable(repair.file)): \(error)")
      case .done(let original):
        changed.insert(repair.file)
        if let original {
          originals.append(folder(of: repair.file) + lastComponent(of: original))
        }
        if !wantsJSON { Console.print("repaired \(printable(repair.file)): \(repair.what)") }
      }
    }
    showUndo(states.filter { changed.contains($0.name) }, originals)
    preflight.examinesSamples = configuration.examinesSamples && !options.skipsAudio
    let after = check(preflight)
    if !wantsJSON {
      try ReportOutput(format: .text, path: nil).write(
        after, isStrict: isStrict, previews: nil)
    }
    if !isDone || after.fails(isStrict: isStrict) { throw ExitStatus.failure }
  }

  private func check(_ preflight: Preflight) -> PreflightReport {
    let bar = ProgressBar()
    defer { bar.finish() }
    return preflight.run(paths) { bar.show($0, of: $1) }
  }

  private func refuseUncommitted(_ states: [GitFiles.ChangingFile]) throws {
    let dirty = states.filter { $0.state == .uncommitted }.map(\.name)
    guard !allowsDirty, let first = dirty.first else { return }
    let others = dirty.count > 1 ? " and \(dirty.count - 1) more" : ""
    Console.complain(
      "Error: uncommitted changes in \(printable(first))\(others) would be lost; commit them or pass "
        + "--allow-dirty. Nothing was written.")
    throw ExitStatus.failure
  }

  /// Says before anything is written that Git does not have what will be replaced.
  private func warnOfNoUndo(_ files: [String]) {
    guard let first = files.first else { return }
    let others = files.count > 1 ? " and \(files.count - 1) more" : ""
    Console.complain(
      "There is no undo by Git for \(printable(first))\(others): each original is kept as NAME.orig."
    )
  }

  /// Prints the way back, and for which files there is none.
  private func showUndo(_ states: [GitFiles.ChangingFile], _ originals: [String]) {
    let undoable = states.filter { $0.state == .committed }.map(\.place)
    for command in GitFiles.undo(undoable) { Console.complain("Undo with: \(command)") }
    if let first = originals.first {
      let others = originals.count > 1 ? " and \(originals.count - 1) more" : ""
      Console.complain("The original is kept as \(printable(first))\(others).")
    }
    let lost = states.filter { $0.state == .uncommitted }.map(\.name)
    guard let first = lost.first else { return }
    let others = lost.count > 1 ? " and \(lost.count - 1) more" : ""
    Console.complain(
      "There is no undo for \(printable(first))\(others): Git does not have what it was.")
  }

  private func show(diffOf plan: RepairPlan) {
    Console.printExactly(plan.diff)
    for folder in plan.foldersOfDiff {
      Console.complain("Apply it in \(printable(folder)), from which its files are named.")
    }
  }

  private func show(_ plan: RepairPlan) throws {
    if wantsJSON { return try Console.printJSON(PlanRecord(plan)) }
    if !writes {
      for repair in plan.repairs {
        Console.print("would repair \(printable(repair.file)): \(repair.what)")
      }
    }
    for remainder in plan.remainders {
      let finding = remainder.finding
      let line = finding.line.map { ":\($0)" } ?? ""
      Console.print(
        "left \(printable(finding.file))\(line) [\(finding.finding.rule)]: \(remainder.reason)")
    }
    if plan.repairs.isEmpty { Console.print("nothing to repair") }
  }
}

/// The JSON of a plan.
private struct PlanRecord: Encodable {
  struct Step: Encodable {
    let file: String
    let what: String
  }
  struct Rest: Encodable {
    let file: String
    let line: Int?
    let rule: String
    let reason: String
  }

  let version = 1
  let repairs: [Step]
  let left: [Rest]

  init(_ plan: RepairPlan) {
    repairs = plan.repairs.map { Step(file: $0.file, what: $0.what) }
    left = plan.remainders.map { rest in
      Rest(
        file: rest.finding.file, line: rest.finding.line, rule: rest.finding.finding.rule,
        reason: rest.reason)
    }
  }
}
