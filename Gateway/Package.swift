// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let nio: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOHTTP2", package: "swift-nio-http2"),
  .product(name: "NIOHPACK", package: "swift-nio-http2"),
  .product(name: "NIOSSL", package: "swift-nio-ssl"),
]
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let wire = ["CNats", "RemoteNotifications"].map {
  Target.Dependency.product(name: $0, package: "tocsin")
}
/// How the programs that serve write their logs.
let logs = ["LogHandlers", "LogOutput"].map {
  Target.Dependency.product(name: $0, package: "tocsin")
}
/// What strangers send by HTTP; the centre has the same parser.
let requests: Target.Dependency = .product(name: "RequestParsing", package: "tocsin")
/// The version of all of Tocsin's programs.
let version: Target.Dependency = .product(name: "CVersion", package: "tocsin")
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

/// A package of its own: what pushes to a box needs NIO and two copies of BoringSSL, and nothing of
/// that reaches a build of Tocsin itself.
let package = Package(
  name: "tocsin-gateway",
  dependencies: [
    // What goes between gateway and box, and the client library of the engine.
    .package(name: "tocsin", path: ".."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.36.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "3.10.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
  ],
  targets: [
    // Pure: ntfy's publish calls as pushes. The fuzzer builds it by itself.
    .target(name: "NtfyPublishing", dependencies: [requests], swiftSettings: strict),
    .target(
      name: "APNsGateway", dependencies: nio + [crypto, log, "NtfyPublishing"] + wire,
      swiftSettings: strict),
    .executableTarget(
      name: "tocsin-gateway",
      dependencies: ["APNsGateway", "NtfyPublishing", arguments, log, crypto, version]
        + logs + wire + nio,
      swiftSettings: strict),
    // For Scripts/bench-gateway: thousands of boxes on one machine.
    .executableTarget(
      name: "returning-boxes", dependencies: ["APNsGateway", arguments] + wire + nio,
      swiftSettings: strict),
    .testTarget(
      name: "NtfyPublishingTests", dependencies: ["NtfyPublishing"], swiftSettings: strict),
    .testTarget(
      name: "APNsGatewayTests",
      dependencies: [
        "APNsGateway", "tocsin-gateway", crypto, .product(name: "TestSupport", package: "tocsin"),
      ] + nio + wire,
      exclude: ["Clients"], swiftSettings: strict),
  ]
)
