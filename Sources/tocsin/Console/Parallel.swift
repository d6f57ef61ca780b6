import Dispatch
import Synchronization

/// What `transform` makes of each element, in order; all cores work, a bar shows how far.
func mapInParallel<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ transform: @Sendable (Element) -> Result
) -> [Result] {
  let bar = ProgressBar()
  let results = Mutex([Result?](repeating: nil, count: elements.count))
  withoutActuallyEscaping(transform) { transform in
    DispatchQueue.concurrentPerform(iterations: elements.count) { index in
      let result = transform(elements[index])
      results.withLock { $0[index] = result }
      bar.advance(of: elements.count)
    }
  }
  bar.finish()
  return results.withLock { $0.compactMap(\.self) }
}
