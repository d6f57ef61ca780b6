import Glibc

/// This side's end of a pipe that an extension writes to. It keeps the beginning, and reads on so
/// that the program never waits.
struct ExtensionStream: ~Copyable {
  private static let blockSize = 1 << 16

  /// -1 after the end.
  private(set) var file: Int32
  /// The program's end; -1 once it was handed over.
  private var otherEnd: Int32
  private let limit: Int
  private(set) var bytes: [UInt8] = []
  private(set) var isTooLong = false

  /// - Parameter limit: the number of bytes that are kept.
  /// - Returns: nil with `errno` if there are too many files.
  init?(limit: Int) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (file, otherEnd) = (ends[0], ends[1])
    self.limit = limit
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(file, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if file >= 0 { close(file) }
    if otherEnd >= 0 { close(otherEnd) }
  }

  /// Lets a program be started with the other end, and closes it here.
  mutating func hand<Result>(_ start: (Int32) -> Result) -> Result {
    defer {
      close(otherEnd)
      otherEnd = -1
    }
    return start(otherEnd)
  }

  /// Takes what is there, at most what a pipe holds.
  mutating func take() {
    guard file >= 0 else { return }
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    let count = read(file, &block, block.count)
    if count > 0 {
      let rest = limit - bytes.count
      bytes += block.prefix(min(count, rest))
      if count > rest { isTooLong = true }
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      close(file)
      file = -1
    }
  }
}
