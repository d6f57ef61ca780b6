import CYAML

/// The library that reads YAML.
package enum YAMLLibrary {
  /// Whether it can be loaded.
  package static var isInstalled: Bool { tocsin_has_yaml() != 0 }
}
