/// The names of the sounds that something asks for. Neither Apple's file systems nor Android's
/// resources tell upper from lower case.
struct AskedNames {
  private let names: Set<String>

  init(_ references: some Sequence<SoundReference>) {
    names = Set(references.map { TreePath.lastPart($0.name).lowercased() })
  }

  var isEmpty: Bool { names.isEmpty }

  /// Whether a file of this name is asked for; Android and frameworks name it without its extension.
  func contains(_ file: String) -> Bool {
    let name = TreePath.lastPart(file).lowercased()
    return names.contains(name) || names.contains(TreePath.stem(name))
  }

  /// Whether a file of this name is asked for with its extension.
  func containsExactly(_ file: String) -> Bool {
    names.contains(TreePath.lastPart(file).lowercased())
  }
}
