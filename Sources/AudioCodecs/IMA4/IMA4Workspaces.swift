import Synchronization

/// Memory that searches need while they run: as many pieces as have run at the same time.
///
/// Copies of an encoder may share it, on whatever threads they work.
@safe final class IMA4Workspaces: Sendable {
  private let byteCount: Int
  private let idle = unsafe Mutex<[Piece]>([])

  /// Memory that one search at a time writes to.
  @unsafe private struct Piece: @unchecked Sendable {
    let memory: UnsafeMutableRawPointer
  }

  init(byteCount: Int) { self.byteCount = byteCount }

  deinit {
    unsafe idle.withLock { pieces in
      unsafe pieces.forEach { unsafe $0.memory.deallocate() }
    }
  }

  /// Runs `body` with memory of its own, which starts at a multiple of 128 bytes.
  func withWorkspace(_ body: (UnsafeMutableRawPointer) -> Void) {
    let piece =
      unsafe idle.withLock { unsafe $0.popLast() }
      ?? Piece(memory: .allocate(byteCount: byteCount, alignment: 128))
    unsafe body(piece.memory)
    unsafe idle.withLock { unsafe $0.append(piece) }
  }
}
