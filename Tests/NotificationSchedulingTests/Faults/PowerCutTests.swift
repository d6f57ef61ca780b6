import Foundation
import TestSupport
import Testing

@Suite(
  "A loss of power takes no request that was acknowledged",
  .enabled(if: Facility.powerCuts, "an image of a file system cannot be mounted here"))
struct PowerCutTests {
  /// Four writers schedule one request after the other until the file system is shut down under
  /// them without a flush; what they were told goes to a log on another one.
  private static let script = """
    image=$1 mount=$2 log=$3 tool=$4
    truncate -s 24M "$image" && mkfs.ext4 -q "$image" && mkdir -p "$mount" || exit 90
    for cut in 1 2 3 4 5; do
      mount -o loop "$image" "$mount" || exit 91
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
      done
      sleep 0.$((RANDOM % 5 + 4))
      python3 - "$mount" <<'PYTHON' || exit 92
    import fcntl, os, struct, sys
    EXT4_IOC_SHUTDOWN, NOLOGFLUSH = 0x8004587D, 2
    fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), EXT4_IOC_SHUTDOWN, struct.pack("I", NOLOGFLUSH))
    PYTHON
      wait
      umount "$mount" || exit 93
    done
    mount -o loop "$image" "$mount" || exit 94
    "$tool" pending --json
    """

  @Test("Five cuts under four writers", .timeLimit(.minutes(3)))
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
      ], environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    let kept = Set(
      try result.jsonItems().compactMap { item -> String? in
        guard let request = item["request"] as? [String: Any], let app = request["app"],
          let identifier = request["identifier"]
        else { return nil }
        return "\(app) \(identifier)"
      })
    let acknowledged = String(decoding: try place.folder.bytes(of: "acknowledged"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let lost = acknowledged.filter { !kept.contains($0) }
    print("power cuts: 5, acknowledged \(acknowledged.count), lost \(lost.count)")
    #expect(acknowledged.count > 20)
    #expect(lost.isEmpty)
  }
}
