/// The resource limits of another program, which is ended beyond them.
struct ChildLimits: Sendable {
  /// Time without a byte in either direction, while this side waits for one.
  var silence = Duration.seconds(20)
  /// Time that this side waits in all.
  var waiting = Duration.seconds(3_600)
  /// Seconds of one processor.
  var processorSeconds: UInt = 3_600
  /// Address space in bytes: decoders of sound stay below 300 MB of it.
  var memory: UInt = 4 << 30
  /// The maximum size in bytes of a file that it writes; 0 for a program that only reads.
  var fileSize: UInt = 0
}
