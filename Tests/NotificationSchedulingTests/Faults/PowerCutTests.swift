import Foundation
import TestSupport
import Testing

@Suite(
  "A loss of power takes no request that was acknowledged",
  .needs(Facility.powerCuts, "an image of a file system cannot be mounted here"))
struct PowerCutTests {
  /// Four writers schedule one request after the other until the file system is shut down under
  /// them without a flush, right after a word that one is kept; what they were told goes to a log
  /// on another one. A service holds the database open, or each writer would bring the log into it,
  /// and sync it, at its end: with `synchronous = NORMAL` every other cut takes something.
  ///
  /// What is told after the line `cut` does not count: power that is gone tells nothing. A file
  /// system that is being shut down does: when the journal is stopped between the begin of an
  /// fdatasync(2) and its look at the journal, ext4 finds nothing there to wait for and returns 0.
  private static let script = """
    image=$1 mount=$2 log=$3 tool=$4 service=$5 cuts=$6
    truncate -s 24M "$image" && mkfs.ext4 -q "$image" && mkdir -p "$mount" || exit 90
    for cut in $(seq "$cuts"); do
      mount -o loop "$image" "$mount" || exit 91
      "$service" > /dev/null 2>&1 & holder=$!
      writers=
      for writer in 1 2 3 4; do
        (
          number=0
          while "$tool" schedule --in 1h --title t --app "$cut-$writer" --id "$number" --limit 100000 \
            > /dev/null 2>&1
          do
            echo "$cut-$writer $number" >> "$log"
            number=$((number + 1))
          done
        ) &
        writers="$writers $!"
      done
      sleep 0.$((RANDOM % 5 + 4))
      python3 - "$mount" "$log" <<'PYTHON' || exit 92
    import fcntl, os, struct, sys, time
    EXT4_IOC_SHUTDOWN, NOLOGFLUSH = 0x8004587D, 2
    folder = os.open(sys.argv[1], os.O_RDONLY)
    log = os.open(sys.argv[2], os.O_WRONLY | os.O_APPEND)
    size, limit = os.fstat(log).st_size, time.monotonic() + 10
    while os.fstat(log).st_size == size and time.monotonic() < limit: time.sleep(0.0003)
    os.write(log, b"cut\\n")
    fcntl.ioctl(folder, EXT4_IOC_SHUTDOWN, struct.pack("I", NOLOGFLUSH))
    PYTHON
      wait $writers
      kill -9 $holder; wait $holder 2> /dev/null
      umount "$mount" || exit 93
    done
    mount -o loop "$image" "$mount" || exit 94
    "$tool" pending --json
    """

  /// More of them take longer: `POWER_CUTS=100 swift test --filter PowerCutTests`.
  private static let count =
    ProcessInfo.processInfo.environment["POWER_CUTS"].flatMap(Int.init) ?? 5

  @Test("Cuts under four writers", .timeLimit(.minutes(20)))
  func cuts() throws {
    let place = try Workplace()
    let mount = place.folder.path("mount")
    try place.folder.write([], to: "acknowledged")
    var environment = place.environment
    environment["XDG_STATE_HOME"] = mount
    environment["PATH"] = Facility.path
    let result = try Tool("unshare").run(
      [
        "-m", "bash", "-c", Self.script, "bash", place.folder.path("image"), mount,
        place.folder.path("acknowledged"), place.control.path,
        try Tool.built("reminders").path, "\(Self.count)",
      ], environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    // A transaction that was cut is not damage.
    #expect(!result.errors.contains("damaged"), "\(result.errors)")
    let kept = Set(
      try result.jsonItems().compactMap { item -> String? in
        guard let request = item["request"] as? [String: Any], let app = request["app"],
          let identifier = request["identifier"]
        else { return nil }
        return "\(app) \(identifier)"
      })
    let log = String(decoding: try place.folder.bytes(of: "acknowledged"), as: UTF8.self)
    let acknowledged = Self.acknowledged(in: log)
    let lost = acknowledged.filter { !kept.contains($0) }
    print("power cuts: \(Self.count), acknowledged \(acknowledged.count), lost \(lost.count)")
    #expect(acknowledged.count > Self.count)
    #expect(lost.isEmpty, "\(lost)")
  }

  /// What the writers of a cut were told before it came; their lines begin with its number.
  private static func acknowledged(in log: String) -> [String] {
    var number = 1
    return log.split(separator: "\n").compactMap { line in
      if line == "cut" { number += 1 }
      return line.hasPrefix("\(number)-") ? String(line) : nil
    }
  }
}
