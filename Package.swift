// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ReactiveNetworking",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "ReactiveCore", targets: ["ReactiveCore"]),
        .library(name: "ReactiveCoreSwift5", targets: ["ReactiveCoreSwift5"]),
        .library(name: "ReactiveNetworking", targets: ["ReactiveNetworking"]),
        .library(name: "ReactiveDiagnostics", targets: ["ReactiveDiagnostics"]),
        .library(name: "ReactiveMedia", targets: ["ReactiveMedia"]),
        .library(name: "ReactiveOffline", targets: ["ReactiveOffline"]),
        .library(name: "ReactiveTesting", targets: ["ReactiveTesting"]),
    ],
    targets: [
        .target(name: "ReactiveCore"),
        // Closures that need not be `@Sendable`, for code in the older language mode.
        .target(name: "ReactiveCoreSwift5", dependencies: ["ReactiveCore"]),
        .target(name: "CReactiveSystem"),
        .target(
            name: "ReactiveNetworking",
            dependencies: ["ReactiveCore", .target(name: "CReactiveSystem", condition: .when(platforms: [.linux]))]
        ),
        // Like a package of a customer, it sees the public API alone.
        .target(name: "ReactiveDiagnostics", dependencies: ["ReactiveNetworking"], packageAccess: false),
        .target(name: "ReactiveMedia", dependencies: ["ReactiveCore", "ReactiveNetworking"]),
        .target(name: "ReactiveOffline", dependencies: ["ReactiveNetworking"]),
        .target(name: "ReactiveTesting", dependencies: ["ReactiveCore", "ReactiveNetworking", "ReactiveOffline"]),
        .executableTarget(
            name: "Playground",
            dependencies: [
                "ReactiveNetworking", "ReactiveDiagnostics", "ReactiveMedia", "ReactiveOffline", "ReactiveTesting",
            ],
            path: "Playground"
        ),
        .testTarget(name: "ReactiveCoreTests", dependencies: ["ReactiveCore", "ReactiveTesting"]),
        .testTarget(
            name: "ReactiveNetworkingTests",
            // Articles and texts without secrets are tested for all libraries.
            dependencies: [
                "ReactiveNetworking", "ReactiveDiagnostics", "ReactiveMedia", "ReactiveOffline", "ReactiveTesting",
                "DescriptorFixture", "ChildProcesses", "CacheFixture", "CacheProbe", "ReachabilityFixture",
            ]
        ),
        // Runs of executables, for tests.
        .target(name: "ChildProcesses", path: "Tests/ChildProcesses"),
        // A process of its own that the tests start, because a process uses everything for the first time only once.
        .executableTarget(
            name: "DescriptorFixture",
            dependencies: ["ReactiveNetworking"],
            path: "Tests/DescriptorFixture"
        ),
        // A process of its own that the tests start in a network namespace, or with few file descriptors.
        .executableTarget(
            name: "ReachabilityFixture",
            dependencies: ["ReactiveNetworking"],
            path: "Tests/ReachabilityFixture"
        ),
        // A process of its own that the tests kill while it stores responses, and what it has in common with them.
        .executableTarget(
            name: "CacheFixture",
            dependencies: ["ReactiveNetworking", "ReactiveTesting", "CacheProbe"],
            path: "Tests/CacheFixture"
        ),
        .target(name: "CacheProbe", dependencies: ["ReactiveNetworking"], path: "Tests/CacheProbe"),
        .testTarget(name: "ReactiveDiagnosticsTests", dependencies: ["ReactiveDiagnostics", "ReactiveTesting"]),
        .testTarget(name: "ReactiveMediaTests", dependencies: ["ReactiveMedia", "ReactiveTesting"]),
        .testTarget(
            name: "ReactiveOfflineTests",
            dependencies: ["ReactiveOffline", "ReactiveTesting", "ChildProcesses", "JournalFixture"]
        ),
        // A process of its own that the tests kill while it writes a journal.
        .executableTarget(
            name: "JournalFixture",
            dependencies: ["ReactiveOffline", "ReactiveTesting"],
            path: "Tests/JournalFixture"
        ),
        .testTarget(name: "ReactiveTestingTests", dependencies: ["ReactiveTesting"]),
        // Code in the older language mode, and code of customers in the present one: that each compiles without a warning.
        .testTarget(
            name: "SwiftFiveTests",
            dependencies: ["ReactiveCore", "ReactiveCoreSwift5"],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(name: "SwiftSixTests", dependencies: ["ReactiveCore"]),
        .testTarget(name: "MigrationTests", dependencies: ["ReactiveNetworking"]),
        .testTarget(
            name: "ReadmeTests",
            dependencies: ["ReactiveNetworking", "ReactiveDiagnostics", "ReactiveMedia", "ReactiveTesting"]
        ),
        .testTarget(name: "PlaygroundTests", dependencies: ["Playground", "ReactiveTesting", "ChildProcesses"]),
    ],
    swiftLanguageModes: [.v6]
)
