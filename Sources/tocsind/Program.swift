import Glibc
import LinuxProcess
import LogOutput

/// The one program of the box, by the name that it is called by: the daemon, or the tool for
/// notifications. Both are built on the same libraries, which are most of the program.
@main
enum Program: String {
  case tocsind, tocsinctl

  /// - Parameter path: the first word of a command line; links, `PATH` and systemd leave the name at
  ///   its end.
  private init?(calledAs path: String) {
    self.init(rawValue: path.split(separator: "/").last.map(String.init) ?? "")
  }

  static func main() {
    StandardDescriptors.fill()
    RuntimeFolder.setVariable()
    var words = CommandLine.arguments[...]
    // A copy may have any name: its first argument is one of these two then.
    for word in words.prefix(2) {
      words.removeFirst()
      switch Program(calledAs: word) {
      case .tocsind: return Tocsind.start(Array(words))
      case .tocsinctl: return Tocsinctl.start(Array(words))
      case nil: continue
      }
    }
    StandardErrorLog.write(
      "Error: call this program tocsind or tocsinctl, or give one of these names as its first "
        + "argument; it was called '\(CommandLine.arguments.first ?? "")'")
    exit(2)
  }
}
