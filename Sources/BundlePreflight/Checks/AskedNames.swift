/// The names of the sounds that references ask for. Neither Apple's file systems nor Android's
/// resources distinguish upper and lower case.
struct AskedNames {
  private let names: Set<String>

  init(_ references: some Sequence<SoundReference>) {
    names = Set(
      references.filter { $0.name != SoundReference.anyName }
        .map { $0.name.fileName.lowercased() })
  }

  var isEmpty: Bool { names.isEmpty }

  /// Whether a reference asks for a file of this name, or for any of its extension; Android and
  /// frameworks leave out the extension.
  func contains(_ name: String) -> Bool {
    let name = name.fileName.lowercased()
    return names.contains(name) || names.contains(name.fileStem)
      || names.contains(SoundReference.anyName + "." + name.fileSuffix)
  }

  /// Whether a reference asks for a file of this name with its extension.
  func containsExactly(_ name: String) -> Bool { names.contains(name.fileName.lowercased()) }

  /// Whether the references show which of the bundle's sounds are in use. An app that ships 100
  /// sounds and names only three of them lets people or a server choose.
  func knowsNames(of bundle: SoundBundle) -> Bool {
    let count = bundle.sounds.count { contains($0.name) }
    return !isEmpty && (bundle.sounds.count < 8 || count * 4 >= bundle.sounds.count)
  }
}
