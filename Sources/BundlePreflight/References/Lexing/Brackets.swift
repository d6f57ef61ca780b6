/// The brackets of a source.
enum Brackets {
  /// Tells each bracket its partner, and each token the bracket around it.
  static func paired(_ tokens: [Token]) -> [Token] {
    var tokens = tokens
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
        // Brackets that nothing closes are given up for the one that is closed here.
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
    return tokens
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
