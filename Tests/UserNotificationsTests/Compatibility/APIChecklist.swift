/// What Apple's frameworks declare, and how it is here: `Fixtures/apple-api.txt`.
struct APIChecklist {
  /// How a symbol is here.
  enum State: Hashable {
    case present
    case different(String)
    case missing(String)
    /// Apple has none.
    case added(String)
  }

  struct Symbol: Hashable {
    /// Of types and members, as in the module.
    let path: String
    let isType: Bool
    let state: State
  }

  struct Module {
    let name: String
    var differences: [String] = []
    var symbols: [Symbol] = []
  }

  struct Defect: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var modules: [Module] = []

  init(_ text: String) throws {
    var type = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        modules.append(Module(name: String(line.dropFirst(3))))
      } else if line.hasPrefix("! ") {
        modules[modules.count - 1].differences.append(String(line.dropFirst(2)))
      } else if !line.hasPrefix("#") {
        let symbol = try Self.symbol(line, in: type)
        if symbol.isType { type = symbol.path }
        modules[modules.count - 1].symbols.append(symbol)
      }
    }
  }

  private static func symbol(_ line: Substring, in type: String) throws -> Symbol {
    let isMember = line.hasPrefix("  ")
    let words = line.drop { $0 == " " }
    let name = words.prefix { $0 != " " }
    let rest = words.dropFirst(name.count).drop { $0 == " " }
    let reason = String(rest.dropFirst(2))
    let state: State
    switch rest.first {
    case nil: state = .present
    case "~" where !reason.isEmpty: state = .different(reason)
    case "-" where !reason.isEmpty: state = .missing(reason)
    case "+" where !reason.isEmpty: state = .added(reason)
    default: throw Defect(description: "no state and reason: \(line)")
    }
    return Symbol(
      path: isMember ? "\(type).\(name)" : String(name), isType: !isMember, state: state)
  }
}
