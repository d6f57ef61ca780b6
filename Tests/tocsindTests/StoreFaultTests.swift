import Foundation
import TestSupport
import Testing

@Suite(
  "The daemon on a disk that fails",
  .needs(Facility.mounts, "mounting a small tmpfs needs root and a mount name space"))
struct StoreFaultTests {
  /// Runs `script` with the state on a tmpfs of 4 MiB at `$state`; the daemon runs as `$pid`.
  private func run(_ script: String) throws -> ToolResult {
    let box = try Box(configuration: Box.allowing + "banners: {enabled: false}\n")
    let setUp = """
      daemon=$1 control=$2 folder=$3 state=$3/state log=$3/log
      mount -t tmpfs -o size=4m tmpfs "$state" || exit 99
      until_log() { for i in $(seq 3000); do grep -q "$1" "$log" && return; sleep 0.01; done; echo "no $1"; }
      until_delivered() {
        for i in $(seq 1500); do "$control" delivered 2>&1 | grep -q "^$1 " && return; sleep 0.02; done
        echo "$1 is not delivered"
      }
      : > "$log"
      "$daemon" --null-audio 2>> "$log" & pid=$!
      until_log 'notice ready'

      """
    let end = "\nkill -9 $pid; wait 2> /dev/null; true\n"
    return try Tool("unshare").run(
      [
        "-m", "bash", "-c", setUp + script + end, "bash", Tool.built("tocsind").path,
        Tool.built("tocsinctl").path, box.folder.url.path,
      ], environment: box.environment)
  }

  @Test("Full: what is due is heard on time, and recorded when there is room")
  func full() throws {
    let result = try run(
      """
      "$control" schedule --app mail --in 2s --id a --sound ping --title a > /dev/null
      head -c 8m /dev/zero > "$state/filler" 2> /dev/null
      until_log 'sound played.*identifier=a'
      rm "$state/filler"
      until_delivered a
      "$control" schedule --app mail --in 1s --id b --sound chime --title b > /dev/null
      until_delivered b
      until_log 'sound played.*identifier=b'
      grep -c 'sound played' "$log"
      """)
    #expect(result.text == "2\n", "\(result.text) \(result.errors)")
  }

  @Test(
    "Read-only: what is due is heard, and recorded when the disk can be written again",
    .needs(Facility.traces, "strace is not allowed to trace here"))
  func readOnly() throws {
    let result = try run(
      """
      # From now on both files of the store are there.
      "$control" schedule --app mail --in 1h --id far --title far > /dev/null
      base="$state/tocsin/notifications.sqlite"
      strace -f -qq -o "$folder/trace" -e trace=pwrite64 -e inject=pwrite64:error=EROFS \
        -P "$base" -P "$base-wal" -p $pid & tracer=$!
      until grep -q 'TracerPid:.[1-9]' /proc/$pid/status; do sleep 0.01; done
      "$control" schedule --app mail --in 1s --id a --sound ping --title a > /dev/null
      until_log 'sound played.*identifier=a'
      # What was to be recorded of it has failed.
      for i in $(seq 3000); do grep -q INJECTED "$folder/trace" && break; sleep 0.01; done
      # The signals of a test's programs are held back, but for this one.
      kill -9 $tracer; wait $tracer 2> /dev/null
      until_delivered a
      grep -c 'sound played' "$log"
      grep -q INJECTED "$folder/trace" && echo injected
      """)
    #expect(result.text == "1\ninjected\n", "\(result.text) \(result.errors)")
  }
}
