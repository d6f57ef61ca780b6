/// The names that files get when their folder is copied into a bundle.
enum CopiedFolder {
  /// Folders that tools compile into another form: sounds in them are not found by name.
  private static let compiled: Set<String> = ["xcassets", "docc", "xcdatamodeld", "playground"]
  /// Folders that stay folders wherever they are copied.
  private static let wrappers: Set<String> = ["bundle", "framework", "xcframework", "app"]

  /// All sounds below `folder`, which is copied whole as `name`.
  static func sounds(at folder: TreePath, in files: ProjectFiles, as name: String) -> [ShippedSound]
  {
    guard !compiled.contains(folder.suffix) else { return [] }
    return files.sounds(below: folder).map { file in
      let path = file.relative(to: folder)
      return ShippedSound(file: file, name: path.name(in: name))
    }
  }

  /// The name of the file at `path` in a bundle to whose top all files are copied; nil if it is
  /// compiled into another form. Files in a nested bundle keep their place in that bundle.
  static func flattenedName(of path: TreePath) -> String? {
    var rest = path.text[...]
    while let slash = rest.firstIndex(of: "/") {
      let suffix = String(rest[..<slash]).fileSuffix
      if compiled.contains(suffix) { return nil }
      if wrappers.contains(suffix) { return String(rest) }
      rest = rest[rest.index(after: slash)...]
    }
    return String(rest)
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, in its first place.
  func withoutRepeats() -> [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
