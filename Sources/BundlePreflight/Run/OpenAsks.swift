import AudioFormats
import Files
import Synchronization

/// Follows the names of sounds into the other sources of their app. A source is only read where it
/// contains a name that is sought.
struct OpenAsks {
  /// The sources of one app in one language that ask, and all that may answer.
  private struct Group {
    let asking: [(file: TreeFile, asks: [OpenAsk])]
    let others: [TreeFile]
  }

  /// The maximum number of times that sources are read for names found in others.
  private static let roundLimit = 6
  /// The maximum size of all sources of a group together (bytes).
  private static let byteLimit = 4 << 20

  private let tree: any ReadableTree
  private let groups: [Group]

  init(_ survey: Survey, excluding isExcluded: (TreePath) -> Bool) {
    tree = survey.input.tree
    guard !survey.scan.open.isEmpty else {
      groups = []
      return
    }
    let roots = Set(survey.input.projects.map(\.root))
    struct Key: Hashable {
      let root: TreePath
      let language: SourceLanguage
    }
    let apps = Memo<TreePath, TreePath>()
    // The outermost project around a file is its app.
    func key(_ file: TreePath) -> Key? {
      SourceLanguage(suffix: file.suffix).map { language in
        let folder = file.folder
        let app = apps.value(for: folder) { folder.upwards.filter(roots.contains).last ?? .top }
        return Key(root: app, language: language.family)
      }
    }
    let asking = Dictionary(
      grouping: survey.input.tree.files.filter { survey.scan.open[$0.path] != nil }
    ) { key($0.path) }
    let others = Dictionary(
      grouping: survey.input.tree.files.filter { file in
        file.byteCount > 0 && file.byteCount <= 1 << 20 && survey.scan.open[file.path] == nil
          && ReferenceScan.isSource(file.path) && asking[key(file.path)] != nil
          && !ScannedFiles.isTest(file.path) && !isExcluded(file.path)
      }
    ) { key($0.path) }
    groups = asking.compactMap { key, files in
      key.map { key in
        Group(
          asking: files.map { ($0, survey.scan.open[$0.path] ?? []) }, others: others[key] ?? [])
      }
    }
  }

  func follow(_ survey: inout Survey) {
    guard !groups.isEmpty else { return }
    var known = Dictionary(
      grouping: survey.scan.references.indices, by: { Literal(survey.scan.references[$0]) })
    for group in groups { follow(group, &survey, &known) }
  }

  /// A literal that references name, and their indices.
  private struct Literal: Hashable {
    let file: TreePath
    let line: Int
    let column: Int
    let name: String

    init(_ reference: SoundReference) {
      (file, line, column) = (reference.file, reference.line, reference.column)
      name = reference.name
    }
  }

  /// Adds a certain reference, in place of a doubtful one to the same literal.
  private func take(
    _ reference: SoundReference, _ survey: inout Survey, _ known: inout [Literal: [Int]]
  ) {
    let literal = Literal(reference)
    let same = known[literal]?.first { index in
      let other = survey.scan.references[index]
      return other.platform == nil || other.platform == reference.platform || !other.isCertain
    }
    if let same {
      if !survey.scan.references[same].isCertain { survey.scan.references[same] = reference }
    } else {
      known[literal, default: []].append(survey.scan.references.count)
      survey.scan.references.append(reference)
    }
  }

  private func follow(
    _ group: Group, _ survey: inout Survey, _ known: inout [Literal: [Int]]
  ) {
    let sources = SourceSet([])
    for (file, bytes) in read(group.asking.map(\.file), where: { _ in true })
      .sorted(by: { $0.0 < $1.0 })
    {
      if let unit = unit(file, bytes) { sources.add(unit) }
    }
    let asking = Dictionary(
      sources.units.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
    var others = group.others
    var (sought, soughtFiles): (Set<String>, Set<String>) = ([], [])
    var size = 0
    var answers: [Answer] = []
    var spent = 0
    for _ in 0..<Self.roundLimit {
      let evaluator = Evaluator(sources, spent: spent / 2)
      defer { spent = evaluator.total }
      var (needs, files): (Set<String>, Set<String>) = ([], [])
      answers = group.asking.flatMap { file, asks in
        asks.flatMap { ask -> [Answer] in
          guard let unit = asking[file.path] else { return [] }
          var open = [(ask, unit)]
          if case .channel(let channel) = ask.target, !channel.members.isEmpty {
            open = described(ask, unit, by: channel, evaluator)
            needs.formUnion(evaluator.needs)
            files.formUnion(evaluator.neededFiles)
          }
          return open.map { ask, unit in
            let texts = evaluator.texts(at: ask.index, in: unit, as: ask.form)
            needs.formUnion(evaluator.needs)
            files.formUnion(evaluator.neededFiles)
            return (ask, unit, texts)
          }
        }
      }
      needs.subtract(sought)
      files.subtract(soughtFiles)
      guard !needs.isEmpty || !files.isEmpty, !others.isEmpty, size < Self.byteLimit else { break }
      sought.formUnion(needs)
      soughtFiles.formUnion(files)
      let words = WordSet(needs)
      let named =
        files.isEmpty
        ? []
        : others.filter { file in
          let stem = file.path.stem
          return files.contains(stem) || stem == "index" && files.contains(file.path.folder.name)
        }
      let found = (read(others) { words.isIn($0) } + read(named) { !words.isIn($0) })
        .sorted { $0.0 < $1.0 }
      if found.isEmpty { break }
      for (file, bytes) in found where size < Self.byteLimit {
        size += bytes.count
        if let unit = unit(file, bytes) { sources.add(unit) }
      }
      let read = Set(sources.units.map(\.file))
      others.removeAll { read.contains($0.path) }
    }
    var taken: [TreePath: ReferenceHits] = [:]
    for answer in answers { take(answer, &taken, &survey) }
    for unit in sources.units {
      guard let hits = taken.removeValue(forKey: unit.file) else { continue }
      let result = hits.result(in: SourceText(unit.tokens.bytes), path: unit.file)
      for reference in result.references { take(reference, &survey, &known) }
      survey.scan.channels += result.channels
      survey.scan.unfollowed += result.unfollowed
      if survey.suppressions[unit.file] == nil {
        survey.suppressions[unit.file] = Suppressions(unit.tokens)
      }
    }
  }

  private typealias Answer = (ask: OpenAsk, unit: SourceUnit, texts: EvaluatedTexts)

  /// What is asked for at a place where objects describe channels: each object's identifier.
  private func described(
    _ ask: OpenAsk, _ unit: SourceUnit, by channel: OpenChannel, _ evaluator: Evaluator
  ) -> [(OpenAsk, SourceUnit)] {
    let objects = evaluator.objects(with: channel.members, at: ask.index, in: unit)
    let asks = objects.compactMap { unit, bracket -> (OpenAsk, SourceUnit)? in
      let elements = unit.elements(in: bracket)
      guard
        let index = elements.first(where: { channel.members.contains($0.label ?? "") })?
          .range.lowerBound
      else { return nil }
      let values = SoundValues(unit, evaluator)
      let own = OpenChannel(
        role: channel.role, sound: ChannelSound(values).sound(in: [bracket]).sound,
        callers: channel.callers, place: unit.offset(of: index),
        constant: values.constant(at: index))
      return (OpenAsk(index: index, target: .channel(own)), unit)
    }
    return asks.isEmpty ? [(ask, unit)] : asks
  }

  private func unit(_ file: TreePath, _ bytes: [UInt8]) -> SourceUnit? {
    SourceLanguage(suffix: file.suffix).map {
      SourceUnit(SourceTokens(SourceText(bytes).bytes, $0), file: file)
    }
  }

  /// The files whose content is wanted, with it.
  private func read(
    _ files: [TreeFile], where isWanted: @Sendable ([UInt8]) -> Bool
  ) -> [(TreePath, [UInt8])] {
    let result = Mutex<[(TreePath, [UInt8])]>([])
    tree.read(files, limit: 4 << 20) { file, source in
      guard let source = try? source.get(),
        let bytes = try? source.bytes(at: 0, count: Int(source.byteCount)), isWanted(bytes)
      else { return }
      result.withLock { $0.append((file.path, bytes)) }
    }
    return result.withLock { $0 }
  }

  /// Takes an answer into the results of the sources that show it.
  private func take(
    _ answer: Answer, _ taken: inout [TreePath: ReferenceHits], _ survey: inout Survey
  ) {
    let (ask, unit, found) = answer
    switch ask.target {
    case .channel(let channel): take(channel, unit, found, &taken, &survey)
    case .sound(let origin, let platform, let details):
      let texts = found.isOfOneKind || details.form == .address ? found.texts : []
      for text in texts {
        taken[text.file, default: .init()].ask(
          for: EvaluatedTexts(texts: [text]), at: nil, origin, on: platform, details)
      }
      // Most addresses of sounds are those that a device's owner has chosen.
      guard found.isOpen, texts.isEmpty, details.form != .address else { return }
      taken[unit.file, default: .init()].noteUnfollowed(at: unit.offset(of: ask.index))
    }
  }

  private func take(
    _ channel: OpenChannel, _ unit: SourceUnit, _ found: EvaluatedTexts,
    _ taken: inout [TreePath: ReferenceHits], _ survey: inout Survey
  ) {
    func note(
      _ name: String, _ sound: ChannelUse.Sound, _ file: TreePath, _ offset: Int,
      isConstant: Bool = false
    ) {
      taken[file, default: .init()].note(
        channel: name, channel.role, sound, callers: channel.callers, isConstant: isConstant,
        at: offset)
    }
    let uses = channel.uses(found, isFixed: channel.constant != nil)
    for text in uses.identifiers {
      // A single one is reported where it is used.
      let (file, offset) = uses.isOne ? (unit.file, channel.place) : (text.file, text.offset)
      note(text.text, uses.sound, file, offset)
    }
    for computed in channel.computed(found) {
      survey.facts[unit.file, default: SourceFacts()].computedChannels.insert(computed)
    }
    // The constant of a type that is not found still is one name for one channel.
    if uses.identifiers.isEmpty, let constant = channel.constant {
      note(constant, channel.sound, unit.file, channel.place, isConstant: true)
    }
  }
}
