import AlertSounds

/// The JSON schema of a configuration file, for editors that complete and check it.
public enum ConfigurationSchema {
  /// The schema as a JSON document (JSON Schema, draft 2020-12).
  public static var document: String {
    var text = ""
    JSONValue.object(root).write(to: &text)
    return text
  }

  private static var root: [(String, JSONValue?)] {
    [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", "Tocsin's configuration"),
      (
        "description",
        "What tocsin preflight checks: the .tocsin.yml nearest above the first path."
      ), ("type", "object"), ("additionalProperties", .boolean(false)),
      (
        "properties",
        .object([
          ("version", .object([("const", .integer(1))])), ("rules", rules(withLimits: true)),
          ("exclude", described(patterns, "Files that are left out.")),
          ("overrides", overrides),
          (
            "baseline",
            .object([
              ("type", "string"),
              ("description", "The file of known findings, seen from this one."),
            ])
          ),
          (
            "alerts",
            .object([
              ("enum", .array(["asked", "all"])), ("default", "asked"),
              (
                "description",
                "Which sounds are judged as alerts: those that something asks for, or all."
              ),
            ])
          ), ("strict", flag("Whether warnings fail, too.")),
          (
            "strict-apple",
            flag("Whether what Apple does not promise is an error, though devices play it.")
          ),
          (
            "quality",
            flag("Whether the rules about how a sound is made are checked, such as its loudness.")
          ),
          ("audio", flag("Whether sounds are decoded, for the rules that need samples.")),
        ])
      ),
      (
        "$defs",
        .object([
          (
            "setting",
            .object([("enum", .array(["off", .boolean(false), "note", "warning", "error"]))])
          )
        ])
      ),
    ]
  }

  private static let setting = JSONValue.object([("$ref", "#/$defs/setting")])

  private static var patterns: JSONValue {
    .object([
      ("type", .array(["array", "string"])), ("items", .object([("type", "string")])),
    ])
  }

  private static func described(_ value: JSONValue, _ text: String) -> JSONValue {
    guard case .object(let members) = value else { return value }
    return .object(members + [("description", .string(text))])
  }

  private static func flag(_ text: String) -> JSONValue {
    .object([("type", "boolean"), ("description", .string(text))])
  }

  private static func rules(withLimits: Bool) -> JSONValue {
    .object([
      ("type", "object"), ("additionalProperties", .boolean(false)),
      (
        "properties",
        .object(
          RuleCatalogue.rules.map { ($0.identifier, rule($0, withLimits: withLimits)) }
            + Rule.kinds.map { kind in
              (
                kind.kind.identifier,
                .object([
                  ("$ref", "#/$defs/setting"), ("deprecated", .boolean(true)),
                  ("description", .string("A part of \(kind.rule.identifier).")),
                ])
              )
            })
      ),
    ])
  }

  private static func rule(_ rule: Rule, withLimits: Bool) -> JSONValue {
    let text = JSONValue.string(rule.summary)
    guard withLimits else { return .object([("$ref", "#/$defs/setting"), ("description", text)]) }
    let limits = rule.limits.map { limit in
      (
        limit.name,
        JSONValue.object([
          ("type", "number"),
          ("description", .string("\(limit.meaning), in \(limit.unit)")),
          ("default", .number(limit.standard)), ("minimum", .number(limit.range.lowerBound)),
          ("maximum", .number(limit.range.upperBound)),
        ])
      )
    }
    let long = JSONValue.object([
      ("type", "object"), ("additionalProperties", .boolean(false)),
      ("properties", .object([("severity", setting)] + limits)),
    ])
    return .object([("description", text), ("anyOf", .array([setting, long]))])
  }

  private static var overrides: JSONValue {
    .object([
      ("description", "Other settings for some files; the last one that fits wins."),
      ("type", "array"),
      (
        "items",
        .object([
          ("type", "object"), ("additionalProperties", .boolean(false)),
          ("required", .array(["files"])),
          (
            "properties",
            .object([("files", patterns), ("rules", rules(withLimits: false))])
          ),
        ])
      ),
    ])
  }
}
