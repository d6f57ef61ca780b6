import Foundation

/// The text of a `project.pbxproj`, laid out as Xcode writes it.
struct XcodeProjectText: Sendable, Equatable {
  struct Target: Sendable, Equatable {
    enum Product: String, Sendable {
      case application
      case appExtension = "app-extension"
      case unitTests = "bundle.unit-test"
      case watchApp = "application.watchapp2"
    }

    var name: String
    var product = Product.application
    /// The system that its configuration names, such as `macosx`.
    var system: String?
    /// Files in Copy Bundle Resources, by their paths beside the `.xcodeproj`.
    var resources: [String] = []
    /// Blue folders in Copy Bundle Resources.
    var blueFolders: [String] = []
    /// Xcode 16's folders whose files are members.
    var synchronized: [String] = []
    /// Files of such folders that are not: `Folder/file`.
    var exceptions: [String] = []
    /// What a script of its build does.
    var script: String?
  }

  var targets: [Target]

  /// The target `name`, to be edited.
  subscript(name: String) -> Target {
    get { targets.first { $0.name == name } ?? Target(name: name) }
    set { targets = targets.map { $0.name == name ? newValue : $0 } }
  }

  var text: String {
    var writer = XcodeProjectWriter(self)
    return writer.text()
  }
}

/// Writes a project section by section; identifiers are made of what they stand for.
private struct XcodeProjectWriter {
  private let project: XcodeProjectText
  private var sections: [String: [String]] = [:]

  init(_ project: XcodeProjectText) { self.project = project }

  mutating func text() -> String {
    for target in project.targets { add(target) }
    let files = Set(project.targets.flatMap(\.resources))
    let folders = Set(project.targets.flatMap(\.blueFolders))
    let synchronized = Set(project.targets.flatMap(\.synchronized))
    for path in files.union(folders) { addReference(path, isFolder: folders.contains(path)) }
    for path in synchronized { addSynchronized(path) }
    addGroup("", of: files.union(folders).union(synchronized))
    addProject()
    let body = sections.sorted { $0.key < $1.key }.map { kind, objects in
      "/* Begin \(kind) section */\n" + objects.sorted().joined()
        + "/* End \(kind) section */\n"
    }
    return """
      // !$*UTF8*$!
      {
      \tarchiveVersion = 1;
      \tclasses = {
      \t};
      \tobjectVersion = 77;
      \tobjects = {

      \(body.joined(separator: "\n"))\t};
      \trootObject = \(id("project")) /* Project object */;
      }

      """
  }

  private mutating func add(_ target: XcodeProjectText.Target) {
    let members = target.resources + target.blueFolders
    for path in members {
      object(
        "PBXBuildFile",
        "\(id("in", target.name, path)) /* \(last(path)) in Resources */ = {isa = PBXBuildFile; "
          + "fileRef = \(id("file", path)) /* \(last(path)) */; };")
    }
    let files = members.map { "\(id("in", target.name, $0)) /* \(last($0)) in Resources */" }
    object(
      "PBXResourcesBuildPhase",
      """
      \(id("resources", target.name)) /* Resources */ = {
      \tisa = PBXResourcesBuildPhase;
      \tbuildActionMask = 2147483647;
      \tfiles = \(list(files));
      \trunOnlyForDeploymentPostprocessing = 0;
      };
      """)
    var phases = ["\(id("resources", target.name)) /* Resources */"]
    if let script = target.script {
      phases.append(id("script", target.name))
      object(
        "PBXShellScriptBuildPhase",
        """
        \(id("script", target.name)) = {
        \tisa = PBXShellScriptBuildPhase;
        \tinputPaths = ();
        \tshellPath = /bin/sh;
        \tshellScript = \(quoted(script));
        };
        """)
    }
    if let system = target.system { addConfiguration(of: target.name, system) }
    let configurations =
      target.system == nil
      ? "" : "\tbuildConfigurationList = \(id("configurations", target.name));\n"
    let synchronized = target.synchronized.map { "\(id("file", $0)) /* \(last($0)) */" }
    object(
      "PBXNativeTarget",
      """
      \(id("target", target.name)) /* \(target.name) */ = {
      \tisa = PBXNativeTarget;
      \(configurations)\tbuildPhases = \(list(phases));
      \(synchronized.isEmpty ? "" : "\tfileSystemSynchronizedGroups = \(list(synchronized));\n")\
      \tname = \(quoted(target.name));
      \tproductName = \(quoted(target.name));
      \tproductType = "com.apple.product-type.\(target.product.rawValue)";
      };
      """)
  }

  private mutating func addConfiguration(of target: String, _ system: String) {
    object(
      "XCConfigurationList",
      """
      \(id("configurations", target)) = {
      \tisa = XCConfigurationList;
      \tbuildConfigurations = \(list([id("release", target)]));
      };
      """)
    object(
      "XCBuildConfiguration",
      """
      \(id("release", target)) /* Release */ = {
      \tisa = XCBuildConfiguration;
      \tbuildSettings = {
      \t\tSDKROOT = \(system);
      \t};
      \tname = Release;
      };
      """)
  }

  private mutating func addReference(_ path: String, isFolder: Bool) {
    let type = isFolder ? "folder" : "file"
    object(
      "PBXFileReference",
      "\(id("file", path)) /* \(last(path)) */ = {isa = PBXFileReference; "
        + "lastKnownFileType = \(type); path = \(quoted(last(path))); sourceTree = \"<group>\"; };")
  }

  private mutating func addSynchronized(_ path: String) {
    let sets = project.targets.filter { target in
      target.exceptions.contains { $0.hasPrefix(path + "/") }
    }
    for target in sets {
      let files = target.exceptions.filter { $0.hasPrefix(path + "/") }
        .map { quoted(String($0.dropFirst(path.count + 1))) }
      object(
        "PBXFileSystemSynchronizedBuildFileExceptionSet",
        """
        \(id("exceptions", path, target.name)) /* Exceptions for "\(path)" */ = {
        \tisa = PBXFileSystemSynchronizedBuildFileExceptionSet;
        \tmembershipExceptions = \(list(files));
        \ttarget = \(id("target", target.name)) /* \(target.name) */;
        };
        """)
    }
    let exceptions = sets.map { "\(id("exceptions", path, $0.name)) /* Exceptions */" }
    object(
      "PBXFileSystemSynchronizedRootGroup",
      """
      \(id("file", path)) /* \(last(path)) */ = {
      \tisa = PBXFileSystemSynchronizedRootGroup;
      \(exceptions.isEmpty ? "" : "\texceptions = \(list(exceptions));\n")\
      \tpath = \(quoted(last(path)));
      \tsourceTree = "<group>";
      };
      """)
  }

  /// The group of `folder`, and those in it.
  private mutating func addGroup(_ folder: String, of paths: Set<String>) {
    let prefix = folder.isEmpty ? "" : folder + "/"
    let inside = paths.filter { $0.hasPrefix(prefix) && $0 != folder }
    let names = Set(inside.map { $0.dropFirst(prefix.count).prefix { $0 != "/" } }).sorted()
    let children = names.map { name in
      let path = prefix + name
      if !paths.contains(path) { addGroup(path, of: paths) }
      return "\(id(paths.contains(path) ? "file" : "group", path)) /* \(name) */"
    }
    let path = folder.isEmpty ? "" : "\n\tpath = \(quoted(last(folder)));"
    object(
      "PBXGroup",
      """
      \(id("group", folder))\(folder.isEmpty ? "" : " /* \(last(folder)) */") = {
      \tisa = PBXGroup;
      \tchildren = \(list(children));\(path)
      \tsourceTree = "<group>";
      };
      """)
  }

  private mutating func addProject() {
    let targets = project.targets.map { "\(id("target", $0.name)) /* \($0.name) */" }
    object(
      "PBXProject",
      """
      \(id("project")) /* Project object */ = {
      \tisa = PBXProject;
      \tcompatibilityVersion = "Xcode 14.0";
      \tmainGroup = \(id("group", ""));
      \tprojectDirPath = "";
      \tprojectRoot = "";
      \ttargets = \(list(targets));
      };
      """)
  }

  // MARK: Text

  private mutating func object(_ kind: String, _ text: String) {
    let lines = text.split(separator: "\n").map { "\t\t" + $0 + "\n" }
    sections[kind, default: []].append(lines.joined())
  }

  private func list(_ elements: [String]) -> String {
    "(\n" + elements.map { "\t\t\($0),\n" }.joined() + "\t)"
  }

  private func last(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private func quoted(_ text: String) -> String {
    text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._/".contains($0)) }
      ? text : "\"\(text)\""
  }

  /// 24 hexadecimal digits, as Xcode has them: FNV-1a of what the object stands for.
  private func id(_ parts: String...) -> String {
    let hash = parts.joined(separator: "\u{0}").utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16, uppercase: true)
    return "A0B1C2D3" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
