import Foundation

/// Pre-flighting a tree of sounds: one call against one process for each file.
///
/// The peer only reports the format of a file: it does not measure loudness and has no rules. soxi
/// cannot open ima4.
struct PreflightSpeed: Measure {
  func run(in workshop: Workshop) throws -> Section {
    let tree = try SoundTree(in: workshop)
    func loop(_ script: String) -> (String) -> Command {
      { Command(loop: script, program: $0, over: tree.sample) }
    }
    let tocsin = try workshop.tocsin()
    func preflight(_ name: String, _ folder: String, _ options: [String], note: String) -> Contender
    {
      Contender(
        name: name,
        command: Command(
          tocsin, ["preflight", folder, "--output", "json=\(tree.report)"] + options), note: note)
    }
    let contenders = [
      preflight("tocsin preflight", tree.folder, [], note: "all rules"),
      preflight(
        "tocsin preflight --no-audio", tree.folder, ["--no-audio"], note: "nothing decoded"),
      preflight(
        "tocsin preflight, a tenth", tree.tenth, [], note: "for the memory: \(tree.count / 10)"),
      .peer(
        .ffprobe, scale: tree.scale, note: tree.note,
        loop(#""$program" -v error -show_format -show_streams "$f""#)),
    ]
    let comparison = try Rounds(count: workshop.isQuick ? 3 : 5, name: "preflight")
      .run(contenders, in: workshop)
    return Section(
      title: "a tree of \(tree.count) sounds of one second", text: Table(comparison).text)
  }
}

/// Folders of sounds: half of them WAVE, half ima4 in CAF.
private struct SoundTree {
  let folder: String
  /// A folder with a tenth of the sounds.
  let tenth: String
  let count: Int
  /// The files for the loops of the peers.
  let sample: [String]
  let scale: Double
  let note: String
  let report: String
  private static let foldersPerTree = 100

  init(in workshop: Workshop) throws {
    count = workshop.isQuick ? 2_000 : 10_000
    let files = try SmallFiles(in: workshop)
    folder = workshop.path("tree")
    tenth = folder + "/0"
    report = workshop.path("preflight.json")
    let compressed = workshop.path("tree-caf")
    let sources = Array(files.paths.prefix(10))
    try workshop.run(
      Command(
        try workshop.tocsin(),
        ["convert", "--to", "caff:ima4", "--output-dir", compressed] + sources))
    let sounds =
      sources
      + sources.map { source in
        let name = URL(fileURLWithPath: source).deletingPathExtension().lastPathComponent
        return compressed + "/" + name + ".caf"
      }
    sample = try Self.fill(folder, with: sounds, count: count)
    scale = Double(count) / Double(sample.count)
    note = "loop over \(sample.count)"
  }

  /// Copies sounds until there are `count` of them, a tenth of them in the folder `0`.
  /// - Returns: some of the copies.
  private static func fill(
    _ folder: String, with sounds: [String], count: Int
  ) throws -> [String] {
    var sample: [String] = []
    for index in 0..<count {
      let parent = "\(folder)/\(index % 10)/\(index / 10 % (foldersPerTree / 10))"
      if index < foldersPerTree {
        try FileManager.default.createDirectory(
          atPath: parent, withIntermediateDirectories: true)
      }
      let source = URL(fileURLWithPath: sounds[index / 10 % sounds.count])
      let copy = "\(parent)/\(index).\(source.pathExtension)"
      try FileManager.default.copyItem(at: source, to: URL(fileURLWithPath: copy))
      if index % (count / 100) == 0 { sample.append(copy) }
    }
    return sample
  }
}
