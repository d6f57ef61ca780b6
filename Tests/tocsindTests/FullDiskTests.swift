import Foundation
import NotificationScheduling
import TestSupport
import Testing

@Suite(
  "A full disk does not silence what is due",
  .serialized, .needs(Facility.mounts, "mounting a small tmpfs needs root and a mount name space"))
struct FullDiskTests {
  /// Runs `script` with the state on a tmpfs of 4 MiB at `$state`; `$daemon`, `$control`.
  private func run(_ script: String, _ box: Box) throws -> ToolResult {
    let setUp = """
      daemon=$1 control=$2 folder=$3 state=$3/state log=$3/log
      mount -t tmpfs -o size=4m tmpfs "$state" || exit 99
      fill() { head -c 8m /dev/zero > "$state/filler" 2> /dev/null; }
      until_log() { for i in $(seq 3000); do grep -q "$1" "$log" && return; sleep 0.01; done; echo "no $1"; }
      start() { "$daemon" "$@" 2>> "$log" & pid=$!; until_log 'notice ready'; }
      : > "$log"

      """
    let end = "\n[ -z \"$pid\" ] || kill -9 $pid; wait 2> /dev/null; true\n"
    return try Tool("unshare").run(
      [
        "-m", "bash", "-c", setUp + script + end, "bash", Tool.built("tocsind").path,
        Tool.built("tocsinctl").path, box.folder.url.path,
      ], environment: box.environment)
  }

  @Test(
    "`notify`, and `schedule` without a time, are shown and heard at once, and say that they are not recorded",
    arguments: ["notify", "schedule"],
    [
      "fill", "\"$control\" schedule --in 1h --title far --id far > /dev/null 2>&1; fill",
      "start --null-audio; fill",
    ])
  func atOnce(command: String, before: String) async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let sounds = try TemporaryFolder()
    try sounds.write(
      """
      pcm_type.flaky { lib "\(FlakyPlugin.path())" }
      pcm.card { type flaky heard "\(sounds.path("heard.raw"))" }
      """.utf8, to: "asound.conf")
    let audio = [
      "ALSA_CONFIG_PATH": sounds.path("asound.conf"), "TOCSIN_AUDIO_DEVICE": "card",
    ]
    let box = try Box(environment: bus.environment.merging(audio) { $1 })
    let result = try run(
      """
      \(before)
      "$control" \(command) --id a --sound ping --title Fire
      echo "status $?"
      "$control" status 2>&1 | grep -o 'the disk with the notifications is full'
      """, box)
    #expect(
      result.text == "a\nstatus 0\nthe disk with the notifications is full\n",
      "\(result.errors)")
    #expect(
      result.errors.contains(
        "Warning: it is delivered and not recorded: the disk with the notifications is full\n"),
      "\(result.errors)")
    #expect(try server.notifications().map(\.summary) == ["Fire"])
    #expect(try sounds.bytes(of: "heard.raw").contains { $0 != 0 })
  }

  @Test("What is delivered meanwhile is neither pending nor overdue, and `status` says why")
  func delivered() throws {
    let box = try Box(configuration: Box.allowing + "banners: {enabled: false}\n")
    let result = try run(
      """
      start --null-audio
      "$control" schedule --in 1h --id far --title far > /dev/null
      for id in $(seq 20); do "$control" schedule --app mail --in 2s --id $id --title $id; done > /dev/null
      fill
      for id in $(seq 20); do until_log "info delivered .*identifier=$id\\b"; done
      "$control" pending | tail -n +2 | cut -d' ' -f1
      "$control" pending --json | grep -c '"identifier"'
      "$control" status | grep -c overdue
      "$control" status | grep -E '^(failure|pending|unrecorded|next)' | sed 's/  in .*  / /' | tr -s ' ' |
        sed -E 's/[0-9-]+ [0-9:]+[^ ]* UTC|unrecorded [1-9][0-9]*/…/'
      rm "$state/filler"
      for i in $(seq 1500); do "$control" delivered 2>&1 | grep -q "^20 " && break; sleep 0.02; done
      "$control" delivered | tail -n +2 | wc -l
      "$control" status | grep -cE '^(failure|unrecorded)'
      """, box)
    let lines = result.text.split(separator: "\n").map(String.init)
    #expect(lines.prefix(3) == ["far", "1", "0"], "\(result.text) \(result.errors)")
    #expect(lines.contains("failure the disk with the notifications is full"), "\(result.text)")
    #expect(lines.contains("… delivered"), "\(result.text)")
    #expect(lines.contains("pending 1"), "\(result.text)")
    #expect(lines.contains { $0.hasPrefix("next due ") && $0.hasSuffix("far") }, "\(result.text)")
    #expect(lines.suffix(2) == ["20", "0"], "\(result.text)")
  }
}
