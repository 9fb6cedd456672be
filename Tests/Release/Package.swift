// swift-tools-version: 6.2
import PackageDescription

// Tests of what a user sees, against the release build that users run. They stand in the tests of the library; here
// are links to them, a folder for each article. An executable runs them, because `swift test` builds the library with
// other flags than a user does. The tests themselves are not optimized.
let libraries: [Target.Dependency] = [
    "ReactiveCache", "ReactiveCore", "ReactiveDiagnostics", "ReactiveMedia", "ReactiveNetworking", "ReactiveOAuth",
    "ReactiveOffline", "ReactiveReachability", "ReactiveStreams", "ReactiveTesting", "ReactiveURLSession",
].map { .product(name: $0, package: "ReactiveNetworking") }

let tests = ["Core", "Diagnostics", "Media", "Migration", "Networking", "Offline", "Readme"]

// Tests that use more than the public API.
let internals = [
    "Core": [
        "Concurrency/DemandTests.swift", "Concurrency/PaceTests.swift", "Diagrams/DiagramTests.swift",
        "Lifetime/StartContextTests.swift", "Operators/ReplaceTests.swift", "Properties/ObservedPropertyTests.swift",
        "Scheduling/OrderTests.swift",
        "Scheduling/SchedulerInstantTests.swift", "Support/BagTests.swift", "Support/ConfinedTests.swift",
        "Support/DequeTests.swift", "Support/TimedQueueTests.swift",
    ],
    "Networking": ["SocketsOnLinux/Conformance/TransportConformanceTests+NewerCodings.swift"],
]

let package = Package(
    name: "Release",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "ReactiveNetworking", path: "../..")],
    targets: [.executableTarget(name: "Release", dependencies: tests.map { .byName(name: $0) })]
        + [
            .target(name: "ReactiveChildProcesses"),
            .target(
                name: "ReactiveTestSupport",
                dependencies: libraries + ["ReactiveChildProcesses"],
                // Uses more than the public API; a file beside it stands in for it.
                exclude: ["Shared/SeamTransport.swift"]
            ),
        ]
        + tests.map {
            .target(
                name: $0,
                dependencies: libraries + ["ReactiveChildProcesses", "ReactiveTestSupport"],
                exclude: internals[$0] ?? [],
                swiftSettings: [.unsafeFlags(["-Onone"])]
            )
        },
    swiftLanguageModes: [.v6]
)
