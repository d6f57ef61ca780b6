import Foundation
import Testing

@Suite("Apple's API, symbol by symbol")
struct CompatibilityTests {
  private let checklist: APIChecklist

  init() throws { checklist = try APIChecklist(Pages.fixture("apple-api.txt")) }

  /// What conforming to Foundation's protocols brings; Apple's lists leave it out, too.
  private static let customary: Set<String> = [
    "init(rawValue:)", "rawValue", "init(coder:)", "encode(with:)", "supportsSecureCoding",
    "copy(with:)", "mutableCopy(with:)", "isEqual(_:)", "hash",
  ]

  static let modules = [
    "UserNotifications", "UserNotificationsUI", "CoreLocation", "LegacyNotifications",
  ]

  /// The module that declares what another one exports.
  private static func graph(of module: String) throws -> SymbolGraph {
    try SymbolGraph(of: module == "CoreLocation" ? "RegionTypes" : module)
  }

  @Test("Every symbol of Apple's is there, or the page says why not", arguments: modules)
  func symbols(name: String) throws {
    let graph = try Self.graph(of: name)
    let module = try #require(checklist.modules.first { $0.name == name })
    #expect(graph.paths.count > 20 && module.symbols.count > 15)
    for symbol in module.symbols {
      if case .missing = symbol.state {
        #expect(!graph.paths.contains(symbol.path), "\(symbol.path) is there")
      } else if symbol.path != "NSString" {
        #expect(graph.paths.contains(symbol.path), "\(symbol.path) is missing")
      }
    }
  }

  @Test("Every public symbol is Apple's, or the page says what it is for", arguments: modules)
  func additions(name: String) throws {
    let module = try #require(checklist.modules.first { $0.name == name })
    let known = Set(module.symbols.map(\.path))
    let own = module.symbols.filter { if case .added = $0.state { $0.isType } else { false } }
    let unknown = try Self.graph(of: name).paths.filter { path in
      let member = path.split(separator: ".").last.map(String.init) ?? path
      return !known.contains(path) && !Self.customary.contains(member)
        && !own.contains { path.hasPrefix($0.path + ".") }
    }
    #expect(unknown.isEmpty)
  }

  @Test("A symbol stands in the list once")
  func once() {
    for module in checklist.modules {
      #expect(Set(module.symbols.map(\.path)).count == module.symbols.count)
    }
  }

  @Test("Documentation/Compatibility.md is what the list says")
  func page() throws { try Pages.check("Compatibility.md", is: CompatibilityPage(checklist).text) }
}
