import CYAML

/// The library that reads YAML.
package enum YAMLLibrary {
  /// Whether it can be loaded. Where it cannot, reading ends the program, as a tool may; an app's own
  /// delivery looks here first.
  package static var isInstalled: Bool { tocsin_yaml_is_there() != 0 }
}
