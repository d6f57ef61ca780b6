/// The page's icons: they take the colour of the text and only repeat its meaning.
enum HTMLIcon {
  static let bell = drawing(
    #"<path d="M8 1.5c-2.6 0-4 2-4 4.4 0 3.2-1.2 4.4-1.7 5h11.4c-.5-.6-1.7-1.8-1.7-5"#
      + #" 0-2.4-1.4-4.4-4-4.4zM6.4 12.6a1.7 1.7 0 0 0 3.2 0z"/>"#)

  static func of(_ state: String) -> String {
    switch state {
    case "error": drawing(circle + #"<path class="in" d="M5.3 5.3l5.4 5.4m0-5.4l-5.4 5.4"/>"#)
    case "warning":
      drawing(#"<path d="M8 1 15.4 14.5H.6z"/><path class="in" d="M8 6v4m0 1.6v1.2"/>"#)
    case "note": drawing(circle + #"<path class="in" d="M8 7.2v4.6m0-7.2v1.4"/>"#)
    default: drawing(circle + #"<path class="in" d="M4.6 8.3l2.3 2.4 4.4-5"/>"#)
    }
  }

  /// A triangle to play, two bars to pause: the page shows one of them.
  static let play =
    #"<svg viewBox="0 0 16 16" aria-hidden="true"><path class="go" d="M5 3v10l8-5z"/>"#
    + #"<path class="stop" d="M4.5 3h2.5v10h-2.5zM9 3h2.5v10h-2.5z"/></svg>"#

  private static let circle = #"<circle cx="8" cy="8" r="7.2"/>"#

  private static func drawing(_ shapes: String) -> String {
    #"<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">\#(shapes)</svg>"#
  }
}
