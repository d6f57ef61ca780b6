/// The objects of a `project.pbxproj`, by their identifiers.
struct XcodeObjects {
  private let objects: [String: LiteralNode]
  private let identifiers: [String: [String]]
  /// The object of the project.
  let project: LiteralNode?

  init(_ document: LiteralNode) throws(TextError) {
    guard let entries = document["objects"]?.entries else {
      throw TextError(
        message: "the project has no 'objects'", line: document.line, column: document.column)
    }
    objects = Dictionary(entries.map { ($0.key, $0.value) }) { _, last in last }
    identifiers = Dictionary(grouping: objects.keys.sorted()) { [objects] in
      objects[$0]?.kind ?? ""
    }
    project = document["rootObject"]?.string.flatMap { [objects] in objects[$0] }
  }

  subscript(id: String) -> LiteralNode? { objects[id] }

  /// The objects of a kind, in the order of their identifiers.
  func all(_ kind: String) -> [(id: String, object: LiteralNode)] {
    (identifiers[kind] ?? []).compactMap { id in objects[id].map { (id: id, object: $0) } }
  }

  /// The objects of several kinds that have children, in the order of their identifiers.
  func groups() -> [(id: String, object: LiteralNode)] {
    objects.filter { $0.value["children"] != nil }.map { (id: $0.key, object: $0.value) }
      .sorted { $0.id < $1.id }
  }

  /// The objects that a list names; missing ones are left out.
  func list(_ node: LiteralNode?) -> [(id: String, object: LiteralNode)] {
    (node?.elements ?? []).compactMap(\.string).compactMap { id in
      objects[id].map { (id: id, object: $0) }
    }
  }
}

extension LiteralNode {
  /// An Xcode object's class.
  var kind: String { self["isa"]?.string ?? "" }
}
