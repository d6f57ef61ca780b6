/// The common parts of all plots: an SVG with a background that follows the reader's colour scheme.
enum Drawing {
  static func svg(width: Int, height: Int, title: String, _ parts: [String]) -> String {
    let frame = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      font-family="sans-serif" font-size="12">
      <style>
      text { fill: #1c1f24 } .ground { fill: #ffffff } .grid { stroke: #dddddd } \
      .zero { stroke: #999999 }
      .a { --colour: #777777 } .b { --colour: #2a78d6 } .c { --colour: #b9501a }
      @media (prefers-color-scheme: dark) {
      text { fill: #e4e6ea } .ground { fill: #16181c } .grid { stroke: #3a3d44 } \
      .zero { stroke: #80848c }
      .a { --colour: #a0a4ab } .b { --colour: #6aa9f0 } .c { --colour: #f09060 }
      }
      .line { stroke: var(--colour); fill: none; stroke-width: 1.6 } \
      .area, text.name { fill: var(--colour) }
      </style>
      <rect class="ground" width="100%" height="100%"/>
      <text x="10" y="18" font-size="14">\(escaped(title))</text>
      """
    return ([frame] + parts + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
