// swift-tools-version: 6.2
import PackageDescription

/// All libraries that a customer can import.
let ours = [
    "ReactiveCore", "ReactiveCoreSwift5", "ReactiveNetworking", "ReactiveCache", "ReactiveDiagnostics", "ReactiveMedia",
    "ReactiveOAuth", "ReactiveOffline", "ReactiveReachability", "ReactiveStreams", "ReactiveTesting",
    "ReactiveURLSession",
].map { Target.Dependency.product(name: $0, package: "ReactiveNetworking") }

/// The settings of a module whose author has taken all that makes the main actor the default.
let mainActor: [SwiftSetting] = [
    .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

/// The README and the Cookbook, in each mode of the language without a warning (AD4).
let modes: [Target] = [
    .target(name: "Swift5", dependencies: ours, swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "Swift6", dependencies: ours, swiftSettings: [.swiftLanguageMode(.v6)]),
    .target(name: "MainActorSwift5", dependencies: ours, swiftSettings: mainActor + [.swiftLanguageMode(.v5)]),
    .target(name: "MainActorSwift6", dependencies: ours, swiftSettings: mainActor + [.swiftLanguageMode(.v6)]),
]

// A package of a customer who uses the libraries beside others. Names of targets are unique in a graph of packages: one
// name that another package has, too, and nothing resolves (AD1, AD2).
let package = Package(
    name: "Adoption",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "ReactiveNetworking", path: "../.."),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-system.git", from: "1.8.0"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport.git", from: "2.9.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.0.0"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.0"),
    ],
    targets: modes + [
        // A program that sends one request with each client. The other targets have names that customers like.
        .executableTarget(
            name: "Adoption",
            dependencies: ours + [
                "Helper", "Playground", "Swift5", "Swift6", "MainActorSwift5", "MainActorSwift6",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "_NIOFileSystem", package: "swift-nio"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        // A server that is asked to end.
        .executableTarget(
            name: "Shutdown",
            dependencies: [
                "Helper",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ReactiveNetworking", package: "ReactiveNetworking"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(name: "Playground"),
        .target(
            name: "Helper",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ReactiveNetworking", package: "ReactiveNetworking"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(name: "ReadmeTests", dependencies: ["Helper"]),
        // Packages that only have to resolve beside ours.
        .target(
            name: "Neighbors",
            dependencies: [
                .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
