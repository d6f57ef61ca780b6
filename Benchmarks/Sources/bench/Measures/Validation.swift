/// Validating a folder of sounds: one call with all files against one process for each file.
///
/// The peers only report the format of a file; they have no rules for alert sounds.
struct Validation: Measure {
  func run(in workshop: Workshop) throws -> Section {
    let files = try SmallFiles(in: workshop)
    func loop(_ script: String) -> (String) -> Command {
      { Command(loop: script, program: $0, over: files.sample) }
    }
    let contenders = [
      Contender(
        name: "tocsin validate",
        command: Command(try workshop.tocsin(), ["validate"] + files.paths), note: "one call"),
      .peer(
        .ffprobe, scale: files.scale, note: files.note,
        loop(#""$program" -v error -show_format -show_streams "$f""#)),
      .peer(.soxi, scale: files.scale, note: files.note, loop(#""$program" "$f""#)),
      .peer(.sndfileInfo, scale: files.scale, note: files.note, loop(#""$program" "$f""#)),
    ]
    let comparison = try Rounds(count: workshop.isQuick ? 3 : 5, name: "validate")
      .run(contenders, in: workshop)
    let together = try oneCall(Array(files.paths.prefix(200)), in: workshop)
    return Section(
      title: "\(files.paths.count) sounds of one second",
      text: Table(comparison).text
        + "\n\n200 of them, in one call of each program:\n\n" + Table(together).text)
  }

  private func oneCall(_ paths: [String], in workshop: Workshop) throws -> Comparison {
    let tocsin = try workshop.tocsin()
    let contenders = [
      Contender(name: "tocsin validate", command: Command(tocsin, ["validate"] + paths)),
      Contender(name: "tocsin info", command: Command(tocsin, ["info"] + paths)),
      .peer(.soxi) { Command($0, paths) },
      .peer(.sndfileInfo) { Command($0, paths) },
    ]
    return try Rounds(count: workshop.isQuick ? 15 : 40, name: "validate 200")
      .run(contenders, in: workshop)
  }
}
