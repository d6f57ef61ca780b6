/// Sources that answer each other's questions.
final class SourceSet {
  private(set) var units: [SourceUnit]
  private var byLanguage: [SourceLanguage: [SourceUnit]] = [:]
  /// The sources by the names that they declare or call; looking each name up in each source takes a
  /// time that grows with the square of their number.
  private var byName: [String: [SourceUnit]] = [:]
  /// The number of sources that the tables contain.
  private var count = 0

  init(_ units: [SourceUnit]) { self.units = units }

  func add(_ unit: SourceUnit) { units.append(unit) }

  /// The sources whose names mean the same things as those of a language; with a name, those that
  /// declare or call something of that name. A single source need not be asked by its names.
  func like(_ language: SourceLanguage, naming name: String? = nil) -> [SourceUnit] {
    let family = language.family
    guard units.count > 1 else { return units.filter { $0.tokens.language.family == family } }
    update()
    guard let name else { return byLanguage[family] ?? [] }
    return (byName[name] ?? []).filter { $0.tokens.language.family == family }
  }

  private func update() {
    for unit in units[count...] {
      byLanguage[unit.tokens.language.family, default: []].append(unit)
      for name in unit.outline.names where byName[name]?.last !== unit {
        byName[name, default: []].append(unit)
      }
    }
    count = units.count
  }
}

extension SourceLanguage {
  /// The language whose names are the same things: Kotlin reads Java's.
  var family: SourceLanguage { self == .java ? .kotlin : self }
}
