import CLibFuzzer
import Glibc

/// `fuzz TARGET [libFuzzer's arguments]` fuzzes, `fuzz [TARGET] --replay FILE…` runs files through
/// a target once. FUZZ_TARGET may name the target too.
@main
struct Fuzz {
  private static let usage = """
    usage: fuzz TARGET [libFuzzer's arguments]
           fuzz [TARGET] --replay FILE…
    targets: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))
    FUZZ_TARGET may stand for TARGET. Without either, a file to replay names its target: caf-….

    """

  /// The target of this process: libFuzzer's callback cannot capture values.
  private static let target: FuzzTarget? =
    CommandLine.arguments.dropFirst().first.flatMap(FuzzTarget.init)
    ?? environment("FUZZ_TARGET").flatMap(FuzzTarget.init)

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if let start = arguments.firstIndex(of: "--replay"), start + 1 < arguments.endIndex {
      for path in arguments[(start + 1)...] { replay(path) }
    } else if let target {
      guard has_libfuzzer() else { fail("this build has no libFuzzer: use Fuzz/run\n") }
      // To minimise an input, libFuzzer starts this program again, without the first argument.
      setenv("FUZZ_TARGET", target.rawValue, 1)
      fuzz()
    } else {
      fail(usage)
    }
  }

  /// Gives control to libFuzzer, which takes the target's name for a corpus folder if it sees it.
  private static func fuzz() {
    let (argv, argc) = (CommandLine.unsafeArgv, Int(CommandLine.argc))
    var arguments = Array(UnsafeBufferPointer(start: argv, count: argc))
    if CommandLine.arguments.dropFirst().first.flatMap(FuzzTarget.init) != nil {
      arguments.remove(at: 1)
    }
    var count = Int32(arguments.count)
    arguments.append(nil)
    arguments.withUnsafeMutableBufferPointer { arguments in
      var start = arguments.baseAddress
      exit(
        LLVMFuzzerRunDriver(&count, &start) { data, size in
          Fuzz.target?.check(Array(UnsafeBufferPointer(start: data, count: size)))
          return 0
        })
    }
  }

  /// Runs one file; a failed check ends the process as it would end the fuzzer.
  private static func replay(_ path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let target = target ?? FuzzTarget(namedAtStartOf: name) else { fail(usage) }
    guard let input = content(of: path) else { fail("cannot read \(path)\n") }
    print("\(target.rawValue): \(path), \(input.count) bytes", terminator: " … ")
    fflush(nil)
    target.check(input)
    print("ok")
  }

  private static func content(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var content: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&block, 1, block.count, file), count > 0 {
      content += block[..<count]
    }
    return ferror(file) == 0 ? content : nil
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func fail(_ text: String) -> Never {
    _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
  }
}
