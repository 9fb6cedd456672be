// swift-tools-version: 6.2
import PackageDescription

#if os(Linux)
    // Code that needs `URLSession` is a product of its own, so that other programs do not link FoundationNetworking.
    let sourcesOfOthers = (client: ["Transport/URLSession"], session: [String]())
#else
    // Code that needs `URLSession` is a part of the client.
    let sourcesOfOthers = (client: [String](), session: ["Session"])
#endif

// In a program that depends on this package, the executable would replace the program's own one of the same name.
let isDependency = Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"
let playground: [Product] =
    isDependency ? [] : [.executable(name: "Playground", targets: ["ReactivePlayground"])]

let package = Package(
    name: "ReactiveNetworking",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "ReactiveCore", targets: ["ReactiveCore"]),
        .library(name: "ReactiveCoreSwift5", targets: ["ReactiveCoreSwift5"]),
        .library(name: "ReactiveNetworking", targets: ["ReactiveNetworking"]),
        .library(name: "ReactiveCache", targets: ["ReactiveCache"]),
        .library(name: "ReactiveDiagnostics", targets: ["ReactiveDiagnostics"]),
        .library(name: "ReactiveMedia", targets: ["ReactiveMedia"]),
        .library(name: "ReactiveOAuth", targets: ["ReactiveOAuth"]),
        .library(name: "ReactiveOffline", targets: ["ReactiveOffline"]),
        .library(name: "ReactiveReachability", targets: ["ReactiveReachability"]),
        .library(name: "ReactiveStreams", targets: ["ReactiveStreams"]),
        .library(name: "ReactiveTesting", targets: ["ReactiveTesting"]),
        .library(name: "ReactiveURLSession", targets: ["ReactiveURLSession"]),
    ] + playground,
    targets: [
        .target(name: "ReactiveCore"),
        // Closures that need not be `@Sendable`, for code in the older language mode.
        .target(name: "ReactiveCoreSwift5", dependencies: ["ReactiveCore"]),
        .target(name: "CReactiveSystem"),
        .target(name: "ReactiveHTTPModel", dependencies: ["ReactiveCore", "CReactiveSystem"]),
        .target(name: "ReactiveSocketEngine", dependencies: ["ReactiveCore", "ReactiveHTTPModel", "CReactiveSystem"]),
        .target(
            name: "ReactiveNetworking",
            dependencies: [
                "ReactiveCore", "ReactiveHTTPModel",
                .target(name: "ReactiveSocketEngine", condition: .when(platforms: [.linux])),
            ],
            exclude: sourcesOfOthers.client
        ),
        .target(
            name: "ReactiveURLSession",
            dependencies: ["ReactiveNetworking"],
            exclude: sourcesOfOthers.session
        ),
        .target(name: "ReactiveCache", dependencies: ["ReactiveCore", "ReactiveNetworking"]),
        .target(name: "ReactiveOAuth", dependencies: ["ReactiveCore", "ReactiveNetworking"]),
        .target(name: "ReactiveStreams", dependencies: ["ReactiveCore", "ReactiveNetworking", "CReactiveSystem"]),
        // Like a package of a customer, it sees the public API alone.
        .target(name: "ReactiveDiagnostics", dependencies: ["ReactiveNetworking"], packageAccess: false),
        .target(name: "ReactiveMedia", dependencies: ["ReactiveCore", "ReactiveNetworking"]),
        .target(name: "ReactiveOffline", dependencies: ["ReactiveNetworking"]),
        .target(name: "ReactiveReachability", dependencies: ["ReactiveCore", "ReactiveNetworking"]),
        .target(
            name: "ReactiveTesting",
            dependencies: [
                "ReactiveCore", "ReactiveHTTPModel", "ReactiveNetworking", "ReactiveOffline", "ReactiveStreams",
            ]
        ),
        .executableTarget(
            name: "ReactivePlayground",
            dependencies: [
                "ReactiveNetworking", "ReactiveCache", "ReactiveDiagnostics", "ReactiveMedia", "ReactiveOffline",
                "ReactiveReachability", "ReactiveStreams", "ReactiveTesting",
            ],
            path: "Playground"
        ),
        .testTarget(name: "ReactiveCoreTests", dependencies: ["ReactiveCore", "ReactiveTesting"]),
        .testTarget(
            name: "ReactiveHTTPModelTests",
            dependencies: ["ReactiveHTTPModel", "ReactiveNetworking", "ReactiveTestSupport"]
        ),
        .testTarget(
            name: "ReactiveSocketEngineTests",
            dependencies: [
                "ReactiveSocketEngine", "ReactiveNetworking", "ReactiveURLSession", "ReactiveTestSupport",
                "ReactiveDescriptorFixture",
            ]
        ),
        .testTarget(name: "ReactiveURLSessionTests", dependencies: ["ReactiveURLSession", "ReactiveTestSupport"]),
        .testTarget(
            name: "ReactiveNetworkingTests",
            // Articles and texts without secrets are tested for all libraries.
            dependencies: [
                "ReactiveNetworking", "ReactiveCache", "ReactiveDiagnostics", "ReactiveMedia", "ReactiveOAuth",
                "ReactiveOffline", "ReactiveReachability", "ReactiveStreams", "ReactiveTesting", "ReactiveURLSession",
                "ReactiveTestSupport",
            ]
        ),
        .testTarget(
            name: "ReactiveCacheTests",
            dependencies: ["ReactiveCache", "ReactiveTestSupport", "ReactiveCacheFixture", "ReactiveCacheProbe"]
        ),
        .testTarget(
            name: "ReactiveOAuthTests",
            dependencies: ["ReactiveOAuth", "ReactiveDiagnostics", "ReactiveTestSupport"]
        ),
        .testTarget(
            name: "ReactiveReachabilityTests",
            dependencies: ["ReactiveReachability", "ReactiveTestSupport", "ReactiveReachabilityFixture"]
        ),
        .testTarget(
            name: "ReactiveStreamsTests",
            dependencies: ["ReactiveStreams", "ReactiveCache", "ReactiveTestSupport"]
        ),
        // Helpers of several test targets: a network on virtual time, servers, and the like.
        .target(
            name: "ReactiveTestSupport",
            dependencies: [
                "ReactiveNetworking", "ReactiveReachability", "ReactiveTesting", "ReactiveURLSession",
                "ReactiveChildProcesses",
            ],
            path: "Tests/ReactiveTestSupport"
        ),
        // Runs of executables, for tests.
        .target(name: "ReactiveChildProcesses", path: "Tests/ReactiveChildProcesses"),
        // A process of its own that the tests start, because a process uses everything for the first time only once.
        .executableTarget(
            name: "ReactiveDescriptorFixture",
            dependencies: ["ReactiveNetworking"],
            path: "Tests/ReactiveDescriptorFixture"
        ),
        // A process of its own that the tests start in a network namespace, or with few file descriptors.
        .executableTarget(
            name: "ReactiveReachabilityFixture",
            dependencies: ["ReactiveReachability"],
            path: "Tests/ReactiveReachabilityFixture"
        ),
        // A process of its own that the tests kill while it stores responses, and what it has in common with them.
        .executableTarget(
            name: "ReactiveCacheFixture",
            dependencies: ["ReactiveCache", "ReactiveTesting", "ReactiveCacheProbe"],
            path: "Tests/ReactiveCacheFixture"
        ),
        .target(name: "ReactiveCacheProbe", dependencies: ["ReactiveCache"], path: "Tests/ReactiveCacheProbe"),
        .testTarget(
            name: "ReactiveDiagnosticsTests",
            dependencies: ["ReactiveDiagnostics", "ReactiveCache", "ReactiveTesting"]
        ),
        .testTarget(
            name: "ReactiveMediaTests",
            dependencies: ["ReactiveMedia", "ReactiveCache", "ReactiveTesting"]
        ),
        .testTarget(
            name: "ReactiveOfflineTests",
            dependencies: [
                "ReactiveOffline", "ReactiveTestSupport", "ReactiveChildProcesses", "ReactiveJournalFixture",
            ]
        ),
        // A process of its own that the tests kill while it writes a journal.
        .executableTarget(
            name: "ReactiveJournalFixture",
            dependencies: ["ReactiveOffline", "ReactiveTesting"],
            path: "Tests/ReactiveJournalFixture"
        ),
        .testTarget(
            name: "ReactiveTestingTests",
            dependencies: ["ReactiveNetworking", "ReactiveStreams", "ReactiveTesting", "ReactiveTestSupport"]
        ),
        // Code in the older language mode, and code of customers in the present one: that each compiles without a warning.
        .testTarget(
            name: "ReactiveCoreSwift5Tests",
            dependencies: ["ReactiveCore", "ReactiveCoreSwift5"],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(name: "ReactiveCoreSwift6Tests", dependencies: ["ReactiveCore"]),
        .testTarget(name: "ReactiveMigrationTests", dependencies: ["ReactiveNetworking", "ReactiveURLSession"]),
        .testTarget(
            name: "ReactiveReadmeTests",
            dependencies: [
                "ReactiveNetworking", "ReactiveCache", "ReactiveDiagnostics", "ReactiveMedia", "ReactiveOAuth",
                "ReactiveStreams", "ReactiveTesting",
            ]
        ),
        .testTarget(
            name: "ReactivePlaygroundTests",
            dependencies: ["ReactivePlayground", "ReactiveTesting", "ReactiveChildProcesses"]
        ),
    ],
    swiftLanguageModes: [.v6]
)
