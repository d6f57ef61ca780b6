/// A place for bytes at random positions: a file that is being made, or memory.
public protocol ByteSink {
  mutating func write(_ bytes: [UInt8], at offset: Int64) throws(FileError)
}

/// A sink in memory.
public struct MemorySink: ByteSink {
  public private(set) var content: [UInt8] = []

  public init() {}

  public mutating func write(_ bytes: [UInt8], at offset: Int64) {
    let start = Int(offset)
    let missing = start + bytes.count - content.count
    if missing > 0 { content.append(contentsOf: repeatElement(0, count: missing)) }
    content.replaceSubrange(start..<start + bytes.count, with: bytes)
  }
}
