// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A package of its own: `Fuzz/run` builds it, and Tocsin beneath it, with libFuzzer's
/// instrumentation. Nothing of that reaches a build of Tocsin itself.
let package = Package(
  name: "tocsin-fuzz",
  dependencies: [.package(name: "tocsin", path: "..")],
  targets: [
    .target(name: "CLibFuzzer"),
    // A link to the gateway's: the gateway itself would bring NIO and BoringSSL.
    .target(
      name: "NtfyPublishing",
      dependencies: [.product(name: "RequestParsing", package: "tocsin")], swiftSettings: strict),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CLibFuzzer", "NtfyPublishing",
        .product(name: "Files", package: "tocsin"),
        .product(name: "AudioFormats", package: "tocsin"),
        .product(name: "AudioProcessing", package: "tocsin"),
        .product(name: "AudioImport", package: "tocsin"),
        .product(name: "AlertSounds", package: "tocsin"),
        .product(name: "BundlePreflight", package: "tocsin"),
        .product(name: "NotificationTypes", package: "tocsin"),
        .product(name: "RemoteNotifications", package: "tocsin"),
        .product(name: "RequestParsing", package: "tocsin"),
      ],
      swiftSettings: strict),
  ]
)
