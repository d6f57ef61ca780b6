import Foundation
import NotificationTypes
import TestSupport
import Testing

@Suite("`tocsinctl notify` where no daemon runs", .serialized)
struct NotifyStatusTests {
  @Test(
    "Neither heard nor shown is status 1, with the reasons",
    arguments: [
      (["--sound", "ping", "--device", "nonesuch"], "no-device: cannot open the sound device"),
      ([], "it was neither heard nor shown; banner not shown: "),
      (["--sound", "ping", "--app", "quiet", "--device", "null"], "withheld: "),
    ])
  func unnoticed(options: [String], reason: String) throws {
    let box = try Box()
    _ = try box.run("settings", "quiet", "--authorization", "off")
    let result = try box.run(["notify", "--title", "Hi"] + options)
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("Error: it was neither heard nor shown"), "\(result.errors)")
    #expect(result.errors.contains(reason), "\(result.errors)")
  }

  @Test("A sound without a banner is status 0")
  func heard() throws {
    let box = try Box()
    let result = try box.run("notify", "--title", "Hi", "--sound", "ping", "--device", "null")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(
    "Under cron, without XDG_RUNTIME_DIR, it finds the sound server, the bus and the daemon",
    .enabled(if: Facility.mounts))
  func cron() async throws {
    let sound = try PulseServer()
    let bus = try SessionBus()
    let screen = try await ScriptedServer(on: bus)
    let box = try Box(environment: sound.environment)
    let socket = try #require(sound.environment["PULSE_SERVER"]).dropFirst("unix:".count)
    let address = try #require(bus.environment["DBUS_SESSION_BUS_ADDRESS"])
    let path = address.dropFirst("unix:path=".count).prefix { $0 != "," }
    let script = """
      control=$1 daemon=$2 runtime=/run/user/$(id -u)
      cron() { env -i PATH="$PATH" HOME="$HOME" ALSA_CONFIG_PATH="$ALSA_CONFIG_PATH" "$@"; }
      mount -t tmpfs tmpfs /run && mkdir -p /run/user && mkdir -m 700 "$runtime" "$runtime/pulse" || exit 99
      ln -s '\(socket)' "$runtime/pulse/native"
      ln -s '\(path)' "$runtime/bus"
      cron "$control" notify --id a --title First --sound default --device server; echo "status $?"
      env -u XDG_STATE_HOME XDG_RUNTIME_DIR="$runtime" "$daemon" --null-audio 2> "$HOME/log" & pid=$!
      for i in $(seq 3000); do grep -q 'notice ready' "$HOME/log" && break; sleep 0.01; done
      cron "$control" notify --id b --title Second; echo "status $?"
      # It returns before the daemon has delivered.
      for i in $(seq 300); do cron "$control" status | grep -q delivered_total && break; sleep 0.01; done
      cron "$control" status | grep -c delivered_total
      kill $pid; wait
      """
    try sound.startRecording()
    let result = try Tool("unshare").run(
      [
        "-m", "bash", "-c", script, "bash", Tool.built("tocsinctl").path,
        Tool.built("tocsind").path,
      ], environment: box.environment)
    #expect(result.text == "a\nstatus 0\nb\nstatus 0\n1\n", "\(result.text)\(result.errors)")
    #expect(try sound.stopRecording().contains { $0 != 0 })
    #expect(try screen.notifications().map(\.summary).first == "First")
    #expect(!result.errors.contains("Warning"), "\(result.errors)")
  }

  @Test("A device that does not exist is named at the start and in `status`, with those that do")
  func devices() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      pcm_type.flaky { lib "\(FlakyPlugin.path())" }
      pcm.card {
        type flaky
        heard "\(folder.path("heard.raw"))"
        hint { show on description "The card of this test" }
      }
      """.utf8, to: "asound.conf")
    let box = try Box(environment: ["ALSA_CONFIG_PATH": folder.path("asound.conf")])
    let list = try box.run("devices")
    #expect(list.status == 0 && list.text.contains("card  The card of this test\n"), "\(list)")
    let json = try JSONSerialization.jsonObject(with: try box.run("devices", "--json").output)
    let items = (json as? [String: Any])?["items"] as? [[String: String]]
    #expect(items == [["name": "card", "description": "The card of this test"]])
    let problem =
      "cannot open the sound device 'hw:7': there is no such device; there are 'card'"
    try box.start("--device", "hw:7 card")
    try box.eventually("the log names it: \(box.log)") { box.log.contains("warning \(problem)\n") }
    #expect(try box.run("status").text.contains(problem))
    _ = try box.run("notify", "--id", "a", "--title", "Hi", "--sound", "ping")
    #expect(try box.outcome(of: "a").sound.code == "played")
    #expect(try !box.run("status").text.contains("not heard"))
  }
}
