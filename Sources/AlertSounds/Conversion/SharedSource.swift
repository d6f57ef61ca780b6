import AudioTypes

/// One source that several readers read, each at its own pace: it is decoded once.
///
/// What one reader has not taken yet waits in memory: read in turns.
final class SharedSource {
  private var input: any PCMSource
  private var waiting: [[PCMBuffer]]
  private var hasEnded = false

  init(_ input: any PCMSource, readerCount: Int) {
    self.input = input
    waiting = Array(repeating: [], count: readerCount)
  }

  /// The sources, one for each reader.
  var branches: [any PCMSource] {
    waiting.count == 1 ? [input] : waiting.indices.map { Branch(shared: self, index: $0) }
  }

  private struct Branch: PCMSource {
    let shared: SharedSource
    let index: Int

    var sampleRate: Double { shared.input.sampleRate }
    var channelCount: Int { shared.input.channelCount }
    var frameCount: Int64? { shared.input.frameCount }

    func read(into buffer: inout PCMBuffer) throws {
      if shared.waiting[index].isEmpty, !shared.hasEnded { try shared.readNext() }
      if shared.waiting[index].isEmpty {
        buffer.removeAll()
      } else {
        buffer = shared.waiting[index].removeFirst()
      }
    }
  }

  private func readNext() throws {
    var block = PCMBuffer(channelCount: input.channelCount)
    try input.read(into: &block)
    hasEnded = block.frameCount == 0
    guard !hasEnded else { return }
    for index in waiting.indices { waiting[index].append(block) }
  }
}
