import FoundationEssentials

/// The translations of one app, in the languages of a user.
///
/// They are files `<language>.lproj/Localizable.stringsdict`, for texts that depend on a number, and
/// `Localizable.strings` in the app's folder, in `Resources` or `Contents/Resources` in it, or in one
/// of the folders `*.resources` that SwiftPM creates. A key that is missing in the best language is
/// searched in the next one, then in the app's development region and in `Base.lproj`.
public struct LocalizedStrings: Sendable {
  private let tables: [LocalizedTable]

  /// - Parameters:
  ///   - bundle: the absolute path of the app's resources.
  ///   - languages: the user's languages, best first.
  public init(bundle: String, languages: PreferredLanguages = .current) {
    let folders = Self.folders(beneath: bundle)
    let region = folders.lazy.compactMap(Self.developmentRegion).first ?? "en"
    let names = languages.tags.flatMap { PreferredLanguages.candidates(for: $0) }
    let fallback = PreferredLanguages.candidates(for: region) + ["base"]
    let projects = folders.flatMap(Self.projects)
    tables = (names + fallback).flatMap { name in
      projects.filter { $0.language == name }.map {
        LocalizedTable(
          folder: $0.folder,
          language: PreferredLanguages.tag(ofFolder: name == "base" ? region : name))
      }
    }
  }

  /// The text in the user's language, with its arguments; nil where no table has its key.
  public func text(_ localized: LocalizedText) -> String? {
    let translation = tables.lazy.compactMap { $0.format(of: localized.key) }.first
    return translation?.filled(with: arguments(of: localized))
  }

  /// The text in the user's language, or the key itself where no table has it.
  public func textOrKey(_ localized: LocalizedText) -> String {
    text(localized)
      ?? LocalizedFormat(text: localized.key).filled(with: arguments(of: localized))
  }

  /// A push can only have texts as arguments: one that is a number counts as that.
  private func arguments(of localized: LocalizedText) -> [LocalizedFormat.Argument] {
    localized.arguments.map { argument in
      switch argument {
      case .text(let text): .init(text: text, number: Double(text))
      case .integer(let value): .init(text: "\(value)", number: Double(value))
      case .number(let value): .init(text: "\(value)", number: value)
      case .localized(let inner): .init(text: textOrKey(inner))
      }
    }
  }

  // MARK: Where they are

  private static func folders(beneath bundle: String) -> [String] {
    let base = URL(fileURLWithPath: bundle, isDirectory: true)
    let packages = names(in: base.path).filter { $0.hasSuffix(".resources") }
    return [bundle]
      + (["Resources", "Contents/Resources"] + packages).map { base.appending(path: $0).path }
  }

  /// The folders of one language, and its name, normalised.
  private static func projects(in folder: String) -> [(language: String, folder: String)] {
    names(in: folder).compactMap { name in
      guard name.hasSuffix(".lproj") else { return nil }
      return (PreferredLanguages.normalized(String(name.dropLast(6))), "\(folder)/\(name)")
    }
  }

  private static func developmentRegion(in folder: String) -> String? {
    let places = [folder + "/Info.plist", folder + "/../Info.plist"]
    return places.lazy.compactMap { StringsTable(path: $0)?.texts["CFBundleDevelopmentRegion"] }
      .first
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}

/// The translations in one folder of a language.
private struct LocalizedTable: Sendable {
  private let plurals: [String: LocalizedFormat]
  private let texts: [String: String]

  init(folder: String, language: String) {
    let dictionary = folder + "/Localizable.stringsdict"
    plurals = PluralTable(path: dictionary, language: language)?.formats ?? [:]
    texts = StringsTable(path: folder + "/Localizable.strings")?.texts ?? [:]
  }

  func format(of key: String) -> LocalizedFormat? {
    plurals[key] ?? texts[key].map { LocalizedFormat(text: $0) }
  }
}
