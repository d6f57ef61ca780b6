/// The colours of a drawing.
public enum WaveformTheme: String, Sendable, CaseIterable {
  case light, dark
  /// The preference of the reader's system; light where a drawing cannot follow it.
  case auto

  /// Rules of CSS for the classes of the drawing.
  var css: String {
    switch self {
    case .light: Self.lightRules
    case .dark: Self.darkRules
    case .auto: Self.lightRules + "@media (prefers-color-scheme: dark){" + Self.darkRules + "}"
    }
  }

  private static let lightRules = rules(
    back: "#ffffff", edge: "#e1e5ec", text: "#141821", soft: "#5d6779", grid: "#e9ecf2",
    peak: "#a8bbf3", body: "#3d63dd", over: "#c9cfda", limit: "#b54708", full: "#d92d20")

  private static let darkRules = rules(
    back: "#14171d", edge: "#2a303b", text: "#eef1f6", soft: "#9aa5b8", grid: "#252a34",
    peak: "#3a509c", body: "#86a3ff", over: "#3d4452", limit: "#fdb022", full: "#f97066")

  private static func rules(
    back: String, edge: String, text: String, soft: String, grid: String, peak: String,
    body: String, over: String, limit: String, full: String
  ) -> String {
    ".back{fill:\(back);stroke:\(edge)}.text{fill:\(text)}.soft{fill:\(soft)}"
      + ".grid{stroke:\(grid)}.axis{stroke:\(edge)}.peak{fill:\(peak)}.body{fill:\(body)}"
      + ".over{fill:\(over)}.limit{stroke:\(limit)}.warn{fill:\(limit)}.full{fill:\(full)}"
  }
}
