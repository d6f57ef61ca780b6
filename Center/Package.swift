// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let http: [Target.Dependency] = [
  // Its server alone: the whole framework wakes up each second to know the date.
  .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "Logging", package: "swift-log"),
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
  .product(name: "UnixSignals", package: "swift-service-lifecycle"),
]
let store: [Target.Dependency] = [
  "NotificationTypes", "NotificationStorage", "NotificationScheduling", "NotificationDelivery",
  "Triggers", "SoundResolution", "AlertSounds", "AlertPlayback", "AudioFormats", "Files",
  "RequestParsing", "LinuxProcess", "CLinux",
].map { .product(name: $0, package: "tocsin") }

/// A package of its own: a page for the browser needs NIO, and nothing of that reaches a build of
/// Tocsin itself.
let package = Package(
  name: "tocsin-center",
  dependencies: [
    .package(name: "tocsin", path: ".."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.0.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
  ],
  targets: [
    .target(
      name: "CenterServer", dependencies: http + store,
      // In the program: one file is installed.
      resources: [
        "index.html", "center.css", "center.js", "parts.js", "settings.js", "sounds.js",
        "extensions.js", "open.html", "open.js", "icon.svg",
      ].map { .embedInCode("Page/" + $0) },
      swiftSettings: strict),
    .executableTarget(
      name: "tocsin-center",
      dependencies: [
        "CenterServer",
        .product(name: "ConsoleOutput", package: "tocsin"),
        .product(name: "LogHandlers", package: "tocsin"),
        .product(name: "LogOutput", package: "tocsin"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + http + store,
      swiftSettings: strict),
    .testTarget(
      name: "CenterServerTests",
      dependencies: [
        "CenterServer", "tocsin-center", .product(name: "tocsind", package: "tocsin"),
        .product(name: "TestSupport", package: "tocsin"),
      ] + store,
      exclude: ["Browser", "Fixtures"], swiftSettings: strict),
  ]
)
