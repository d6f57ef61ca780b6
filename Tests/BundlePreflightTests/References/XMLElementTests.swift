import Testing

@testable import BundlePreflight

@Suite("XML of projects")
struct XMLElementTests {
  @Test(
    "defines nothing and fetches nothing: what a document declares stays a reference",
    arguments: ["SYSTEM 'file:///etc/hostname'", "'yy'", "'&y;&y;'"])
  func entities(declaration: String) throws {
    let text = """
      <!DOCTYPE a [<!ENTITY y \(declaration)> <!ENTITY z '&y;&y;'>]>
      <a b="&z;&lt;">&y;&#65;<c/></a>
      """
    let root = try XMLElement.document(Array(text.utf8))
    #expect(root["b"]?.value == "&z;<")
    #expect(root.text == "&y;A")
    #expect(root.children.map(\.name) == ["c"])
  }
}
