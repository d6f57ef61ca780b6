import Foundation
import Glibc

/// A folder of short sounds to IMA4: one call with all files against one process for each file.
struct SmallConversions: Measure {
  func run(in workshop: Workshop) throws -> Section {
    let files = try SmallFiles(in: workshop)
    sync()
    let out = try workshop.emptyFolder("converted")
    let empty = { _ = try workshop.emptyFolder("converted") }
    let tocsin = try workshop.tocsin()
    let efforts = ["fast", "normal"].map { effort in
      Contender(
        name: "tocsin -q \(effort)",
        command: Command(
          tocsin, ["convert", "--to", "caff:ima4", "-q", effort, "--output-dir", out] + files.paths),
        note: "one call", prepare: empty)
    }
    let contenders =
      efforts + [
        .peer(.ffmpeg, scale: files.scale, note: files.note, prepare: empty) { program in
          Command(
            loop: """
              "$program" -nostdin -v error -i "$f" -threads 1 -c:a adpcm_ima_qt "$out/${f##*/}.caf"
              """, program: program, out: out, over: files.sample)
        },
        .peer(
          .sox, scale: files.scale, note: "to 16-bit CAF, it has no ima4; \(files.note)",
          prepare: empty
        ) { program in
          Command(
            loop: """
              "$program" "$f" -b 16 "$out/${f##*/}.caf"
              """, program: program, out: out, over: files.sample)
        },
      ]
    let comparison = try Rounds(count: workshop.isQuick ? 3 : 5, name: "small")
      .run(contenders, in: workshop)
    return Section(
      title: "\(files.paths.count) sounds of one second, 44.1 kHz mono WAVE → ima4 CAF",
      text: Table(comparison).text)
  }
}
