/// The brackets of a source.
enum Brackets {
  /// Sets each bracket's partner, and each token's enclosing bracket.
  static func pair(_ tokens: inout [Token]) {
    var open: [Int] = []
    var counts = [0, 0, 0]
    for index in tokens.indices {
      tokens[index].parent = open.last.map { Int32($0) } ?? -1
      guard tokens[index].kind == .mark, let (kind, opens) = kind(of: tokens[index].mark) else {
        continue
      }
      if opens {
        open.append(index)
        counts[kind] += 1
      } else if counts[kind] > 0 {
        // Open brackets that do not fit the closing one are unclosed, and are dropped.
        while let last = open.popLast(), let (lastKind, _) = Self.kind(of: tokens[last].mark) {
          counts[lastKind] -= 1
          guard lastKind == kind else { continue }
          tokens[last].partner = Int32(index)
          tokens[index].partner = Int32(last)
          tokens[index].parent = tokens[last].parent
          break
        }
      }
    }
  }

  private static func kind(of mark: UInt8) -> (kind: Int, opens: Bool)? {
    switch mark {
    case UInt8(ascii: "("): (0, true)
    case UInt8(ascii: ")"): (0, false)
    case UInt8(ascii: "["): (1, true)
    case UInt8(ascii: "]"): (1, false)
    case UInt8(ascii: "{"): (2, true)
    case UInt8(ascii: "}"): (2, false)
    default: nil
    }
  }
}
