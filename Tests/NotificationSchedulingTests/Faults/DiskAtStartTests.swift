import TestSupport
import Testing

extension DiskTests {
  /// Why the service cannot make its files when it starts.
  enum Obstacle: String, CaseIterable {
    case readOnly, full

    var comes: String {
      switch self {
      case .readOnly: "mount -t tmpfs -o remount,ro tmpfs \"$disk\""
      case .full: "head -c 8m /dev/zero > \"$disk/filler\" 2> /dev/null"
      }
    }

    var goes: String {
      switch self {
      case .readOnly: "mount -t tmpfs -o remount,rw tmpfs \"$disk\""
      case .full: "rm \"$disk/filler\""
      }
    }
  }

  @Test(
    "Read-only or full when it starts: the log and the socket are made when they can be",
    arguments: Obstacle.allCases, [true, false])
  func atStart(_ obstacle: Obstacle, hasRuntimeFolder: Bool) throws {
    let result = try run(
      """
      \(hasRuntimeFolder ? "" : "unset XDG_RUNTIME_DIR")
      "$control" schedule --in 1h --title later --id later > /dev/null 2>&1
      \(obstacle.comes)
      "$service" > "$log" & pid=$!
      sleep 2
      \(obstacle.goes)
      for i in $(seq 1000); do [ -s "$disk/tocsin/scheduler.log" ] && break; sleep 0.02; done
      [ -s "$disk/tocsin/scheduler.log" ] || echo "no log"
      until_listed status "process $pid"
      for i in $(seq 1000); do
        "$control" schedule --in 1h --title later --id later > /dev/null 2>&1 && break; sleep 0.1
      done
      "$control" schedule --in 1s --title a --id a 2>&1 > /dev/null
      until_log a:
      # The log holds what the store cannot.
      for id in b c; do "$control" schedule --in 2s --title $id --id $id > /dev/null; done
      rm -f "$disk/tocsin/notifications.reserve"
      head -c 8m /dev/zero > "$disk/filler" 2> /dev/null
      for id in b c; do until_log $id:; done
      until_noted '[abc]'
      ended $pid
      "$service" >> "$log" & pid=$!
      sleep 2
      ended $pid
      sed 's/, .* late$//' "$log" | sort
      """)
    #expect(result.text == "a: a\nb: b\nc: c\n", "\(result.errors)")
  }
}
