/// The kinds of projects and products that are known.
enum ProjectKind: String, Hashable, Sendable, Codable, CaseIterable {
  case xcode, swiftPM = "swiftpm", expo, reactNative = "react-native", flutter, capacitor, cordova
  case nativeScript = "nativescript", android, kotlin = "kotlin-multiplatform"
  case xcodeGen = "xcodegen", tuist, bazel, cocoaPods = "cocoapods", dotNet = "dotnet", unity
  case appBundle = "app-bundle", folder

  /// The name for people.
  var name: String {
    switch self {
    case .xcode: "Xcode project"
    case .swiftPM: "Swift package"
    case .expo: "Expo project"
    case .reactNative: "React Native project"
    case .flutter: "Flutter project"
    case .capacitor: "Capacitor project"
    case .cordova: "Cordova project"
    case .nativeScript: "NativeScript project"
    case .android: "Android project"
    case .kotlin: "Kotlin Multiplatform project"
    case .xcodeGen: "XcodeGen project"
    case .tuist: "Tuist project"
    case .bazel: "Bazel workspace"
    case .cocoaPods: "pod"
    case .dotNet: ".NET project"
    case .unity: "Unity project"
    case .appBundle: "app bundle"
    case .folder: "folder"
    }
  }
}

/// A project, or a product of one, in a tree of files.
struct Project: Hashable, Sendable {
  /// The kind of project or product.
  let kind: ProjectKind
  /// The folder that it fills, as a path in the tree; empty for the top.
  var root: TreePath
  /// The bundles that it puts on devices; empty if that cannot be known, as after an unreadable
  /// file.
  var bundles: [SoundBundle]
  /// The faults of the project itself, such as a listed file that does not exist.
  var findings: [TreeFinding] = []
  /// Sounds that the project's own settings ask for.
  var references: [SoundReference] = []
  /// The files that the project's settings list as sounds of notifications.
  var alertSounds: Set<TreePath> = []
  /// The place where the build turns on the removal of Android resources that no code names; nil if
  /// there is none.
  var shrinking: ResourceShrinking?
  /// The channels that an Android app's manifests name for pushes that name none.
  var defaultChannels: [ChannelUse] = []
  /// The names of its Android packages, as far as its build files say them.
  var packages: Set<String> = []
  /// The version of Android's interface that an app is made for; nil if its build files do not say it.
  var targetSDK: Int?
  /// Whether a cross-platform project has files for Apple's devices of its own, though perhaps not
  /// the Xcode project that shows what is shipped.
  var hasApplePart = false
  /// Whether its settings entitle an app to critical sounds, or compute its entitlements, so that
  /// they may.
  var mayPlayCritical = false
}

/// A place in a build file that turns on the removal of Android resources that only a string names.
struct ResourceShrinking: Hashable, Sendable {
  /// The build file's path in the tree.
  var file: TreePath
  /// The line, from 1.
  let line: Int
  /// The names of raw resources that the build is told to keep; `*` stands for any text.
  var kept: Set<String> = []
  /// Whether it is Flutter's plug-in, which does so unless the build file says otherwise.
  var isByFlutter = false
  /// The raw resources that the app's manifest or another resource names, and that stay therefore.
  var named: Set<String> = []
}

/// The content of one bundle on a device.
struct SoundBundle: Hashable, Sendable {
  /// The platform whose rules the bundle's sounds follow.
  enum Platform: String, Hashable, Sendable, Codable {
    case apple, android

    var other: Self { self == .apple ? .android : .apple }
  }

  /// The part of the app that a bundle is; it decides whether the system searches the bundle.
  enum Role: String, Hashable, Sendable, Codable {
    /// The app itself: the system searches it for alert sounds.
    case app
    /// An app extension, a watch app: not searched for the app's notifications.
    case appExtension = "extension"
    case tests
    /// A Swift package's resource bundle or a framework, inside the app.
    case module
  }

  /// The target's name, as the project spells it.
  let name: String
  /// The platform that the bundle is built for.
  let platform: Platform
  /// The part of the app that the bundle is.
  let role: Role
  /// The sounds that the build puts into it.
  var sounds: [ShippedSound]
  /// Whether it is built for macOS alone.
  var isForMac = false
  /// Whether a script of the build touches sounds, so that it may ship more than is known.
  var isPartial = false
}

/// A sound in a bundle.
struct ShippedSound: Hashable, Sendable {
  /// The file's path in the tree.
  let file: TreePath
  /// The path below the bundle's top, `ding.caf`; the system does not find a path with a folder,
  /// `Sounds/ding.caf`. On Android, the resource's name without extension.
  let name: String
}
