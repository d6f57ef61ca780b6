import AlertSounds
import AudioFormats
import Dispatch
import Files
import Synchronization

/// The results of reading the files of one input.
struct Survey {
  let input: PreflightInput
  /// By path in the tree.
  var sounds: [TreePath: SoundExamination] = [:]
  /// What all texts say, under the paths of the tree.
  var scan = ScanResult()
  /// The facts in the sources, by path; sources without facts are left out.
  var facts: [TreePath: SourceFacts] = [:]
  /// The sources that are not read and that may call functions of those that are.
  var hiddenSources: [TreePath] = []
  /// The suppressions in comments, by path, of the sources in which something was found.
  var suppressions: [TreePath: Suppressions] = [:]

  /// Reads the inputs one after the other; each uses all cores.
  static func all(
    _ inputs: [PreflightInput], _ apps: AppParts, of preflight: Preflight,
    progress: @Sendable (_ done: Int, _ total: Int) -> Void
  ) -> [Survey] {
    let plans = inputs.map { SurveyPlan($0, apps, preflight) }
    let total = plans.reduce(0) { $0 + $1.wanted.count }
    let done = Mutex(0)
    return plans.map { plan in
      plan.survey {
        let count = done.withLock { done in
          done += 1
          return done
        }
        progress(count, total)
      }
    }
  }
}

/// The files of an input that are read, by purpose.
private struct SurveyPlan {
  private enum Task { case sound(SoundSelection.Depth, isShared: Bool), text }

  private let input: PreflightInput
  private let preflight: Preflight
  private let tasks: [TreePath: Task]
  private let hiddenSources: [TreePath]
  let wanted: [TreeFile]

  init(_ input: PreflightInput, _ apps: AppParts, _ preflight: Preflight) {
    self.input = input
    self.preflight = preflight
    let selection = apps.selection(for: input)
    var tasks: [TreePath: Task] = [:]
    for file in input.files
    where !preflight.configuration.excludes(input.place(file.path).text) {
      if ReferenceScan.isWanted(file.path, byteCount: file.byteCount) {
        tasks[file.path] = .text
      } else if input.isSingleFile || file.path.isSound {
        let selection = selection(file.path)
        tasks[file.path] = selection.depth(of: file.path).map {
          .sound($0, isShared: selection.isShared(file.path))
        }
      }
    }
    self.tasks = tasks
    wanted = input.files.filter { tasks[$0.path] != nil }
    hiddenSources = input.files.filter {
      $0.byteCount > 0 && tasks[$0.path] == nil && ReferenceScan.mayCall($0.path)
    }.map(\.path)
  }

  func survey(_ advance: @Sendable () -> Void) -> Survey {
    let result = Mutex(Survey(input: input, hiddenSources: hiddenSources))
    input.tree.read(wanted, limit: SoundExaminer.byteLimit) { file, source in
      switch tasks[file.path] {
      case .sound(let depth, let isShared):
        let examination = SoundExaminer(preflight).examine(
          source, as: input.place(file.path).text, byteCount: file.byteCount, depth,
          isShared: isShared)
        result.withLock { $0.sounds[file.path] = examination }
      case .text:
        let scan = scan(source, file)
        result.withLock { survey in
          survey.scan.add(scan)
          if let suppressions = scan.suppressions {
            survey.suppressions[file.path] = suppressions
          }
          if !scan.facts.isEmpty { survey.facts[file.path] = scan.facts }
        }
      case nil: break
      }
      advance()
    }
    var survey = result.withLock { $0 }
    OpenAsks(survey) { preflight.configuration.excludes(input.place($0).text) }.follow(&survey)
    return survey
  }

  private func scan(
    _ source: Result<any ByteSource, FileError>, _ file: TreeFile
  ) -> ScanResult {
    do {
      let source = try source.get()
      let bytes = try source.bytes(at: 0, count: Int(source.byteCount))
      return ReferenceScan.scan(bytes, path: file.path)
    } catch {
      return ScanResult(findings: [Rule.fileUnreadable.finding(error.reasonText, file: file.path)])
    }
  }
}
